#include "reports/gate/finding.h"

namespace touchstone::gate {
namespace {

constexpr bool kFixed = false, kAdjustable = true;

}  // namespace

const std::vector<FindingInfo>& AllFindingKinds() {
  using K = FindingKind;
  using S = Severity;
  static const std::vector<FindingInfo> kinds = {
      {K::kForeignRecord, "foreign_record", "foreign record", S::kFail, kFixed},
      {K::kIncompleteRecord, "incomplete_record", "incomplete record", S::kFail, kFixed},
      {K::kStaleRecord, "stale_record", "stale record", S::kFail, kFixed},
      {K::kBadBaseline, "bad_baseline", "bad baseline", S::kFail, kFixed},
      {K::kNewFailure, "new_failure", "new failure", S::kFail, kAdjustable},
      {K::kUnexpectedPass, "unexpected_pass", "unexpected pass", S::kFail, kAdjustable},
      {K::kVanishedCase, "vanished_case", "vanished case", S::kFail, kAdjustable},
      {K::kStatusChange, "status_change", "status change", S::kFail, kAdjustable},
      {K::kDigestChange, "digest_change", "output changed", S::kFail, kAdjustable},
      {K::kMetricRegression, "metric_regression", "metric regressed", S::kFail, kAdjustable},
      {K::kMetricLost, "metric_lost", "metric lost", S::kFail, kAdjustable},
      {K::kCoverageLost, "coverage_lost", "coverage lost", S::kFail, kAdjustable},
      {K::kExpiredWaiver, "expired_waiver", "waiver expired", S::kFail, kFixed},
      {K::kNewCase, "new_case", "new case, needs acceptance", S::kInformation, kAdjustable},
      {K::kNewMetric, "new_metric", "new metric, needs acceptance", S::kInformation, kAdjustable},
      {K::kImprovement, "improvement", "improvement", S::kInformation, kAdjustable},
      {K::kAcceptedFailure, "accepted_failure", "accepted failure", S::kInformation, kAdjustable},
      {K::kSuiteChange, "suite_change", "suite changed", S::kInformation, kAdjustable},
      {K::kDurationDrift, "duration_drift", "slower", S::kInformation, kAdjustable},
      {K::kUnusedWaiver, "unused_waiver", "waiver not needed", S::kInformation, kAdjustable},
  };
  return kinds;
}

const FindingInfo& Info(FindingKind kind) {
  return AllFindingKinds()[static_cast<size_t>(kind)];  // rows follow the enumeration: see the test
}

std::string_view Name(Severity severity) {
  switch (severity) {
    case Severity::kFail:
      return "fail";
    case Severity::kInformation:
      return "information";
    case Severity::kWaived:
      return "waived";
  }
  return "fail";
}

}  // namespace touchstone::gate
