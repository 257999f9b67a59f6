#include "reports/headroom.h"

#include <cmath>
#include <limits>
#include <string_view>

namespace touchstone::reports {
namespace {

// The one metric whose limit is the smallest value allowed, not the largest.
constexpr std::string_view kLowerLimit = "matched_ratio";

double UsedShare(std::string_view metric, double value, double limit) {
  if (metric == kLowerLimit) {
    value = 1 - value;
    limit = 1 - limit;
  }
  if (std::isnan(value) || std::isnan(limit)) return std::numeric_limits<double>::quiet_NaN();
  if (limit <= 0) return value <= 0 ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(limit)) return 0;
  return value / limit;
}

}  // namespace

std::vector<Headroom> HeadroomsOf(const record::CaseRecord& one) {
  std::vector<Headroom> all;
  for (const judge::Verdict& verdict : one.verdicts) {
    if (verdict.state == judge::VerdictState::kNotApplicable) continue;
    for (const auto& [metric, limit] : verdict.limits) {
      const auto value = verdict.values.find(metric);
      if (value == verdict.values.end()) continue;
      all.push_back({verdict.standard, metric, value->second, limit,
                     UsedShare(metric, value->second, limit), verdict.advisory});
    }
  }
  return all;
}

std::optional<Headroom> ClosestToLimit(const record::CaseRecord& one) {
  std::optional<Headroom> closest;
  for (Headroom& headroom : HeadroomsOf(one)) {
    // A NaN is further beyond any limit than a number can be.
    const bool nearer = !closest || std::isnan(headroom.used) || headroom.used > closest->used;
    if (!headroom.advisory && nearer) closest = std::move(headroom);
  }
  return closest;
}

}  // namespace touchstone::reports
