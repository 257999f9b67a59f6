// The judges of a sweep: one for each group of patterns, whoever filled them.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "framework/judge/judge.h"
#include "framework/sweep/result.h"

namespace touchstone::sweep {

/// Collects from all threads. Sums are exact and maxima do not depend on order, so that the result
/// is the same however the patterns were shared out. Thread-safe, but for Finish.
class Tally {
 public:
  explicit Tally(const SweepPlan& plan);

  judge::OutputJudge NewJudge() const;
  void Merge(const PatternGroup& group, judge::OutputJudge&& judge);
  void AddChunk(const ChunkResult& chunk);
  void AddProblems(const std::vector<std::string>& problems);

  /// Leaves `worst` without enclosures; at the end, once.
  SweepResult Finish();

 private:
  struct Group {
    PatternGroup group;
    judge::OutputJudge judge;
  };

  const SweepPlan& plan_;
  std::mutex mutex_;
  std::map<uint32_t, Group> groups_;  ///< by first_bits
  uint64_t patterns_ = 0;
  uint64_t differing_ = 0;
  uint64_t first_differing_ = kNoPattern;
  std::map<std::string, uint64_t> problems_;
};

/// One thread's part: judges chunks and hands over to the tally whenever the group changes. Not
/// thread-safe.
class TallyPart {
 public:
  explicit TallyPart(Tally& tally) : tally_(tally) {}

  /// Patterns first, first + 1, ..., all of `group`.
  void Add(const PatternGroup& group, uint64_t first, const judge::ActualChunk& actual,
           const judge::ExpectedChunk& expected);
  /// To be called at the end; what is not handed over is not in the result.
  void HandOver();

 private:
  Tally& tally_;
  PatternGroup group_;
  std::optional<judge::OutputJudge> judge_;
};

}  // namespace touchstone::sweep
