// Builds the small records that the gate's tests compare.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "framework/record/sample_record.h"
#include "reports/gate/compare.h"

namespace touchstone::gate {

inline constexpr const char* kToday = "2026-06-30";

/// Three passing cases of a run that can be a baseline: ids "s/a", "s/b" and "s/c".
inline record::RunRecord SmallRun() {
  record::RunRecord run = record::SampleRecord();
  run.suites = {{"cases/s.yaml", "s", "00112233445566778899aabbccddeeff", 3}};
  run.cases = {record::SamplePass("s/a", "fp32", "none"), record::SamplePass("s/b", "bf16", "mean"),
               record::SamplePass("s/c", "fp16", "sum")};
  record::MakeConsistent(run);
  return run;
}

/// The gate's answer when `change` turned the record of SmallRun into the current one.
template <typename Change>
GateReport AfterChange(Change change, const Policy& policy = DefaultPolicy()) {
  const Result<Baseline> baseline = MakeBaseline(SmallRun());
  record::RunRecord run = SmallRun();
  change(run);
  return Compare(*baseline, run, policy, kToday);
}

/// The findings of one kind.
inline std::vector<Finding> Of(const GateReport& report, FindingKind kind) {
  std::vector<Finding> found;
  for (const Finding& one : report.findings) {
    if (one.kind == kind) found.push_back(one);
  }
  return found;
}

}  // namespace touchstone::gate
