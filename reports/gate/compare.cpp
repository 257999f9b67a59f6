#include "reports/gate/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

#include "framework/record/safe_text.h"
#include "reports/gate/waivers.h"
#include "reports/number_text.h"

namespace touchstone::gate {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using reports::ExactNumber;

class Comparison {
 public:
  Comparison(const Baseline& baseline, const RunRecord& run, const Policy& policy)
      : baseline_(baseline), run_(run), policy_(policy) {}

  GateReport Run(std::vector<Finding> stale) {
    report_.baseline_cases = baseline_.cases.size();
    report_.findings = std::move(stale);
    CheckIdentity();
    if (!report_.findings.empty()) return std::move(report_);
    CompareSuites();
    CompareCases();
    CompareCoverage();
    CompareDurations();
    return std::move(report_);
  }

 private:
  Finding& Add(FindingKind kind, std::string id, std::string metric, std::string old_value,
               std::string new_value) {
    Finding finding;
    finding.kind = kind;
    finding.case_id = std::move(id);
    finding.metric = std::move(metric);
    finding.old_value = std::move(old_value);
    finding.new_value = std::move(new_value);
    finding.severity = policy_.severities.at(kind);
    return report_.findings.emplace_back(std::move(finding));
  }

  void CheckIdentity() {
    if (run_.cases.empty()) {
      Add(FindingKind::kIncompleteRecord, "", "cases", std::to_string(baseline_.cases.size()), "0")
          .note = "nothing was run";
    }
    if (run_.planned != run_.cases.size()) {
      Add(FindingKind::kIncompleteRecord, "", "planned", std::to_string(run_.planned),
          std::to_string(run_.cases.size()))
          .note = "results are missing";
    }
    if (run_.device.soc != baseline_.soc) {
      Add(FindingKind::kForeignRecord, "", "soc", baseline_.soc, run_.device.soc);
    }
    if (run_.device.contract != baseline_.contract) {
      Add(FindingKind::kForeignRecord, "", "contract", baseline_.contract, run_.device.contract);
    }
    if (run_.seed != baseline_.seed) {
      Add(FindingKind::kForeignRecord, "", "seed", std::to_string(baseline_.seed),
          std::to_string(run_.seed))
          .note = fmt::format(
          "another seed gives other data, so nothing can be compared; run with{}, or write the "
          "baseline anew with --update",
          baseline_.seed == 0 ? "out --seed" : fmt::format(" --seed {}", baseline_.seed));
    }
    for (const BaselineSuite& suite : baseline_.suites) {
      if (FindSuite(suite.name) == nullptr) {
        Add(FindingKind::kForeignRecord, "", "suite", suite.name, "").note =
            "the suite was not run";
      }
    }
  }

  const record::SuiteRecord* FindSuite(const std::string& name) const {
    for (const record::SuiteRecord& suite : run_.suites) {
      if (record::SafeUtf8(suite.name) == name) return &suite;
    }
    return nullptr;
  }

  void CompareSuites() {
    for (const BaselineSuite& suite : baseline_.suites) {
      const std::string digest = record::SafeUtf8(FindSuite(suite.name)->digest);
      if (digest != suite.digest) {
        Add(FindingKind::kSuiteChange, "", suite.name, suite.digest, digest);
      }
    }
    for (const record::SuiteRecord& suite : run_.suites) {
      const std::string name = record::SafeUtf8(suite.name);
      const bool known = std::any_of(baseline_.suites.begin(), baseline_.suites.end(),
                                     [&](const BaselineSuite& one) { return one.name == name; });
      if (!known) Add(FindingKind::kSuiteChange, "", name, "", record::SafeUtf8(suite.digest));
    }
  }

  void CompareCases() {
    std::unordered_map<std::string, const CaseRecord*> current;
    for (const CaseRecord& one : run_.cases) current[record::SafeUtf8(one.id)] = &one;
    for (const BaselineCase& old_case : baseline_.cases) {
      const auto found = current.find(old_case.id);
      if (found == current.end()) {
        Add(FindingKind::kVanishedCase, old_case.id, "status",
            std::string(record::Name(old_case.status)), "");
        continue;
      }
      ++report_.compared_cases;
      CompareCase(old_case, *found->second);
      current.erase(found);
    }
    for (const auto& [id, one] : current) {
      const bool good = record::IsGood(one->status);
      Finding& finding = Add(good ? FindingKind::kNewCase : FailureKind(one->status), id, "status",
                             "", std::string(record::Name(one->status)));
      finding.note = one->reason;
      if (!good) finding.changes = Grown({}, ToBaselineCase(*one));
    }
  }

  static FindingKind FailureKind(CaseStatus status) {
    return status == CaseStatus::kUnexpectedPass ? FindingKind::kUnexpectedPass
                                                 : FindingKind::kNewFailure;
  }

  void CompareCase(const BaselineCase& old_case, const CaseRecord& one) {
    const BaselineCase new_case = ToBaselineCase(one);
    if (new_case.status != old_case.status) {
      FindingKind kind = FindingKind::kStatusChange;
      if (new_case.status == CaseStatus::kPass) {
        kind = FindingKind::kImprovement;
      } else if (record::IsGood(old_case.status) && !record::IsGood(new_case.status)) {
        kind = FailureKind(new_case.status);
      }
      Finding& finding =
          Add(kind, old_case.id, "status", std::string(record::Name(old_case.status)),
              std::string(record::Name(new_case.status)));
      finding.note = one.reason;
      if (!record::IsGood(new_case.status)) finding.changes = Grown(old_case, new_case);
      return;
    }
    if (!record::IsGood(new_case.status)) {
      const std::string name(record::Name(new_case.status));
      Add(FindingKind::kAcceptedFailure, old_case.id, "status", name, name).note = one.reason;
    }
    if (new_case.digest != old_case.digest) {
      Add(FindingKind::kDigestChange, old_case.id, "digest", old_case.digest, new_case.digest);
    }
    for (size_t i = 0; i < AllGateMetrics().size(); ++i) {
      CompareMetric(old_case.id, AllGateMetrics()[i].name, old_case.metrics[i],
                    new_case.metrics[i]);
    }
  }

