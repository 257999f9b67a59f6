// The numbers of a case that the gate watches, and how far each may move by default.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "framework/judge/verdict.h"

namespace touchstone::gate {

/// How far a metric may grow before it is a regression: to the larger of old * (1 + relative) and
/// old + absolute. From a baseline of 0 only `absolute` allows anything.
struct Allowance {
  double relative = 0;
  double absolute = 0;
};

/// One watched number. All of them are errors: smaller is better.
struct GateMetric {
  std::string_view name;
  double judge::Metrics::*member;
  Allowance allowance;  ///< the default policy
};

/// How much longer the cases of a suite may take together, in milliseconds, before it is worth a
/// word. Information by default: machines differ, and a busy one is twice as slow.
inline constexpr std::string_view kDuration = "duration_ms";
inline constexpr Allowance kDurationAllowance = {1.0, 2000};

/// In the order of a baseline's columns.
const std::vector<GateMetric>& AllGateMetrics();

/// Five significant digits, as baselines hold them; both sides of a comparison are rounded so. NaN
/// and infinities stay.
double RoundForBaseline(double value);

}  // namespace touchstone::gate
