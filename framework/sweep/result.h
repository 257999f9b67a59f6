// What a sweep found.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/judge/verdict.h"
#include "framework/sweep/device.h"
#include "framework/sweep/plan.h"

namespace touchstone::sweep {

/// All patterns of one group that were taken.
struct GroupResult {
  PatternGroup group;
  judge::Metrics metrics;
  uint64_t beyond = 0;  ///< elements outside the rounding bound, wrong classes among them
};

/// One of the elements furthest from the exact value, with what can be said of it exactly.
struct WorstPattern {
  uint32_t bits = 0;  ///< of the swept input
  double value = 0;
  uint32_t actual_bits = 0;
  double actual = 0;
  uint32_t expected_bits = 0;   ///< the exact value rounded once
  double lower = 0, upper = 0;  ///< enclosure of the exact value
  double error_ulp = 0;
  std::string note;  ///< "unwritten", "class: expected +inf", "rounding-bound: ..."
};

struct SweepResult {
  SweepPlan plan;
  /// Not empty: the operator did not compute, and why. Nothing else is then of any use.
  std::string refusal;
  uint64_t patterns = 0;  ///< computed and judged
  judge::Metrics metrics;
  judge::Verdict bound;  ///< of the rounding bound, which decides
  uint64_t beyond = 0;
  uint64_t not_applicable = 0;      ///< the chip's own order overflows on the way: no bound
  std::vector<GroupResult> groups;  ///< in the order of bit patterns
  std::vector<WorstPattern> worst;
  std::string pattern;     ///< what the elements beyond the bound have in common
  uint64_t differing = 0;  ///< elements with other bits in the second run
  uint32_t first_differing_bits = 0;
  std::map<std::string, uint64_t> problems;  ///< broken rules of the interface -> chunks

  /// Patterns of this kind that were taken.
  uint64_t CountOf(PatternKind kind) const;
  /// Elements that were compared as numbers; the others have a class and no error.
  uint64_t comparable() const;
  /// Everything is judged, certified and within the bound, twice the same, and no rule was broken.
  bool passed() const;
};

}  // namespace touchstone::sweep
