// One case on the fake device: each kind of misbehaviour must be noticed.
#include "framework/run/executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "framework/data/npy.h"
#include "framework/device/testing/fake_behaviours.h"
#include "framework/device/testing/fake_session.h"
#include "framework/record/record_json.h"
#include "framework/run/test_suites.h"

namespace touchstone::run {
namespace {

using namespace device::testing;
using record::CaseRecord;
using record::CaseStatus;
using ::testing::AllOf;
using testing::CaseText;
using ::testing::HasSubstr;

class ExecutorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    session_ = device::testing::OpenFakeSession();
    ASSERT_NE(session_, nullptr);
  }

  CaseRecord Execute(const std::string& text) {
    const suite::LoadedSuites suites = testing::LoadCases({text});
    EXPECT_EQ(suites.cases.size(), 1u);
    if (suites.cases.empty()) return {};
    ExecutedCase executed = ExecuteCase(*session_, suites.cases[0], "documented");
    device_lost_ = executed.device_lost;
    return executed.record;
  }
  CaseRecord ExecuteBehaviour(int64_t behaviour) { return Execute(CaseText("c", behaviour)); }

  std::unique_ptr<device::Session> session_;
  bool device_lost_ = false;
};

TEST_F(ExecutorTest, AnHonestOperatorPasses) {
  for (const char* reduction : {"none", "mean", "sum"}) {
    const CaseRecord record = Execute(CaseText("c", 50, "", reduction));
    EXPECT_EQ(record.status, CaseStatus::kPass) << reduction << ": " << record.reason;
    EXPECT_EQ(record.phase1_status, 0);
    EXPECT_EQ(record.phase2_status, 0);
    EXPECT_EQ(record.sync_status, 0);
    EXPECT_EQ(record.workspace_bytes, 64u);
    EXPECT_EQ(record.determinism.runs, 2);
    EXPECT_TRUE(record.determinism.identical);
    EXPECT_TRUE(record.guards.intact);
    EXPECT_EQ(record.attributes.at("reduction"), reduction);
    ASSERT_TRUE(record.metrics.has_value());
    EXPECT_EQ(record.metrics->elements, reduction == std::string("none") ? 50u : 1u);
    EXPECT_LE(record.worst.size(), 1u);
    EXPECT_EQ(record.output.digest.size(), 16u);
  }
}

TEST_F(ExecutorTest, AWrongValueFailsAndNamesInputs) {
  const CaseRecord record = ExecuteBehaviour(kWrongValue);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, HasSubstr("eco-v3"));
  ASSERT_FALSE(record.worst.empty());
  EXPECT_EQ(record.worst[0].index, 3u);
  EXPECT_THAT(record.worst[0].inputs.at("self"), HasSubstr("0x"));
  EXPECT_EQ(record.worst[0].inputs.count("target"), 1u);
}

TEST_F(ExecutorTest, AnOperatorThatWritesNothingFails) {
  const CaseRecord record = ExecuteBehaviour(kWriteNothing);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, HasSubstr("103 of 103 output elements were not written"));
  EXPECT_TRUE(record.determinism.identical);
}

TEST_F(ExecutorTest, WritingOutsideFails) {
  const CaseRecord record = ExecuteBehaviour(kWriteOutside);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, HasSubstr("after the buffer of 'out'"));
  EXPECT_FALSE(record.guards.intact);
}

TEST_F(ExecutorTest, ChangingAnInputFails) {
  const CaseRecord record = ExecuteBehaviour(kChangeInput);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, HasSubstr("input 'self' was changed, first in storage element 0"));
}

TEST_F(ExecutorTest, NondeterminismFailsAndNamesTheElement) {
  const CaseRecord record = ExecuteBehaviour(kNondeterministic);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_FALSE(record.determinism.identical);
  EXPECT_THAT(record.determinism.first_difference, HasSubstr("run 2, element 17 [17]: 0x"));
}

TEST_F(ExecutorTest, ReadingOutsideShowsAsADifference) {
  const CaseRecord record = ExecuteBehaviour(kReadOutside);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.determinism.first_difference, HasSubstr("run 2, element 0"));
}

