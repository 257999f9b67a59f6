#include "reports/gate/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/gate/gate_test_support.h"
#include "reports/gate/gate_text.h"

namespace touchstone::gate {
namespace {

using record::RunRecord;
using ::testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  const Result<Policy> policy = PolicyFromYaml(text, "p.yaml");
  return policy ? "" : policy.error().ToString();
}

TEST(Policy, ChangesOnlyWhatItNames) {
  const Result<Policy> policy = PolicyFromYaml(
      "metrics:\n  max_error_ulp: {relative: 0.05}\nseverities: {digest_change: information}\n",
      "p.yaml");
  ASSERT_TRUE(policy) << policy.error().ToString();
  EXPECT_EQ(policy->metrics.at("max_error_ulp").relative, 0.05);
  EXPECT_EQ(policy->metrics.at("max_error_ulp").absolute, 0.5);
  EXPECT_EQ(policy->severities.at(FindingKind::kDigestChange), Severity::kInformation);
  EXPECT_EQ(policy->severities.at(FindingKind::kNewFailure), Severity::kFail);
}

TEST(Policy, TakesJsonToo) {
  const Result<Policy> policy =
      PolicyFromYaml(R"({"metrics": {"max_error_ulp": {"absolute": 0}}})", "p.json");
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->metrics.at("max_error_ulp").absolute, 0);
}

TEST(Policy, SaysWhereItIsWrong) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("p.yaml: the policy is empty"));
  EXPECT_THAT(ErrorOf("- a"), HasSubstr("must be a map"));
  EXPECT_THAT(ErrorOf("metrics: [\n"), HasSubstr("not valid YAML"));
  EXPECT_THAT(ErrorOf("metrics: {}\nmetrics: {}"),
              HasSubstr("p.yaml:2:1: 'metrics' is there twice"));
  EXPECT_THAT(
      ErrorOf("metric: {}"),
      HasSubstr("p.yaml:1:1: 'metric' is not known in the policy; did you mean 'metrics'?"));
  EXPECT_THAT(ErrorOf("metrics:\n  max_eror_ulp: {}"), HasSubstr("p.yaml:2:3: 'max_eror_ulp'"));
  EXPECT_THAT(ErrorOf("metrics: {max_error_ulp: {relativ: 1}}"), HasSubstr("'relative'"));
  for (const char* number : {"-1", ".nan", ".inf", "many", "[1]", "~"}) {
    EXPECT_THAT(ErrorOf(std::string("metrics: {max_error_ulp: {relative: ") + number + "}}"),
                HasSubstr("must be a number of at least 0"))
        << number;
  }
  EXPECT_THAT(ErrorOf("severities: {digest_chang: fail}"), HasSubstr("'digest_change'"));
  EXPECT_THAT(ErrorOf("severities: {digest_change: off}"), HasSubstr("fail or information"));
  EXPECT_THAT(ErrorOf("severities: {foreign_record: information}"), HasSubstr("cannot be changed"));
}

std::string WaiverText(const std::string& more) { return "waivers:\n  - {" + more + "}\n"; }

TEST(Policy, AWaiverNeedsOwnerReasonAndAFutureDay) {
  const std::string whole =
      "cases: 's/*', kind: digest_change, owner: kim, reason: new exp, expires: 2026-12-31";
  EXPECT_EQ(ErrorOf(WaiverText(whole)), "");
  EXPECT_THAT(ErrorOf(WaiverText("cases: a, kind: digest_change, reason: r, expires: 2026-12-31")),
              HasSubstr("p.yaml:2:5: a waiver needs 'owner'"));
  EXPECT_THAT(ErrorOf(WaiverText("cases: a, kind: digest_change, owner: o, expires: 2026-12-31")),
              HasSubstr("needs 'reason'"));
  EXPECT_THAT(ErrorOf(WaiverText("cases: a, kind: digest_change, owner: o, reason: r")),
              HasSubstr("needs 'expires'"));
  EXPECT_THAT(ErrorOf(WaiverText(
                  "cases: a, kind: digest_change, owner: o, reason: r, expires: 2026-02-30")),
              HasSubstr("'2026-02-30' is no date"));
  EXPECT_THAT(ErrorOf(WaiverText("kind: bad_baseline")), HasSubstr("cannot be changed or waived"));
  EXPECT_THAT(ErrorOf(WaiverText("until: never")), HasSubstr("'until' is not known in a waiver"));
}

Policy WithWaiver(const std::string& cases, const std::string& kind, const std::string& expires) {
  return *PolicyFromYaml(WaiverText("cases: '" + cases + "', kind: " + kind +
                                    ", owner: kim, reason: new exp, expires: " + expires),
                         "p.yaml");
}

void ChangeOutput(RunRecord& run) { run.cases[0].output.digest = "beef"; }

TEST(Waivers, CoverTheirKindForTheirCasesUntilTheirDay) {
  const GateReport waived = AfterChange(ChangeOutput, WithWaiver("s/*", "digest_change", kToday));
  EXPECT_TRUE(waived.Passed());
  EXPECT_THAT(GateText(waived), HasSubstr("waived by kim until 2026-06-30: new exp"));
  EXPECT_FALSE(
      AfterChange(ChangeOutput, WithWaiver("s/b", "digest_change", "2027-01-01")).Passed());
  EXPECT_FALSE(
      AfterChange(ChangeOutput, WithWaiver("s/a", "metric_regression", "2027-01-01")).Passed());
  EXPECT_FALSE(
      AfterChange(ChangeOutput, WithWaiver("s/[a]", "digest_change", "2027-01-01")).Passed());
}

TEST(Waivers, FailWhenExpiredAndNeeded) {
  const GateReport expired =
      AfterChange(ChangeOutput, WithWaiver("s/a", "digest_change", "2026-06-29"));
  EXPECT_EQ(expired.Failures(), 2u);
  EXPECT_EQ(Of(expired, FindingKind::kExpiredWaiver).size(), 1u);
}

TEST(Waivers, AreReportedWhenNothingNeedsThem) {
  const GateReport report =
      AfterChange([](RunRecord&) {}, WithWaiver("s/a", "digest_change", "2020-01-01"));
  EXPECT_TRUE(report.Passed());
  EXPECT_EQ(Of(report, FindingKind::kUnusedWaiver).size(), 1u);
}

}  // namespace
}  // namespace touchstone::gate
