#include "framework/run/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::run {
namespace {

using device::CallOutcome;
using judge::Verdict;
using judge::VerdictState;
using record::CaseStatus;
using ::testing::HasSubstr;

CallOutcome Succeeded() {
  CallOutcome run;
  run.phase1_status = 0;
  run.phase2_status = 0;
  run.sync_status = 0;
  return run;
}

CallOutcome FailedInPhase1(int status, std::string text = "") {
  CallOutcome run;
  run.phase1_status = status;
  run.error_text = std::move(text);
  return run;
}

Verdict GatingVerdict(VerdictState state, std::string reason = "") {
  Verdict verdict;
  verdict.standard = "eco-v3";
  verdict.state = state;
  verdict.reason = std::move(reason);
  return verdict;
}

Observation Judged(std::vector<Verdict> verdicts) {
  Observation seen;
  seen.runs = {Succeeded(), Succeeded()};
  seen.output_elements = 4;
  seen.judgement.emplace();
  seen.judgement->metrics.elements = 4;
  seen.judgement->verdicts = std::move(verdicts);
  return seen;
}

Observation Failed(const CallOutcome& run) {
  Observation seen;
  seen.runs = {run, run};
  seen.output_elements = 4;
  return seen;
}

TEST(Conclude, AnOutputOtherThanTheStatedOneFails) {
  suite::Case stated;
  stated.expect.output.bits = {0x3F800000};
  Observation right = Judged({GatingVerdict(VerdictState::kPass)});
  EXPECT_EQ(Conclude(stated, right).status, CaseStatus::kPass);
  Observation wrong = right;
  wrong.output_mismatch = "output 'out' is not the expected one";
  EXPECT_EQ(Conclude(stated, wrong).status, CaseStatus::kFail);
  EXPECT_EQ(Conclude(stated, wrong).reason, "output 'out' is not the expected one");
  wrong.judgement->verdicts = {GatingVerdict(VerdictState::kFail, "too far")};
  EXPECT_EQ(Conclude(stated, wrong).reason, "output 'out' is not the expected one; eco-v3: too far");
  // The stated output is evidence of its own where the standards have none.
  Observation vacuous = right;
  vacuous.judgement->verdicts[0].vacuous = true;
  EXPECT_EQ(Conclude(stated, vacuous).status, CaseStatus::kPass);
  EXPECT_EQ(Conclude(suite::Case(), vacuous).status, CaseStatus::kUndecided);
}

TEST(Conclude, SaysOnceWhatStandardsShare) {
  Verdict first = GatingVerdict(VerdictState::kFail, "a 2 > 1; 1 of 4 elements beyond, first 0");
  Verdict second = first;
  second.standard = "eco-v1";
  second.reason = "b 3 > 1; 1 of 4 elements beyond, first 0; c 4 > 1";
  EXPECT_EQ(Conclude(suite::Case(), Judged({first, second})).reason,
            "eco-v3: a 2 > 1; 1 of 4 elements beyond, first 0; eco-v1: b 3 > 1; c 4 > 1");
}

suite::Case Expecting(int status) {
  suite::Case source;
  source.expect.ok = false;
  source.expect.status = status;
  return source;
}

TEST(Conclude, PassNeedsAGatingVerdictWithEvidence) {
  const suite::Case source;
  EXPECT_EQ(Conclude(source, Judged({GatingVerdict(VerdictState::kPass)})).status,
            CaseStatus::kPass);
  EXPECT_EQ(Conclude(source, Judged({})).status, CaseStatus::kFail);
  EXPECT_EQ(Conclude(source, Judged({GatingVerdict(VerdictState::kNotApplicable)})).status,
            CaseStatus::kUndecided);
  Verdict advisory = GatingVerdict(VerdictState::kPass);
  advisory.advisory = true;
  EXPECT_EQ(Conclude(source, Judged({advisory})).status, CaseStatus::kFail);
  Verdict vacuous = GatingVerdict(VerdictState::kPass);
  vacuous.vacuous = true;
  EXPECT_EQ(Conclude(source, Judged({vacuous})).status, CaseStatus::kUndecided);
  EXPECT_EQ(Conclude(source, Judged({vacuous, GatingVerdict(VerdictState::kPass)})).status,
            CaseStatus::kPass);
}

TEST(Conclude, AVacuousPassCountsWhereEveryElementIsRight) {
  Verdict vacuous = GatingVerdict(VerdictState::kPass);
  vacuous.vacuous = true;
  Observation zeros = Judged({vacuous});
  zeros.judgement->metrics.correctly_rounded = 4;
  EXPECT_EQ(Conclude(suite::Case(), zeros).status, CaseStatus::kPass);
  zeros.judgement->metrics.correctly_rounded = 3;
  zeros.judgement->metrics.bitwise_mismatches = 1;
  EXPECT_EQ(Conclude(suite::Case(), zeros).status, CaseStatus::kUndecided);
}

TEST(Conclude, TheWorstGatingVerdictCounts) {
  const suite::Case source;
  const auto with = [&](VerdictState state) {
    return Conclude(source, Judged({GatingVerdict(VerdictState::kPass),
                                    GatingVerdict(state, "MARE 0.5 > 0.1")}));
  };
  EXPECT_EQ(with(VerdictState::kFail).status, CaseStatus::kFail);
  EXPECT_EQ(with(VerdictState::kFail).reason, "eco-v3: MARE 0.5 > 0.1");
  EXPECT_EQ(with(VerdictState::kUndecided).status, CaseStatus::kUndecided);
  EXPECT_EQ(with(VerdictState::kReview).status, CaseStatus::kReview);
  EXPECT_EQ(with(VerdictState::kNotApplicable).status, CaseStatus::kPass);
}

TEST(Conclude, NumbersThatWereNotJudgedAreNoPass) {
  const suite::Case source;
  Observation seen = Judged({});
  seen.judgement.reset();
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kUndecided);
  seen.judging_problem = "there is no reference";
  EXPECT_EQ(Conclude(source, seen).reason, "there is no reference");
  seen.output_elements = 0;
  seen.judging_problem = "";
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kPass);
}

