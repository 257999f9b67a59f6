// What the gate finds, by kind.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::gate {

enum class FindingKind {
  kForeignRecord,     ///< other chip, contract or seed, or a suite of the baseline was not run
  kIncompleteRecord,  ///< no cases, or fewer or more than were planned
  kStaleRecord,       ///< a suite or device library has changed since the run
  kBadBaseline,       ///< a baseline number that nothing can be compared with
  kNewFailure,        ///< a case that was good, or is new, is not good
  kUnexpectedPass,    ///< a known issue that passed
  kVanishedCase,      ///< in the baseline, not in the record
  kStatusChange,      ///< another status, neither a new failure nor an improvement
  kDigestChange,      ///< the output's bits changed
  kMetricRegression,  ///< a number grew beyond its allowance
  kMetricLost,        ///< a number is missing or NaN now
  kCoverageLost,      ///< no case runs with an axis value any more
  kExpiredWaiver,     ///< a waiver whose day has passed
  kNewCase,           ///< good, not in the baseline: needs acceptance
  kNewMetric,         ///< a number where the baseline has none: needs acceptance
  kImprovement,       ///< good now, or a smaller error: the baseline can be updated
  kAcceptedFailure,   ///< as bad as the baseline says
  kSuiteChange,       ///< a suite file's digest, or a suite that the baseline lacks
  kDurationDrift,     ///< a suite takes longer than its allowance
  kUnusedWaiver,      ///< a waiver that nothing needed
};

enum class Severity {
  kFail,
  kInformation,
  kWaived,  ///< would fail, but a waiver covers it
};

struct FindingInfo {
  FindingKind kind;
  std::string_view name;   ///< "new_failure": in policies and JSON
  std::string_view title;  ///< "new failure": for people
  Severity severity;       ///< by default
  bool adjustable;         ///< whether a policy may change the severity and a waiver may cover it
};

const std::vector<FindingInfo>& AllFindingKinds();
const FindingInfo& Info(FindingKind kind);
std::string_view Name(Severity severity);  ///< "fail", "information", "waived"

/// A number that changed together with a case's status: why it failed, in the gate's own terms.
struct MetricChange {
  std::string metric;
  std::string old_value;  ///< "" when the baseline has none
  std::string new_value;
};

struct Finding {
  FindingKind kind = FindingKind::kBadBaseline;
  std::string case_id;    ///< or "" for findings about the whole run
  std::string metric;     ///< "max_error_ulp", "status", "digest", an axis, "soc", ...
  std::string old_value;  ///< "" when there is none
  std::string new_value;
  std::string allowed;  ///< the largest value that passes; "" when equality is asked
  std::string note;     ///< why, in a few words: the case's reason, the waiver's owner
  std::vector<MetricChange> changes;  ///< of a new failure: the errors that grew, the telling first
  Severity severity = Severity::kFail;
};

}  // namespace touchstone::gate
