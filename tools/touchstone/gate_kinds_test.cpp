// Each kind of change, end to end: once so that the gate fails and says why, once so that it
// passes.
#include "tools/touchstone/gate_end_to_end.h"

namespace touchstone::tools {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kWaiver =
    "waivers: [{cases: 'gated/numbers*', kind: KIND, owner: kim, reason: new exp, expires: DAY}]";

std::string Waiver(const std::string& kind, const std::string& day = "2999-12-31") {
  std::string text = kWaiver;
  text.replace(text.find("KIND"), 4, kind);
  text.replace(text.find("DAY"), 3, day);
  return text;
}

class GateKinds : public GateEndToEnd {
 protected:
  void ExpectFails(const std::string& record, const std::string& message) {
    const Outcome gate = Gate(record);
    EXPECT_EQ(gate.exit_code, 1) << gate.out << gate.err;
    EXPECT_THAT(gate.out, AllOf(HasSubstr("gate: FAILED"), HasSubstr("fail: " + message)));
  }
  void ExpectPasses(const Outcome& gate, const std::string& message = "") {
    EXPECT_EQ(gate.exit_code, 0) << gate.out << gate.err;
    EXPECT_THAT(gate.out, AllOf(HasSubstr("gate: passed"), HasSubstr(message)));
  }
};

TEST_F(GateKinds, Nothing) {
  const Outcome gate = Gate(record_);
  EXPECT_EQ(gate.exit_code, 0) << gate.out;
  EXPECT_EQ(gate.out, "gate: passed; 5 of 5 baseline cases compared\n");
}

TEST_F(GateKinds, NewFailure) {
  const auto failing = [](RunRecord& run) {
    CaseRecord& one = Case(run, kFp32);
    one.status = CaseStatus::kFail;
    one.reason = "eco-v3: matched_ratio 0.5 < 0.99";
    one.metrics->max_error_ulp = 251;
  };
  const std::string record = Edited(failing);
  ExpectFails(record,
              "new failure: gated/numbers[dtype=fp32]: status was pass, is fail; "
              "max_error_ulp was ");
  EXPECT_THAT(Gate(record).out, HasSubstr(", is 251 (eco-v3: matched_ratio 0.5 < 0.99)\n"));
  ExpectPasses(GateUnder(Waiver("new_failure"), record),
               "waived: new failure: gated/numbers[dtype=fp32]: status was pass, is fail");
  // A failure that the baseline took knowingly is no new one.
  ASSERT_EQ(Update(record, "--accept-failures").exit_code, 0);
  ExpectPasses(Gate(record), "accepted failure");
}

TEST_F(GateKinds, FailuresAreNotTakenUnasked) {
  const std::string record =
      Edited([](RunRecord& run) { Case(run, kFp32).status = CaseStatus::kCrash; });
  const Outcome update = Update(record);
  EXPECT_EQ(update.exit_code, 1);
  EXPECT_THAT(update.err, HasSubstr("1 of 5 cases are not good"));
  ExpectFails(record, "new failure: gated/numbers[dtype=fp32]: status was pass, is crash");
}

TEST_F(GateKinds, VanishedCaseAndLostCoverage) {
  const std::string record = Edited([](RunRecord& run) {
    std::erase_if(run.cases,
                  [](const CaseRecord& one) { return one.id == "gated/numbers[dtype=bf16]"; });
  });
  ExpectFails(record, "vanished case: gated/numbers[dtype=bf16]: status was pass, is (none)");
  EXPECT_THAT(Gate(record).out, HasSubstr("fail: coverage lost: dtype was bf16 (1 cases), is 0"));
  ASSERT_EQ(Update(record).exit_code, 0);  // taken out on purpose
  ExpectPasses(Gate(record));
}

TEST_F(GateKinds, NewCaseNeedsAcceptance) {
  const auto add = [](CaseStatus status) {
    return [status](RunRecord& run) {
      run.cases.push_back(Case(run, kFp32));
      run.cases.back().id = "gated/more";
      run.cases.back().status = status;
    };
  };
  ExpectPasses(Gate(Edited(add(CaseStatus::kPass))), "new case, needs acceptance: gated/more");
  ExpectFails(Edited(add(CaseStatus::kTimeout)), "new failure: gated/more");
}

TEST_F(GateKinds, StatusChangeAndUnexpectedPass) {
  const std::string known =
      Edited([](RunRecord& run) { Case(run, kFp32).status = CaseStatus::kKnownIssue; });
  ExpectFails(known, "status change: gated/numbers[dtype=fp32]: status was pass, is known_issue");
  ExpectPasses(GateUnder(Waiver("status_change"), known), "waived: status change");
  ExpectFails(
      Edited([](RunRecord& run) { Case(run, "known").status = CaseStatus::kUnexpectedPass; }),
      "unexpected pass: gated/known: status was known_issue, is unexpected_pass");
  ExpectPasses(Gate(Edited([](RunRecord& run) {
                 CaseRecord& one = Case(run, "known");
                 one.status = CaseStatus::kPass;
                 for (judge::Verdict& verdict : one.verdicts) {
                   verdict.state = judge::VerdictState::kPass;
                 }
               })),
               "improvement: gated/known");
}

TEST_F(GateKinds, UnexpectedPassesAndLostNumbersCanBeWaived) {
  const std::string passed = Edited(
      [](RunRecord& run) { Case(run, "known").status = CaseStatus::kUnexpectedPass; });
  std::string waiver = Waiver("unexpected_pass");
  waiver.replace(waiver.find("numbers*"), 8, "known");
  ExpectPasses(GateUnder(waiver, passed), "waived: unexpected pass: gated/known");
  const std::string lost = Edited([](RunRecord& run) { Case(run, kFp32).metrics.reset(); });
  ExpectPasses(GateUnder(Waiver("metric_lost"), lost), "waived: metric lost");
  EXPECT_EQ(GateUnder(Waiver("digest_change"), lost).exit_code, 1) << "a waiver of another kind";
}

// One more suite is information, unless a policy says otherwise; one that is not run fails.
TEST_F(GateKinds, SuitesMayBeAddedButNotLeftOut) {
  const std::string other = scratch_.Write("other.yaml", kGoodSuite);
  const std::string both = scratch_.Path("both");
  ASSERT_EQ(RunTouchstone({"run", suite_, other, "--out", both}).exit_code, 0);
  ExpectPasses(Gate(both + "/run.json"), "information: suite changed: small was (none), is ");
  const Outcome strict =
      GateUnder("severities: {suite_change: fail}", both + "/run.json");
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_THAT(strict.out, HasSubstr("fail: suite changed: small was (none), is "));
  ASSERT_EQ(Update(both + "/run.json").exit_code, 0);
  ExpectFails(record_, "foreign record: suite was small, is (none) (the suite was not run)");
}

TEST_F(GateKinds, LostCoverageAloneFails) {
  // The case is there, but runs with another dtype now.
  const std::string record = Edited([](RunRecord& run) {
    Case(run, "numbers[dtype=bf16]").axes["dtype"] = "fp16";
  });
  ExpectFails(record, "coverage lost: dtype was bf16 (1 cases), is 0");
  ExpectPasses(GateUnder("severities: {coverage_lost: information}", record),
               "information: coverage lost: dtype");
}

TEST_F(GateKinds, BadBaselinesAreRefused) {
  const std::string good = ReadFile(baseline_);
  const auto error = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    scratch_.Write("baseline.json", text);
    const Outcome gate = Gate(record_);
    EXPECT_EQ(gate.exit_code, 2);
    return gate.err;
  };
  EXPECT_THAT(error("baseline/2", "baseline/1"),
              AllOf(HasSubstr("the schema is \"touchstone.baseline/1\""), HasSubstr("--update")));
  EXPECT_THAT(error("\"pass\"", "\"passed\""), HasSubstr("has no valid status: \"passed\""));
  EXPECT_THAT(error("null,null", "\"NaN\",null"), HasSubstr("max_error_ulp is \"NaN\", which nothing can be"));
  EXPECT_THAT(error("[dtype=]", "[dtype=,n=]"), HasSubstr("has values that do not fit"));
  scratch_.Write("baseline.json", good);
  ExpectPasses(Gate(record_));
}