TEST(Conclude, FaultsFailEvenGoodNumbers) {
  const suite::Case source;
  const Observation good = Judged({GatingVerdict(VerdictState::kPass)});
  Observation seen = good;
  seen.violations = {"input 'self' was changed"};
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kFail);
  EXPECT_EQ(Conclude(source, seen).reason, "input 'self' was changed");
  seen = good;
  seen.first_difference = "run 2, element 0";
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kFail);
  seen = good;
  seen.judgement->metrics.unwritten = 1;
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kFail);
  EXPECT_EQ(Conclude(source, seen).reason, "1 of 4 output elements were not written");
  seen = good;
  seen.runs[1].workspace_bytes = 8;
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kFail);
  seen = good;
  seen.output_elements = 0;
  seen.violations = {"guard"};
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kFail);
}

TEST(Conclude, StrictReportsMustBeExpectedAndCome) {
  suite::Case source;
  Observation seen = Judged({GatingVerdict(VerdictState::kPass)});
  for (CallOutcome& run : seen.runs) run.reports = {{"executor_reuse", "again"}};
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kFail);
  EXPECT_EQ(Conclude(source, seen).reason, "the device reported executor_reuse: again");
  source.expect.strict_report = "executor_reuse";
  EXPECT_EQ(Conclude(source, seen).status, CaseStatus::kPass);
  seen.runs[1].reports.clear();
  EXPECT_EQ(Conclude(source, seen).reason,
            "expected the device to report executor_reuse, it did not");
}

TEST(Conclude, AnExpectedErrorIsNamedByNameAndNumber) {
  const suite::Case source = Expecting(161002);
  EXPECT_EQ(Conclude(source, Failed(FailedInPhase1(161002))).status, CaseStatus::kPass);
  Conclusion wrong = Conclude(source, Failed(FailedInPhase1(161001, "some text\n")));
  EXPECT_EQ(wrong.status, CaseStatus::kWrongStatus);
  EXPECT_EQ(wrong.reason,
            "expected ACLNN_ERR_PARAM_INVALID (161002) in phase 1, got ACLNN_ERR_PARAM_NULLPTR "
            "(161001) in phase 1: some text");
  wrong = Conclude(source, Failed(Succeeded()));
  EXPECT_EQ(wrong.status, CaseStatus::kWrongStatus);
  EXPECT_EQ(wrong.reason,
            "expected ACLNN_ERR_PARAM_INVALID (161002) in phase 1, got ACLNN_SUCCESS (0)");
}

