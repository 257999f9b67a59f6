#include "framework/device/call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "framework/device/testing/fake_behaviours.h"
#include "framework/device/testing/fake_session.h"

namespace touchstone::device {
namespace {

using operators::ArgumentKind;
using tensor::ContiguousLayout;
using tensor::DType;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The fake's device memory is host memory, so the tests hand it vectors.
class CallTest : public ::testing::Test {
 protected:
  void SetUp() override {
    session_ = testing::OpenFakeSession();
    ASSERT_NE(session_, nullptr);
  }

  CallOutcome Call(int64_t extent, const CallProtocol& protocol = {}, int64_t reduction = 0) {
    self_.assign(static_cast<size_t>(extent), 0.0f);
    target_.assign(self_.size(), 0.5f);
    out_.assign(self_.size() + 1, -1.0f);
    CallRequest request;
    request.op = operators::FindOperator("aclnnBinaryCrossEntropyWithLogits");
    const auto layout = ContiguousLayout(DType::kFp32, {extent});
    request.tensors = {{"self", {layout, self_.data()}},
                       {"target", {layout, target_.data()}},
                       {"out", {layout, out_.data()}}};
    for (const std::string& name : without_) request.tensors.erase(name);
    request.attributes = {{"reduction", reduction}};
    request.protocol = protocol;
    auto outcome = CallOperator(*session_, request);
    if (!outcome) {
      error_ = outcome.error().message;
      return {};
    }
    return *outcome;
  }