TEST_F(GateKinds, ChangedOutput) {
  const std::string record =
      Edited([](RunRecord& run) { Case(run, kFp32).output.digest = "00000000deadbeef"; });
  ExpectFails(record, "output changed: gated/numbers[dtype=fp32]: digest was ");
  EXPECT_THAT(Gate(record).out, HasSubstr("is 00000000deadbeef"));
  ExpectPasses(GateUnder("severities: {digest_change: information}", record),
               "information: output changed");
  ExpectPasses(GateUnder(Waiver("digest_change"), record), "waived by kim until 2999-12-31");
}

TEST_F(GateKinds, Drift) {
  const auto set = [](double ulp, double relative) {
    return [=](RunRecord& run) {
      judge::Metrics& metrics = *Case(run, kFp32).metrics;
      metrics.max_error_ulp = ulp;
      metrics.mean_error_ulp = 0;
      metrics.mean_relative_error = relative;
      metrics.max_relative_error = 1e-6;
    };
  };
  ASSERT_EQ(Update(Edited(set(4, 0))).exit_code, 0);
  ExpectFails(Edited(set(4.6, 0)),
              "metric regressed: gated/numbers[dtype=fp32]: max_error_ulp was "
              "4, is 4.6, allowed 4.5");
  ExpectPasses(Gate(Edited(set(4.5, 0))));
  // From a baseline of 0 only the absolute allowance counts.
  ExpectFails(Edited(set(4, 1e-8)),
              "metric regressed: gated/numbers[dtype=fp32]: mean_relative_error was 0, is 1e-08, "
              "allowed 6e-09");
  ExpectPasses(Gate(Edited(set(4, 6e-9))));
  ExpectPasses(GateUnder("metrics: {max_error_ulp: {absolute: 1}}", Edited(set(4.6, 0))));
  ExpectPasses(GateUnder(Waiver("metric_regression"), Edited(set(4.6, 0))),
               "waived: metric regressed");
  ExpectPasses(Gate(Edited(set(0, 0))), "improvement: gated/numbers[dtype=fp32]: max_error_ulp");
}