TEST_F(ExecutorTest, OverrunningTheWorkspaceFails) {
  const CaseRecord record = ExecuteBehaviour(kWorkspaceOverrun);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, HasSubstr("after the buffer of 'workspace' (64 bytes)"));
}

TEST_F(ExecutorTest, StridedOutputsAreCheckedInTheirGaps) {
  const auto text = [&](int64_t extent) {
    return CaseText(
        "c", extent,
        "outputs: {out: {shape: [" + std::to_string(extent) + "], dtype: fp32, strides: [2]}}");
  };
  const CaseRecord honest = Execute(text(50));
  EXPECT_EQ(honest.status, CaseStatus::kPass) << honest.reason;
  EXPECT_EQ(honest.output.layout, "strided");
  const CaseRecord wrong = Execute(text(kIgnoreStrides));
  EXPECT_EQ(wrong.status, CaseStatus::kFail);
  EXPECT_THAT(wrong.reason, AllOf(HasSubstr("outside the view"), HasSubstr("not written")));
}

TEST_F(ExecutorTest, EmptyOutputsPassByStatusAndGuards) {
  const CaseRecord record = Execute(CaseText("c", 0));
  EXPECT_EQ(record.status, CaseStatus::kPass) << record.reason;
  EXPECT_FALSE(record.metrics.has_value());
}

TEST_F(ExecutorTest, AReductionOfNothingMustStillBeWritten) {
  // The fake computes 0/0 and a sum of 0, as the operator must.
  for (const char* reduction : {"mean", "sum"}) {
    const CaseRecord record = Execute(CaseText("c", 0, "", reduction));
    EXPECT_EQ(record.status, CaseStatus::kPass) << reduction << ": " << record.reason;
  }
}

TEST_F(ExecutorTest, ExpectedErrorsPassAndOthersSayWhatCame) {
  const std::string null_self =
      "  - name: c\n    inputs: {self: null, target: {shape: [4], dtype: fp32}}\n"
      "    attrs: {reduction: none}\n    expect: {status: ";
  EXPECT_EQ(Execute(null_self + "ACLNN_ERR_PARAM_NULLPTR, message: \"[self]\"}\n").status,
            CaseStatus::kPass);
  const CaseRecord wrong = Execute(null_self + "ACLNN_ERR_PARAM_INVALID}\n");
  EXPECT_EQ(wrong.status, CaseStatus::kWrongStatus);
  EXPECT_THAT(wrong.reason, AllOf(HasSubstr("expected ACLNN_ERR_PARAM_INVALID (161002)"),
                                  HasSubstr("got ACLNN_ERR_PARAM_NULLPTR (161001) in phase 1")));
  EXPECT_THAT(wrong.error_text, HasSubstr("instead found nullptr"));
  EXPECT_EQ(wrong.inputs[0].presence, "null");
}

TEST_F(ExecutorTest, SideEffectsOfAFailedFirstPhaseFail) {
  const CaseRecord record =
      Execute(CaseText("c", kTouchOnFailure, "expect: {status: ACLNN_ERR_PARAM_INVALID}"));
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, HasSubstr("workspaceSize was set to 64"));
}

TEST_F(ExecutorTest, StatusOfTheSecondPhaseCounts) {
  const CaseRecord record = ExecuteBehaviour(kWrongStatus);
  EXPECT_EQ(record.status, CaseStatus::kWrongStatus);
  EXPECT_EQ(record.phase2_status, 561103);
  EXPECT_THAT(record.reason, HasSubstr("(561103) in phase 2: Fake_Error(EZ1001): phase 2 gave up"));
}

TEST_F(ExecutorTest, StrictReportsFailUnlessExpected) {
  EXPECT_EQ(ExecuteBehaviour(kStrictReport).status, CaseStatus::kFail);
  EXPECT_THAT(ExecuteBehaviour(kStrictReport).reason, HasSubstr("fake_kind: as asked"));
}

TEST_F(ExecutorTest, AChangedOutputShapeFails) {
  EXPECT_EQ(ExecuteBehaviour(kChangeShape).status, CaseStatus::kFail);
}

TEST_F(ExecutorTest, MemoryThatCannotBeHadIsAFailureWithAReason) {
  const CaseRecord record = ExecuteBehaviour(kHugeWorkspace);
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, HasSubstr("'workspace' failed with 207001"));
}

