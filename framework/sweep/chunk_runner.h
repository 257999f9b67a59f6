// Chunks of patterns through the operator on an open device: the worker's side of a sweep.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/device/session.h"
#include "framework/sweep/device.h"
#include "framework/sweep/plan.h"

namespace touchstone::sweep {

/// Every chunk is computed twice, with other buffers, other guard bytes and another content of
/// output and workspace the second time. Belongs to the session's thread.
class ChunkRunner {
 public:
  ChunkRunner(device::Session& session, const SweepPlan& plan);
  ~ChunkRunner();

  /// Writes the first run's output to `output` and marks what no run wrote in `unwritten`, which
  /// has one entry per pattern and may hold anything where the result's own span is empty. Errors
  /// as CallOperator and GuardedBuffer give them.
  Result<ChunkResult> Run(uint64_t first, uint64_t count, std::span<std::byte> output,
                          std::span<uint8_t> unwritten);

  /// Guard zones, and inputs that are never sent again. To be called at the end.
  Result<std::vector<std::string>> Check();

 private:
  class RunBuffers;

  Status Prepare(uint64_t count);
  void Compare(ChunkResult& result, std::span<uint8_t> unwritten) const;

  device::Session& session_;
  const SweepPlan& plan_;
  uint64_t count_ = 0;  ///< elements that the buffers are made for
  std::unique_ptr<RunBuffers> runs_[2];
  std::vector<std::byte> patterns_, second_output_;
  std::vector<std::string> problems_;  ///< of buffers that are gone
};

}  // namespace touchstone::sweep
