#include "framework/sweep/result.h"

#include <numeric>

namespace touchstone::sweep {

uint64_t SweepResult::CountOf(PatternKind kind) const {
  uint64_t count = 0;
  for (const GroupResult& group : groups) {
    if (group.group.kind == kind) count += group.metrics.elements;
  }
  return count;
}

uint64_t SweepResult::comparable() const {
  return std::accumulate(metrics.ulp_histogram.begin(), metrics.ulp_histogram.end(), uint64_t{0});
}

bool SweepResult::passed() const {
  return refusal.empty() && patterns == plan.patterns.count() && metrics.elements == patterns &&
         bound.state == judge::VerdictState::kPass && bound.certified && beyond == 0 &&
         metrics.unwritten == 0 && differing == 0 && problems.empty();
}

}  // namespace touchstone::sweep