TEST_F(GateKinds, LostNumbers) {
  ExpectFails(Edited([](RunRecord& run) {
                Case(run, kFp32).metrics->mean_error_ulp = std::numeric_limits<double>::quiet_NaN();
              }),
              "metric lost: gated/numbers[dtype=fp32]: mean_error_ulp was ");
  ExpectFails(Edited([](RunRecord& run) { Case(run, kFp32).metrics.reset(); }), "metric lost");
  ExpectPasses(Gate(Edited([](RunRecord& run) {
                 Case(run, "null self").metrics = Case(run, kFp32).metrics;
               })),
               "new metric, needs acceptance: gated/null self");
}

TEST_F(GateKinds, DurationIsInformation) {
  const auto takes = [](double milliseconds) {
    return [=](RunRecord& run) {
      for (CaseRecord& one : run.cases) one.duration_ms = milliseconds / 5;
    };
  };
  ASSERT_EQ(Update(Edited(takes(4000))).exit_code, 0);
  ExpectPasses(Gate(Edited(takes(60000))),
               "information: slower: gated duration_ms was 4000, is 60000, allowed 8000");
  EXPECT_THAT(Gate(Edited(takes(7000))).out, Not(HasSubstr("slower")));
  const Outcome strict = GateUnder("severities: {duration_drift: fail}", Edited(takes(60000)));
  EXPECT_EQ(strict.exit_code, 1);
  // Writing the baseline again changes nothing for a mood of the machine.
  const std::string before = ReadFile(baseline_);
  ASSERT_EQ(Update(Edited(takes(5000))).exit_code, 0);
  EXPECT_EQ(ReadFile(baseline_), before);
}

TEST_F(GateKinds, WaiversExpireAndAreNamedWhenNotNeeded) {
  const std::string record = Edited([](RunRecord& run) { Case(run, kFp32).output.digest = "00000000deadbeef"; });
  const Outcome expired = GateUnder(Waiver("digest_change", "2020-01-01"), record);
  EXPECT_EQ(expired.exit_code, 1);
  EXPECT_THAT(expired.out, HasSubstr("fail: waiver expired: gated/numbers*: waiver of "
                                     "digest_change is expired since 2020-01-01"));
  ExpectPasses(GateUnder(Waiver("digest_change"), record_), "waiver not needed");
}

TEST_F(GateKinds, PoliciesAreChecked) {
  const auto error = [&](const std::string& policy) {
    const Outcome gate = GateUnder(policy, record_);
    EXPECT_EQ(gate.exit_code, 2) << policy;
    return gate.err;
  };
  EXPECT_THAT(error("waivers: [{cases: a, kind: digest_change, reason: x, expires: 2999-01-01}]"),
              HasSubstr("policy.yaml:1:11: a waiver needs 'owner'"));
  EXPECT_THAT(error("metric: {}"), HasSubstr("did you mean 'metrics'?"));
  EXPECT_THAT(error("severities: {stale_record: information}"), HasSubstr("always fails"));
  EXPECT_THAT(error(""), HasSubstr("empty"));
}

TEST_F(GateKinds, AnswersAlsoComeAsMarkdownAndJson) {
  const std::string record =
      Edited([](RunRecord& run) { Case(run, kFp32).status = CaseStatus::kFail; });
  EXPECT_EQ(Gate(record, {"--markdown", scratch_.Path("g.md"), "--json", scratch_.Path("g.json")})
                .exit_code,
            1);
  EXPECT_THAT(ReadFile(scratch_.Path("g.md")), HasSubstr("| fail | new failure | gated/numbers"));
  EXPECT_THAT(ReadFile(scratch_.Path("g.json")), HasSubstr("\"kind\": \"new_failure\""));
}

}  // namespace
}  // namespace touchstone::tools
