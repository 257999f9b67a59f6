#include "reports/gate/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "framework/record/safe_text.h"
#include "reports/gate/gate_metrics.h"

namespace touchstone::gate {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;

constexpr size_t kMostAxisValues = 64;

// What stands in the way of taking this record as the measure of later ones.
Errors Obstacles(const RunRecord& run, const BaselineOptions& options) {
  Errors errors;
  if (run.cases.empty()) errors.push_back(InputError("the record holds no cases"));
  if (run.planned != run.cases.size()) {
    errors.push_back(
        InputError(fmt::format("the record is incomplete: {} cases were planned, {} are there",
                               run.planned, run.cases.size())));
  }
  uint64_t bad = 0;
  const CaseRecord* first_bad = nullptr;
  for (const CaseRecord& one : run.cases) {
    if (!record::IsGood(one.status) && ++bad == 1) first_bad = &one;
    if (!one.metrics) continue;
    for (const GateMetric& metric : AllGateMetrics()) {
      if (!std::isnan((*one.metrics).*metric.member)) continue;
      errors.push_back(
          InputError(fmt::format("case '{}': {} is NaN, which nothing can be compared with",
                                 record::VisibleText(one.id), metric.name)));
    }
  }
  if (bad > 0 && !options.accept_failures) {
    errors.push_back(
        InputError(fmt::format("{} of {} cases are not good, the first is '{}' ({}); a baseline "
                               "takes them only when asked to "
                               "accept failures",
                               bad, run.cases.size(), record::VisibleText(first_bad->id),
                               record::Name(first_bad->status))));
  }
  return errors;
}

}  // namespace

std::map<std::string, double> DurationsOf(const RunRecord& run) {
  std::map<std::string, double> durations;
  for (const CaseRecord& one : run.cases) {
    if (std::isfinite(one.duration_ms)) durations[record::SafeUtf8(one.suite)] += one.duration_ms;
  }
  for (auto& [suite, duration] : durations) {
    const double unit = duration >= 10 ? std::pow(10, std::floor(std::log10(duration)) - 1) : 1;
    duration = std::round(duration / unit) * unit;
  }
  return durations;
}

void KeepSteadyDurations(const Baseline& earlier, Baseline& baseline) {
  for (BaselineSuite& suite : baseline.suites) {
    for (const BaselineSuite& old : earlier.suites) {
      if (old.name != suite.name || old.duration_ms <= 0 || suite.duration_ms <= 0) continue;
      const double low = std::min(old.duration_ms, suite.duration_ms);
      const double high = std::max(old.duration_ms, suite.duration_ms);
      const double allowed =
          std::max(low * (1 + kDurationAllowance.relative), low + kDurationAllowance.absolute);
      if (high <= allowed) suite.duration_ms = old.duration_ms;
    }
  }
}

BaselineCase ToBaselineCase(const CaseRecord& one) {
  BaselineCase result;
  result.id = record::SafeUtf8(one.id);
  result.status = one.status;
  result.digest = record::SafeUtf8(one.output.digest);
  for (const GateMetric& metric : AllGateMetrics()) {
    std::optional<double>& value = result.metrics.emplace_back();
    if (one.metrics) value = RoundForBaseline((*one.metrics).*metric.member);
  }
  return result;
}

Coverage CoverageOf(const RunRecord& run) {
  Coverage coverage;
  for (const CaseRecord& one : run.cases) {
    if (one.status == CaseStatus::kNotRun) continue;
    for (const auto& [axis, value] : one.axes) {
      ++coverage[record::SafeUtf8(axis)][record::SafeUtf8(value)];
    }
    if (!one.output.dtype.empty()) ++coverage["(output dtype)"][record::SafeUtf8(one.output.dtype)];
    std::set<std::string> layouts;
    for (const record::TensorRecord& input : one.inputs) {
      if (!input.layout.empty()) layouts.insert(record::SafeUtf8(input.layout));
    }
    for (const std::string& layout : layouts) ++coverage["(input layout)"][layout];
    if (!one.inputs.empty() && one.inputs.front().presence == "given") {
      ++coverage["(rank)"][std::to_string(one.inputs.front().shape.size())];
    }
  }
  std::erase_if(coverage, [](const auto& axis) { return axis.second.size() > kMostAxisValues; });
  return coverage;
}

Result<Baseline> MakeBaseline(const RunRecord& run, const BaselineOptions& options) {
  Errors obstacles = Obstacles(run, options);
  if (!obstacles.empty()) return obstacles;
  Baseline baseline;
  baseline.tool_version = run.tool_version;
  baseline.soc = run.device.soc;
  baseline.contract = run.device.contract;
  baseline.seed = run.seed;
  const std::map<std::string, double> durations = DurationsOf(run);
  for (const record::SuiteRecord& suite : run.suites) {
    const std::string name = record::SafeUtf8(suite.name);
    const auto found = durations.find(name);
    baseline.suites.push_back(
        {name, record::SafeUtf8(suite.digest), found == durations.end() ? 0 : found->second});
  }
  std::sort(baseline.suites.begin(), baseline.suites.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  baseline.coverage = CoverageOf(run);
  for (const CaseRecord& one : run.cases) baseline.cases.push_back(ToBaselineCase(one));
  std::sort(baseline.cases.begin(), baseline.cases.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  return baseline;
}

}  // namespace touchstone::gate
