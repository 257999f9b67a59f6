// Compares a run with its baseline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/record/record.h"
#include "reports/gate/baseline.h"
#include "reports/gate/finding.h"
#include "reports/gate/policy.h"

namespace touchstone::gate {

struct GateReport {
  std::vector<Finding> findings;  ///< failures first, then by kind and case id
  uint64_t baseline_cases = 0;
  uint64_t compared_cases = 0;  ///< in both
  uint64_t Failures() const;
  bool Passed() const { return Failures() == 0; }
};

/// `today` is "2027-01-31", in UTC, and decides which waivers still count. A foreign (other chip,
/// contract, seed or suites) or incomplete record fails at once, since comparing it would only make noise, and so does one that `stale`
/// (what the caller found changed since the run) speaks against; all other findings are reported
/// together. A case's metrics are compared only while its status stays the same.
GateReport Compare(const Baseline& baseline, const record::RunRecord& run, const Policy& policy,
                   const std::string& today, std::vector<Finding> stale = {});

}  // namespace touchstone::gate