  // The errors that grew: those beyond their allowance first, otherwise in the columns' order.
  std::vector<MetricChange> Grown(const BaselineCase& old_case,
                                  const BaselineCase& new_case) const {
    std::vector<MetricChange> beyond, within;
    for (size_t i = 0; i < AllGateMetrics().size(); ++i) {
      const std::optional<double>& new_value = new_case.metrics[i];
      const bool is_new = old_case.metrics.empty() || !old_case.metrics[i];
      const double before = is_new ? 0 : *old_case.metrics[i];
      if (!new_value || *new_value <= before) continue;
      const std::string name(AllGateMetrics()[i].name);
      auto& list = *new_value <= Allowed(name, before) ? within : beyond;
      list.push_back({name, is_new ? "" : ExactNumber(before), ExactNumber(*new_value)});
    }
    beyond.insert(beyond.end(), within.begin(), within.end());
    return beyond;
  }

  double Allowed(const std::string& metric, double old_value) const {
    const Allowance& allowance = policy_.metrics.find(metric)->second;
    return std::max(old_value + old_value * allowance.relative, old_value + allowance.absolute);
  }

  void CompareMetric(const std::string& id, std::string_view name,
                     const std::optional<double>& old_value,
                     const std::optional<double>& new_value) {
    const std::string metric(name);
    const std::string old_text = old_value ? ExactNumber(*old_value) : "";
    const std::string new_text = new_value ? ExactNumber(*new_value) : "";
    if (old_value && std::isnan(*old_value)) {
      Add(FindingKind::kBadBaseline, id, metric, old_text, new_text);
    } else if (new_value && std::isnan(*new_value)) {
      Add(FindingKind::kMetricLost, id, metric, old_text, new_text);
    } else if (old_value && !new_value) {
      Add(FindingKind::kMetricLost, id, metric, old_text, new_text);
    } else if (!old_value && new_value) {
      Add(FindingKind::kNewMetric, id, metric, old_text, new_text);
    } else if (old_value && new_value) {
      CompareNumbers(id, metric, *old_value, *new_value);
    }
  }

  void CompareNumbers(const std::string& id, const std::string& metric, double old_value,
                      double new_value) {
    if (old_value == new_value) return;
    const Allowance& allowance = policy_.metrics.find(metric)->second;
    const double allowed = Allowed(metric, old_value);
    if (!(new_value <= allowed)) {
      Add(FindingKind::kMetricRegression, id, metric, ExactNumber(old_value),
          ExactNumber(new_value))
          .allowed = reports::ShortNumber(allowed);
      return;
    }
    const double clearly_better =
        std::min(old_value - old_value * allowance.relative, old_value - allowance.absolute);
    if (std::isinf(old_value) || new_value < clearly_better) {
      Add(FindingKind::kImprovement, id, metric, ExactNumber(old_value), ExactNumber(new_value));
    }
  }

  void CompareCoverage() {
    const Coverage current = CoverageOf(run_);
    for (const auto& [axis, values] : baseline_.coverage) {
      const auto found = current.find(axis);
      for (const auto& [value, count] : values) {
        if (found != current.end() && found->second.contains(value)) continue;
        Add(FindingKind::kCoverageLost, "", axis, fmt::format("{} ({} cases)", value, count), "0")
            .note = "no case runs with this value any more";
      }
    }
  }

  void CompareDurations() {
    const std::map<std::string, double> current = DurationsOf(run_);
    for (const BaselineSuite& suite : baseline_.suites) {
      const auto found = current.find(suite.name);
      if (found == current.end() || suite.duration_ms <= 0) continue;
      const double allowed = Allowed(std::string(kDuration), suite.duration_ms);
      if (found->second <= allowed) continue;
      Finding& finding = Add(FindingKind::kDurationDrift, "", suite.name + " duration_ms",
                             ExactNumber(suite.duration_ms), ExactNumber(found->second));
      finding.allowed = ExactNumber(allowed);
    }
  }

  const Baseline& baseline_;
  const RunRecord& run_;
  const Policy& policy_;
  GateReport report_;
};

}  // namespace

uint64_t GateReport::Failures() const {
  return static_cast<uint64_t>(
      std::count_if(findings.begin(), findings.end(),
                    [](const Finding& one) { return one.severity == Severity::kFail; }));
}

GateReport Compare(const Baseline& baseline, const RunRecord& run, const Policy& policy,
                   const std::string& today, std::vector<Finding> stale) {
  GateReport report = Comparison(baseline, run, policy).Run(std::move(stale));
  ApplyWaivers(policy, today, report.findings);
  const auto key = [](const Finding& one) {
    return std::tie(one.severity, one.kind, one.case_id, one.metric, one.old_value, one.new_value);
  };
  std::sort(report.findings.begin(), report.findings.end(),
            [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
  return report;
}

}  // namespace touchstone::gate
