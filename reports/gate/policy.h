// What the gate allows: drift per metric, severities, waivers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "reports/gate/finding.h"
#include "reports/gate/gate_metrics.h"

namespace touchstone::gate {

/// Lets one kind of finding through for some cases, for a while.
struct Waiver {
  std::string cases;  ///< glob over case ids: '*' and '?' are special
  FindingKind kind = FindingKind::kMetricRegression;
  std::string metric;  ///< only this metric; "" for any
  std::string owner;   ///< who answers for it
  std::string reason;
  std::string expires;  ///< last day it counts, "2027-01-31"
  SourceLocation where;
};

struct Policy {
  std::map<std::string, Allowance, std::less<>> metrics;  ///< by name; all gate metrics and
                                                          ///< duration_ms are there
  std::map<FindingKind, Severity> severities;             ///< all kinds are there
  std::vector<Waiver> waivers;
};

/// The numbers of gate_metrics.cpp and the severities of finding.cpp; no waivers.
Policy DefaultPolicy();

/// The default policy with the changes that a YAML (or JSON) file makes:
///   metrics:    {max_error_ulp: {relative: 0.05, absolute: 0}}
///   severities: {digest_change: information}
///   waivers:    [{cases: "suite/x*", kind: digest_change, owner: kim, reason: "new exp", expires:
///   2027-01-31}]
/// Errors, with line and column: unknown or doubled keys, metrics, kinds and severities; negative
/// or non-finite numbers; a waiver without owner, reason or a real date; a kind that cannot be
/// changed.
Result<Policy> PolicyFromYaml(std::string_view text, const std::string& name);
Result<Policy> ReadPolicy(const std::string& path);

}  // namespace touchstone::gate