  std::unique_ptr<Session> session_;
  std::vector<float> self_, target_, out_;
  std::vector<std::string> without_;
  std::string error_;
};

TEST_F(CallTest, MakesBothCalls) {
  const CallOutcome outcome = Call(3);
  EXPECT_EQ(error_, "");
  EXPECT_EQ(outcome.phase1_status, 0);
  EXPECT_EQ(outcome.phase2_status, 0);
  EXPECT_EQ(outcome.sync_status, 0);
  EXPECT_EQ(outcome.workspace_bytes, 64u);
  EXPECT_TRUE(outcome.violations.empty());
  EXPECT_EQ(outcome.FirstFailure(), 0);
  EXPECT_NEAR(out_[2], std::log(2.0), 1e-6);
}

TEST_F(CallTest, PassesEveryKindOfArgument) {
  const operators::OperatorDescription description = {
      "aclnnFakeArguments",
      "aclnnFakeArgumentsGetWorkspaceSize",
      {{"input", "input", ArgumentKind::kOptionalTensor},
       {"a", "a", ArgumentKind::kDouble},
       {"b", "b", ArgumentKind::kBool},
       {"c", "c", ArgumentKind::kFloat},
       {"d", "d", ArgumentKind::kInt64},
       {"out", "out", ArgumentKind::kOutputTensor}},
      nullptr};
  std::vector<float> input = {1, 2, 3, 4};
  std::vector<float> out(6);
  // Every second element, starting at the second: 2, 4.
  const tensor::TensorLayout strided = {DType::kFp32, tensor::Format::kNd, {2}, {2}, 1, {4}};
  CallRequest request;
  request.op = &description;
  request.tensors = {{"input", {strided, input.data()}},
                     {"out", {ContiguousLayout(DType::kFp32, {6}), out.data()}}};
  request.attributes = {{"a", 0.25}, {"b", true}, {"c", -1.5}, {"d", int64_t{-7}}};
  auto outcome = CallOperator(*session_, request);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_EQ(outcome->FirstFailure(), 0);
  EXPECT_THAT(out, ElementsAre(0.25f, 1, -1.5f, -7, 4, 0));
  request.tensors.erase("input");
  ASSERT_TRUE(CallOperator(*session_, request).ok());
  EXPECT_EQ(out[4], -1);
}

TEST_F(CallTest, ReportsAFailedFirstPhase) {
  without_ = {"self"};
  const CallOutcome outcome = Call(3);
  EXPECT_EQ(outcome.phase1_status, 161001);
  EXPECT_FALSE(outcome.phase2_status.has_value());
  EXPECT_FALSE(outcome.sync_status.has_value());
  EXPECT_EQ(outcome.error_text,
            "Fake_Error(EZ1001): Expected a value of type [aclTensor] for argument [self] but "
            "instead found nullptr.");
  EXPECT_TRUE(outcome.violations.empty());
}

TEST_F(CallTest, AnOldErrorTextIsNotThisCalls) {
  without_ = {"self"};
  EXPECT_NE(Call(3).error_text, "");
  without_ = {};
  EXPECT_EQ(Call(3).error_text, "");
}

TEST_F(CallTest, NoticesSideEffectsOfAFailedFirstPhase) {
  const CallOutcome outcome = Call(testing::kTouchOnFailure);
  EXPECT_EQ(outcome.phase1_status, 161002);
  EXPECT_THAT(outcome.violations, ElementsAre(HasSubstr("workspaceSize was set to 64")));
}

TEST_F(CallTest, NoticesAChangedOutputShape) {
  const CallOutcome outcome = Call(testing::kChangeShape);
  EXPECT_THAT(outcome.violations, ElementsAre(HasSubstr("from [117] to [117, 1]")));
}

TEST_F(CallTest, NoticesAWorkspaceOverrun) {
  const CallOutcome outcome = Call(testing::kWorkspaceOverrun);
  EXPECT_THAT(outcome.violations, ElementsAre(HasSubstr("after the buffer of 'workspace'")));
}

TEST_F(CallTest, CarriesStrictReportsAndDeviceFaults) {
  CallOutcome outcome = Call(testing::kStrictReport);
  EXPECT_THAT(outcome.reports, ElementsAre(StrictReport{"fake_kind", "as asked"}));
  outcome = Call(testing::kDeviceFault);
  EXPECT_EQ(outcome.sync_status, 507015);
  EXPECT_EQ(outcome.FirstFailure(), 507015);
}

TEST_F(CallTest, DeviatesFromTheProtocolWhenAsked) {
  CallProtocol protocol;
  protocol.null_workspace_size = true;
  EXPECT_EQ(Call(3, protocol).phase1_status, 161001);
  protocol = {};
  protocol.null_executor = true;
  EXPECT_EQ(Call(3, protocol).phase1_status, 161001);
  protocol = {};
  protocol.null_executor_in_phase2 = true;
  CallOutcome outcome = Call(3, protocol);
  EXPECT_EQ(outcome.phase1_status, 0);
  EXPECT_EQ(outcome.phase2_status, 161001);
  EXPECT_THAT(outcome.error_text, HasSubstr("executor is nullptr."));
  protocol = {};
  protocol.null_workspace = true;
  outcome = Call(3, protocol);
  EXPECT_EQ(outcome.phase2_status, 161001);
  EXPECT_THAT(outcome.error_text, HasSubstr("workspace is nullptr."));
  protocol = {};
  protocol.small_workspace = true;
  outcome = Call(3, protocol);
  EXPECT_EQ(outcome.workspace_bytes, 64u);
  EXPECT_EQ(outcome.phase2_status, 161002);
  EXPECT_THAT(outcome.error_text, HasSubstr("workspace is too small."));
}

TEST_F(CallTest, RepeatsAnExecutor) {
  CallProtocol protocol;
  protocol.repeatable_executor = true;
  protocol.reuse_executor = true;
  CallOutcome outcome = Call(3, protocol);
  EXPECT_EQ(outcome.FirstFailure(), 0);
  EXPECT_TRUE(outcome.violations.empty());
  EXPECT_NEAR(out_[2], std::log(2.0), 1e-6);
  // The outputs are blanked in between: a second run that writes nothing shows.
  outcome = Call(testing::kWriteOnce, protocol);
  EXPECT_EQ(outcome.FirstFailure(), 0);
  EXPECT_TRUE(std::isnan(out_[2]));
}

TEST_F(CallTest, MovesTheTensorsBetweenThePhases) {
  for (const bool reuse : {false, true}) {
    CallProtocol protocol;
    protocol.repeatable_executor = true;
    protocol.new_addresses = true;
    protocol.reuse_executor = reuse;
    CallOutcome outcome = Call(3, protocol);
    EXPECT_EQ(outcome.FirstFailure(), 0);
    EXPECT_TRUE(outcome.violations.empty());
    EXPECT_NEAR(out_[2], std::log(2.0), 1e-6);
  }
  CallProtocol protocol;
  protocol.new_addresses = true;
  const CallOutcome outcome = Call(testing::kKeepAddresses, protocol);
  EXPECT_THAT(outcome.violations,
              ElementsAre(HasSubstr("the memory that 'out' had in phase 1 was written")));
  EXPECT_EQ(out_[2], -1.0f);
}

TEST_F(CallTest, ComparesWithACallOnAnotherStream) {
  CallProtocol protocol;
  protocol.two_streams = true;
  EXPECT_TRUE(Call(3, protocol).violations.empty());
  EXPECT_NEAR(out_[2], std::log(2.0), 1e-6);
  EXPECT_THAT(Call(testing::kNondeterministic, protocol).violations,
              ElementsAre(HasSubstr("output 'out' differs from that of the call beside it, first "
                                    "in byte 68")));
  const CallOutcome outcome = Call(testing::kFailEveryOther, protocol);
  EXPECT_EQ(outcome.FirstFailure(), 0);
  EXPECT_THAT(outcome.violations,
              ElementsAre(AllOf(HasSubstr("the call beside it failed with 561103: "),
                                HasSubstr("phase 2 gave up"))));
}

TEST_F(CallTest, SaysWhenThereIsNoSecondDevice) {
  CallProtocol protocol;
  protocol.two_devices = true;
  Call(3, protocol);
  EXPECT_EQ(error_, "a call on two devices: aclrtSetDevice for device 1 failed with 107001");
}

TEST_F(CallTest, CallsPhase2OnAnotherThread) {
  CallProtocol protocol;
  protocol.phase2_on_other_thread = true;
  EXPECT_EQ(Call(3, protocol).FirstFailure(), 0);
  EXPECT_NEAR(out_[2], std::log(2.0), 1e-6);
  const CallOutcome outcome = Call(testing::kWrongStatus, protocol);
  EXPECT_EQ(outcome.phase2_status, 561103);
  EXPECT_THAT(outcome.error_text, HasSubstr("phase 2 gave up"));
}

TEST_F(CallTest, SaysWhenTheWorkspaceCannotBeHad) {
  Call(testing::kHugeWorkspace);
  EXPECT_THAT(error_, HasSubstr("'workspace' failed with 207001"));
}

TEST_F(CallTest, SaysWhenTheOperatorIsNotThere) {
  const operators::OperatorDescription description = {
      "aclnnNone", "aclnnNoneGetWorkspaceSize", {}, nullptr};
  CallRequest request;
  request.op = &description;
  const auto outcome = CallOperator(*session_, request);
  ASSERT_FALSE(outcome.ok());
  EXPECT_THAT(outcome.error().message, HasSubstr("'aclnnNoneGetWorkspaceSize'"));
}

}  // namespace
}  // namespace touchstone::device
