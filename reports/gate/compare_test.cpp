// Each kind of change: once so that the gate must fail, once so that it must pass.
#include "reports/gate/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reports/gate/gate_test_support.h"
#include "reports/gate/gate_text.h"

namespace touchstone::gate {
namespace {

using record::CaseStatus;
using record::RunRecord;
using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The only failure, which must be of this kind.
Finding Failure(const GateReport& report, FindingKind kind) {
  EXPECT_FALSE(report.Passed());
  EXPECT_EQ(report.Failures(), 1u) << GateText(report);
  const std::vector<Finding> found = Of(report, kind);
  EXPECT_EQ(found.size(), 1u) << GateText(report);
  return found.empty() ? Finding{} : found.front();
}

// An information of this kind, and nothing that fails.
Finding Information(const GateReport& report, FindingKind kind) {
  EXPECT_TRUE(report.Passed()) << GateText(report);
  const std::vector<Finding> found = Of(report, kind);
  EXPECT_EQ(found.size(), 1u) << GateText(report);
  return found.empty() ? Finding{} : found.front();
}

TEST(GateFindings, RowsFollowTheEnumeration) {
  for (size_t i = 0; i < AllFindingKinds().size(); ++i) {
    EXPECT_EQ(static_cast<size_t>(AllFindingKinds()[i].kind), i);
  }
  EXPECT_EQ(AllFindingKinds().back().kind, FindingKind::kUnusedWaiver);
}

TEST(Gate, PassesWhenNothingChanged) {
  const GateReport report = AfterChange([](RunRecord&) {});
  EXPECT_TRUE(report.findings.empty()) << GateText(report);
  EXPECT_EQ(report.compared_cases, 3u);
  EXPECT_EQ(GateText(report), "gate: passed; 3 of 3 baseline cases compared\n");
}

TEST(Gate, IgnoresTimeAndPlace) {
  EXPECT_TRUE(AfterChange([](RunRecord& run) {
                run.started_at = "2030-01-01T00:00:00Z";
                run.summary.seconds = 1e6;
                run.device.libraries = "/elsewhere";
                for (auto& one : run.cases) one.duration_ms *= 50;
              }).findings.empty());
}

TEST(Gate, NewFailureFails) {
  const Finding finding = Failure(AfterChange([](RunRecord& run) {
                                    run.cases[1].status = CaseStatus::kFail;
                                    run.cases[1].reason = "eco-v3: too far off";
                                  }),
                                  FindingKind::kNewFailure);
  EXPECT_EQ(finding.case_id, "s/b");
  EXPECT_EQ(finding.old_value, "pass");
  EXPECT_EQ(finding.new_value, "fail");
  EXPECT_EQ(finding.note, "eco-v3: too far off");
}

TEST(Gate, NewFailureNamesTheErrorThatGrew) {
  const auto fail = [](RunRecord& run) {
    run.cases[1].status = CaseStatus::kFail;
    run.cases[1].metrics->max_error_ulp = 251;
    run.cases[1].metrics->mean_error_ulp = 0.13;  // grew, but within its allowance
    run.cases[1].metrics->max_relative_error = kNan;
    run.cases[1].reason =
        "eco-v3: matched_ratio 0 < 0.99; 3 of 4 elements beyond, first element 0; " +
        std::string(300, 'x');
  };
  const GateReport report = AfterChange(fail);
  const Finding finding = Failure(report, FindingKind::kNewFailure);
  ASSERT_EQ(finding.changes.size(), 3u);
  EXPECT_EQ(finding.changes[0].metric, "max_error_ulp");
  EXPECT_EQ(finding.changes[1].metric, "max_relative_error");
  EXPECT_EQ(finding.changes[1].new_value, "NaN");
  EXPECT_EQ(finding.changes[2].metric, "mean_error_ulp");
  EXPECT_THAT(
      GateText(report),
      HasSubstr("  fail: new failure: s/b: status was pass, is fail; max_error_ulp was 0.5, "
                "is 251 (eco-v3: matched_ratio 0 < 0.99; 3 of 4 elements beyond, first element 0; "
                "...)\n"));
  EXPECT_THAT(GateMarkdown(report), HasSubstr("max_error_ulp was 0.5, is 251; "));
  EXPECT_THAT(GateJson(report), HasSubstr("\"old\": \"0.5\",\n     \"new\": \"251\""));
  // A new case has no earlier numbers.
  const GateReport fresh = AfterChange([](RunRecord& run) {
    run.cases.push_back(record::SamplePass("s/d", "fp32", "sum"));
    run.cases.back().status = CaseStatus::kFail;
    run.cases.back().metrics->max_error_ulp = 9;
    run.planned = run.cases.size();
  });
  EXPECT_THAT(GateText(fresh), HasSubstr("status was (none), is fail; max_error_ulp is 9\n"));
}

TEST(Gate, SlowerSuitesAreInformation) {
  const auto takes = [](double milliseconds) {
    return [milliseconds](RunRecord& run) {
      for (auto& one : run.cases) {
        one.suite = "s";
        one.duration_ms = milliseconds / 3;
      }
    };
  };
  RunRecord before = SmallRun();
  takes(4000)(before);
  const Result<Baseline> baseline = MakeBaseline(before);
  ASSERT_TRUE(baseline);
  const auto after = [&](double milliseconds, const Policy& policy) {
    RunRecord run = before;
    takes(milliseconds)(run);
    return Compare(*baseline, run, policy, kToday);
  };
  EXPECT_TRUE(after(8000, DefaultPolicy()).findings.empty());
  EXPECT_TRUE(after(1, DefaultPolicy()).findings.empty());
  const GateReport report = after(9000, DefaultPolicy());
  Information(report, FindingKind::kDurationDrift);
  EXPECT_THAT(GateText(report),
              HasSubstr("information: slower: s duration_ms was 4000, is 9000, allowed 8000"));
  Policy strict = DefaultPolicy();
  strict.severities[FindingKind::kDurationDrift] = Severity::kFail;
  EXPECT_FALSE(after(9000, strict).Passed());
  strict.metrics.find(kDuration)->second = {3, 0};
  EXPECT_TRUE(after(9000, strict).Passed());
}

TEST(Gate, EveryStatusThatIsNotGoodIsANewFailure) {
  for (const CaseStatus status : record::AllStatuses()) {
    if (record::IsGood(status)) continue;
    const GateReport report = AfterChange([&](RunRecord& run) { run.cases[0].status = status; });
    const bool unexpected = status == CaseStatus::kUnexpectedPass;
    // A case that did not run also loses its coverage; the new failure must be there all the same.
    EXPECT_FALSE(report.Passed());
    EXPECT_EQ(
        Of(report, unexpected ? FindingKind::kUnexpectedPass : FindingKind::kNewFailure).size(), 1u)
        << record::Name(status);
  }
}

TEST(Gate, NewCasePassesButANewFailingCaseFails) {
  const Finding fresh = Information(AfterChange([](RunRecord& run) {
                                      run.cases.push_back(record::SamplePass("s/d", "fp32", "sum"));
                                      run.planned = run.cases.size();
                                    }),
                                    FindingKind::kNewCase);
  EXPECT_EQ(fresh.case_id, "s/d");
  Failure(AfterChange([](RunRecord& run) {
            run.cases.push_back(record::SamplePass("s/d", "fp32", "sum"));
            run.cases.back().status = CaseStatus::kCrash;
            run.planned = run.cases.size();
          }),
          FindingKind::kNewFailure);
}

// G3-19: the denominator cannot shrink silently.
TEST(Gate, VanishedCaseFails) {
  const GateReport report = AfterChange([](RunRecord& run) {
    run.cases.erase(run.cases.begin());
    run.cases[0].axes = run.cases[1].axes = {{"dtype", "fp32"}, {"reduction", "none"}};
    run.planned = run.cases.size();
  });
  EXPECT_FALSE(report.Passed());
  ASSERT_EQ(Of(report, FindingKind::kVanishedCase).size(), 1u);
  EXPECT_EQ(Of(report, FindingKind::kVanishedCase)[0].case_id, "s/a");
}

TEST(Gate, StatusChangesFailUnlessTheyImprove) {
  const Finding finding = Failure(AfterChange([](RunRecord& run) {
                                    run.cases[2].status = CaseStatus::kKnownIssue;
                                    run.cases[2].reason = "known issue: late";
                                  }),
                                  FindingKind::kStatusChange);
  EXPECT_EQ(finding.new_value, "known_issue");

  RunRecord before = SmallRun();
  before.cases[0].status = CaseStatus::kKnownIssue;
  const Result<Baseline> baseline = MakeBaseline(before);
  ASSERT_TRUE(baseline);
  Information(Compare(*baseline, SmallRun(), DefaultPolicy(), kToday), FindingKind::kImprovement);
  before.cases[0].status = CaseStatus::kUnexpectedPass;
  Failure(Compare(*baseline, before, DefaultPolicy(), kToday), FindingKind::kUnexpectedPass);
}

TEST(Gate, AcceptedFailuresStayVisible) {
  RunRecord before = SmallRun();
  before.cases[0].status = CaseStatus::kFail;
  const Result<Baseline> baseline = MakeBaseline(before, {.accept_failures = true});
  ASSERT_TRUE(baseline);
  Information(Compare(*baseline, before, DefaultPolicy(), kToday), FindingKind::kAcceptedFailure);
  RunRecord worse = before;
  worse.cases[0].status = CaseStatus::kCrash;
  Failure(Compare(*baseline, worse, DefaultPolicy(), kToday), FindingKind::kStatusChange);
}

TEST(Gate, ChangedOutputFails) {
  const Finding finding =
      Failure(AfterChange([](RunRecord& run) { run.cases[0].output.digest = "00000000deadbeef"; }),
              FindingKind::kDigestChange);
  EXPECT_EQ(finding.old_value, "a5a5a5a5a5a5a5a5");
  EXPECT_EQ(finding.new_value, "00000000deadbeef");
  Failure(AfterChange([](RunRecord& run) { run.cases[0].output.digest = ""; }),
          FindingKind::kDigestChange);
}

// The drift of max_error_ulp from `before` to `after`; NaN in `before` is put into the baseline by
// hand, since none is ever written.
GateReport Drift(std::optional<double> before, std::optional<double> after) {
  RunRecord run = SmallRun();
  Baseline baseline = *MakeBaseline(run);
  baseline.cases[0].metrics[0] = before;
  if (after) {
    run.cases[0].metrics->max_error_ulp = *after;
  } else {
    for (auto& metric : baseline.cases[0].metrics) metric.reset();
    baseline.cases[0].metrics[0] = before;
    run.cases[0].metrics.reset();
  }
  return Compare(baseline, run, DefaultPolicy(), kToday);
}

TEST(Gate, DriftBeyondTheAllowanceFails) {
  const GateReport report = Drift(2.0, 3.0);
  const Finding finding = Failure(report, FindingKind::kMetricRegression);
  EXPECT_EQ(finding.metric, "max_error_ulp");
  EXPECT_THAT(GateText(report),
              HasSubstr("fail: metric regressed: s/a: max_error_ulp was 2, is 3, allowed 2.5"));
  EXPECT_TRUE(Drift(2.0, 2.5).findings.empty());
  EXPECT_TRUE(Drift(100.0, 110.0).findings.empty());
  Failure(Drift(100.0, 110.5), FindingKind::kMetricRegression);
  Information(Drift(100.0, 80.0), FindingKind::kImprovement);
}

// G3-21: a baseline of 0, none or NaN.
TEST(Gate, ZeroMissingAndNanBaselines) {
  Failure(Drift(0.0, 3.0), FindingKind::kMetricRegression);
  EXPECT_TRUE(Drift(0.0, 0.0).findings.empty());
  Information(Drift(std::nullopt, 2.0), FindingKind::kNewMetric);
  Failure(Drift(2.0, std::nullopt), FindingKind::kMetricLost);
  Failure(Drift(kNan, 1.0), FindingKind::kBadBaseline);
  Failure(Drift(1.0, kNan), FindingKind::kMetricLost);
  Failure(Drift(1.0, kInfinity), FindingKind::kMetricRegression);
  EXPECT_TRUE(Drift(kInfinity, kInfinity).findings.empty());
  Information(Drift(kInfinity, 1.0), FindingKind::kImprovement);
}

TEST(Gate, LostCoverageFails) {
  const auto same_size = [](RunRecord& run) {
    run.cases[2] = record::SamplePass("s/c", "fp32", "sum");
  };
  const GateReport report = AfterChange(same_size);
  EXPECT_FALSE(report.Passed());
  EXPECT_THAT(GateText(report), HasSubstr("coverage lost: dtype was fp16 (1 cases), is 0"));
  EXPECT_EQ(Of(report, FindingKind::kCoverageLost).size(), 2u);  // the axis and the output dtype
}

TEST(Gate, ACaseThatDidNotRunCoversNothing) {
  const GateReport report =
      AfterChange([](RunRecord& run) { run.cases[2].status = CaseStatus::kNotRun; });
  EXPECT_THAT(GateText(report), HasSubstr("coverage lost: reduction was sum (1 cases), is 0"));
}

// G3-16: fails closed.
TEST(Gate, EmptyAndIncompleteRecordsFail) {
  Failure(AfterChange([](RunRecord& run) {
            run.cases.clear();
            run.planned = 0;
          }),
          FindingKind::kIncompleteRecord);
  Failure(AfterChange([](RunRecord& run) { run.planned = 200; }), FindingKind::kIncompleteRecord);
}

TEST(Gate, ForeignRecordsFail) {
  EXPECT_EQ(Failure(AfterChange([](RunRecord& run) { run.device.soc = "Ascend950"; }),
                    FindingKind::kForeignRecord)
                .metric,
            "soc");
  EXPECT_EQ(Failure(AfterChange([](RunRecord& run) { run.device.contract = "source"; }),
                    FindingKind::kForeignRecord)
                .metric,
            "contract");
  EXPECT_EQ(Failure(AfterChange([](RunRecord& run) { run.suites[0].name = "t"; }),
                    FindingKind::kForeignRecord)
                .metric,
            "suite");
}

TEST(Gate, AnotherSeedIsSaidOnceInsteadOfEveryDigest) {
  const GateReport report = AfterChange([](RunRecord& run) {
    run.seed = 99;
    for (auto& one : run.cases) one.output.digest = "00000000deadbeef";
  });
  const Finding finding = Failure(report, FindingKind::kForeignRecord);
  EXPECT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(finding.metric, "seed");
  EXPECT_THAT(GateText(report), HasSubstr("foreign record: seed was 7, is 99 (another seed gives "
                                          "other data, so nothing can be compared; run with "
                                          "--seed 7, "));
}

TEST(Gate, AChangedSuiteIsInformation) {
  Information(AfterChange([](RunRecord& run) { run.suites[0].digest = "0022"; }),
              FindingKind::kSuiteChange);
  Information(AfterChange([](RunRecord& run) {
                run.suites.push_back({"b.yaml", "b", "1", 0});
              }),
              FindingKind::kSuiteChange);
}

TEST(Gate, SeveritiesFollowThePolicy) {
  Policy policy = DefaultPolicy();
  policy.severities[FindingKind::kDigestChange] = Severity::kInformation;
  EXPECT_TRUE(
      AfterChange([](RunRecord& run) { run.cases[0].output.digest = "1"; }, policy).Passed());
  policy.severities[FindingKind::kNewCase] = Severity::kFail;
  EXPECT_FALSE(AfterChange(
                   [](RunRecord& run) {
                     run.cases.push_back(record::SamplePass("s/d", "fp32", "sum"));
                     run.planned = run.cases.size();
                   },
                   policy)
                   .Passed());
}

TEST(GateText, HostileNamesAreInertAndLongListsAreCut) {
  const GateReport report = AfterChange([](RunRecord& run) {
    for (int i = 0; i < 60; ++i) {
      run.cases.push_back(
          record::SamplePass("<script>|`\x1b[31m" + std::to_string(i), "fp32", "sum"));
      run.cases.back().status = CaseStatus::kFail;
    }
    run.planned = run.cases.size();
  });
  const std::string text = GateText(report, 10);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_THAT(text, HasSubstr("and 50 more of severity fail"));
  const std::string markdown = GateMarkdown(report);
  EXPECT_EQ(markdown.find("<script>"), std::string::npos);
  EXPECT_THAT(markdown, HasSubstr("&#60;script&#62;&#124;&#96;"));
  EXPECT_THAT(GateJson(report), HasSubstr("\"failures\": 60"));
}

}  // namespace
}  // namespace touchstone::gate