TEST(Conclude, AnArgumentErrorInPhase2ComesTooLate) {
  CallOutcome run = Succeeded();
  run.phase2_status = 161002;
  suite::Case source = Expecting(161002);
  EXPECT_EQ(Conclude(source, Failed(run)).status, CaseStatus::kWrongStatus);
  source.protocol.null_workspace = true;
  EXPECT_EQ(Conclude(source, Failed(run)).status, CaseStatus::kPass);
}

TEST(Conclude, AnyErrorWillDoWhenNoneIsNamed) {
  suite::Case source;
  source.expect.ok = false;
  EXPECT_EQ(Conclude(source, Failed(FailedInPhase1(561103))).status, CaseStatus::kPass);
  EXPECT_EQ(Conclude(source, Failed(Succeeded())).status, CaseStatus::kWrongStatus);
}

TEST(Conclude, TheTextIsPartOfTheExpectation) {
  suite::Case source = Expecting(161001);
  source.expect.message = "[self]";
  EXPECT_EQ(Conclude(source, Failed(FailedInPhase1(161001, "argument [self] is"))).status,
            CaseStatus::kPass);
  const Conclusion wrong = Conclude(source, Failed(FailedInPhase1(161001, "argument [out] is")));
  EXPECT_EQ(wrong.status, CaseStatus::kWrongStatus);
  EXPECT_THAT(wrong.reason, HasSubstr("\"[self]\", got \"argument [out] is\""));
}

TEST(Conclude, AnUnexpectedErrorIsAWrongStatus) {
  const suite::Case source;
  const Conclusion wrong = Conclude(source, Failed(FailedInPhase1(561103)));
  EXPECT_EQ(wrong.status, CaseStatus::kWrongStatus);
  EXPECT_EQ(wrong.reason,
            "expected ACLNN_SUCCESS (0), got ACLNN_ERR_INNER_NULLPTR (561103) in phase 1");
}

TEST(Conclude, DeviceFaultsAreTheirOwnState) {
  CallOutcome run = Succeeded();
  run.sync_status = 507015;
  EXPECT_EQ(Conclude(suite::Case(), Failed(run)).status, CaseStatus::kDeviceFault);
  EXPECT_EQ(Conclude(Expecting(161002), Failed(run)).status, CaseStatus::kDeviceFault);
  EXPECT_EQ(Conclude(Expecting(507015), Failed(run)).status, CaseStatus::kPass);
}

TEST(Conclude, RunsThatEndDifferentlyFail) {
  Observation seen = Failed(FailedInPhase1(161002, "one"));
  seen.runs[1].error_text = "two";
  EXPECT_EQ(Conclude(Expecting(161002), seen).status, CaseStatus::kFail);
  seen.runs[1] = Succeeded();
  EXPECT_EQ(Conclude(Expecting(161002), seen).status, CaseStatus::kWrongStatus);
}

TEST(Conclude, KnownIssuesMustStillBeThere) {
  suite::Case source;
  source.expect.known_issue = "loses tails";
  const Observation good = Judged({GatingVerdict(VerdictState::kPass)});
  EXPECT_EQ(Conclude(source, good).status, CaseStatus::kUnexpectedPass);
  const Observation bad = Judged({GatingVerdict(VerdictState::kFail, "MARE")});
  EXPECT_EQ(Conclude(source, bad).status, CaseStatus::kKnownIssue);
  EXPECT_EQ(Conclude(source, bad).reason, "known issue: loses tails (eco-v3: MARE)");
  EXPECT_EQ(Conclude(source, Failed(FailedInPhase1(161002))).status, CaseStatus::kKnownIssue);
  CallOutcome fault = Succeeded();
  fault.sync_status = 507015;
  EXPECT_EQ(Conclude(source, Failed(fault)).status, CaseStatus::kDeviceFault);
  Observation not_run;
  not_run.obstacle = "no memory";
  EXPECT_EQ(Conclude(source, not_run).status, CaseStatus::kFail);
}

TEST(Conclude, ACaseThatWasNotRunIsNoPass) {
  EXPECT_EQ(Conclude(suite::Case(), Observation()).status, CaseStatus::kFail);
  EXPECT_EQ(Conclude(Expecting(161002), Observation()).status, CaseStatus::kFail);
}

}  // namespace
}  // namespace touchstone::run