TEST_F(ExecutorTest, HostMemoryThatCannotBeHadIsAFailureWithAReason) {
  const CaseRecord record = Execute(CaseText("c", int64_t{1} << 45));
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason,
              AllOf(HasSubstr("'self'"),
                    HasSubstr("host memory: a storage of 140737488355328 bytes cannot be had")));
}

TEST_F(ExecutorTest, ALargeCaseIsJudgedLikeItsParts) {
  // More chunks than one, so that several threads judge.
  const CaseRecord record = Execute(CaseText("c", 200'003));
  EXPECT_EQ(record.status, CaseStatus::kPass) << record.reason;
  ASSERT_TRUE(record.metrics.has_value());
  EXPECT_EQ(record.metrics->elements, 200'003u);
  EXPECT_EQ(record.metrics->unwritten, 0u);
}

TEST_F(ExecutorTest, NumberOfThreadsChangesNoBitOfTheRecord) {
  const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism, 8);
  for (const char* const reduction : {"none", "mean"}) {
    std::string first;
    for (const int threads : {1, 2, 7}) {
      tbb::task_arena arena(threads);
      CaseRecord record = arena.execute([&] {
        return Execute(CaseText("c", 200'003,
                                "standards: [eco-v1, eco-v3, ulp, bitwise, cann-bench, "
                                "commercial-L2, error-balance, rounding-bound]",
                                reduction));
      });
      record.duration_ms = 0;
      EXPECT_EQ(record.verdicts.size(), 8u);
      const std::string text = record::ToJson(record);
      if (threads == 1) first = text;
      EXPECT_EQ(text, first) << threads;
    }
  }
}

// The loader has seen the file; it is gone by the time its elements are needed.
TEST_F(ExecutorTest, DataThatCannotBeReadNamesTensorAndFile) {
  const std::string path = ::testing::TempDir() + "touchstone_vanishing.npy";
  const std::vector<float> ones(4, 1.0f);
  ASSERT_TRUE(data::WriteNpy(path, tensor::DType::kFp32, {4}, std::as_bytes(std::span(ones))).ok());
  const suite::LoadedSuites suites = testing::LoadCases(
      {"  - name: c\n    inputs:\n      self: {shape: [4], dtype: fp32, data: {file: " + path +
       "}}\n      target: {shape: [4], dtype: fp32}\n    attrs: {reduction: none}\n"});
  ASSERT_EQ(suites.cases.size(), 1u);
  std::remove(path.c_str());
  const CaseRecord record = ExecuteCase(*session_, suites.cases[0], "documented").record;
  EXPECT_EQ(record.status, CaseStatus::kFail);
  EXPECT_THAT(record.reason, AllOf(HasSubstr("'self'"), HasSubstr(path)));
}

TEST_F(ExecutorTest, KnownIssuesAreTurnedAround) {
  EXPECT_EQ(Execute(CaseText("c", kWrongValue, "expect: {known_issue: wrong by a tenth}")).status,
            CaseStatus::kKnownIssue);
  EXPECT_EQ(Execute(CaseText("c", 50, "expect: {known_issue: wrong by a tenth}")).status,
            CaseStatus::kUnexpectedPass);
}

TEST_F(ExecutorTest, DeterminismCasesRunAsOftenAsTheyAsk) {
  const CaseRecord record = Execute(CaseText("c", 50, "repeat: 5\n    determinism: true"));
  EXPECT_EQ(record.status, CaseStatus::kPass) << record.reason;
  EXPECT_EQ(record.determinism.runs, 5);
}

TEST_F(ExecutorTest, ADeviceFaultEndsTheCaseAndTheSession) {
  const CaseRecord record = ExecuteBehaviour(kDeviceFault);
  EXPECT_EQ(record.status, CaseStatus::kDeviceFault);
  EXPECT_TRUE(device_lost_);
  EXPECT_EQ(record.sync_status, 507015);
  EXPECT_THAT(record.reason, HasSubstr("ACL_ERROR_RT_AICORE_EXCEPTION (507015)"));
}

}  // namespace
}  // namespace touchstone::run
