// From a chunk that a device computed to the tally.
#pragma once

#include "framework/diagnostics/error.h"
#include "framework/sweep/device.h"
#include "framework/sweep/expectation.h"
#include "framework/sweep/tally.h"

namespace touchstone::sweep {

/// Evaluates the reference for the chunk's patterns and judges its output, in runs that a core's
/// own cache holds. Not thread-safe; one per thread.
class ChunkJudge {
 public:
  ChunkJudge(const SweepPlan& plan, Tally& tally);

  /// Errors as Expectation::Evaluate gives them.
  Status Add(const ChunkResult& chunk);
  /// Hands what is left over to the tally. To be called at the end.
  void Finish() { part_.HandOver(); }

 private:
  Status AddRun(const PatternGroup& group, const ChunkResult& chunk, uint64_t first,
                uint64_t count);

  const SweepPlan& plan_;
  Tally& tally_;
  TallyPart part_;
  Expectation expectation_;
  judge::ExpectedChunk expected_;
  judge::ActualChunk actual_;
};

}  // namespace touchstone::sweep
