// The part that mixed and allclose have in common: a tolerance that enough elements must meet.
#pragma once

#include "framework/judge/rule.h"

namespace touchstone::judge {

/// Counts the elements with |a-g| <= atol + rtol |g| and decides whether they are enough of all.
/// Elements right by their class count as matched.
class MatchedRatio {
 public:
  explicit MatchedRatio(const RuleContext& context);

  void Add(const Block& block);
  void Merge(const MatchedRatio& other);
  const BrokenList& broken() const { return counts_.broken; }
  /// Sets limits, values, vacuous, and state, certified and reason for the ratio alone.
  void Finish(const Totals& totals, Verdict& verdict) const;

 private:
  RuleContext context_;
  LinearTolerance tolerance_;
  double required_ratio_;
  double zero_magnitude_;  ///< zero is within tolerance of golden values up to this magnitude
  ToleranceCounts counts_;
  uint64_t zero_matches_ = 0;
};

}  // namespace touchstone::judge
