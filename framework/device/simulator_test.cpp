// The device room against the simulator's own libraries, found where the program looks for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "framework/device/call.h"
#include "framework/device/elf_needs.h"
#include "framework/device/guarded_buffer.h"

namespace touchstone::device {
namespace {

using tensor::ContiguousLayout;
using tensor::DType;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::byte> Bytes(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

class SimulatorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto libraries = Libraries::Load(DefaultLibraryDirectory());
    ASSERT_TRUE(libraries.ok()) << libraries.error().ToString();
    auto session = Session::Open(*libraries, {"Ascend910B1", "documented", 0});
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    session_ = std::move(session).value();
  }

  GuardedBuffer Buffer(const std::string& name, size_t bytes) {
    auto buffer = GuardedBuffer::Allocate(*session_, name, bytes, 0x5C);
    EXPECT_TRUE(buffer.ok()) << buffer.error().ToString();
    return std::move(buffer).value();
  }

  std::unique_ptr<Session> session_;
};

TEST_F(SimulatorTest, ProgramsAreNotLinkedAgainstTheDevice) {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::vector<std::string> needed = NeededLibraries(bytes);
  ASSERT_FALSE(needed.empty());
  for (const std::string& library : session_->libraries().files()) {
    EXPECT_THAT(needed, Not(Contains(library)));
  }
}

TEST_F(SimulatorTest, IdentifiesTheLibrariesBehindTheApi) {
  const auto digests = DigestLibraries(DefaultLibraryDirectory());
  ASSERT_TRUE(digests.ok());
  // The device itself is in a library that only the others ask for.
  EXPECT_TRUE(digests->contains("libnpusim_core.so"));
}

TEST_F(SimulatorTest, ComputesTheOperatorThroughBothPhases) {
  const std::vector<float> logits = {0.0f, 2.0f, -3.0f};
  GuardedBuffer self = Buffer("self", 12);
  GuardedBuffer target = Buffer("target", 12);
  GuardedBuffer out = Buffer("out", 12);
  ASSERT_TRUE(self.Upload(Bytes(logits)).ok());
  ASSERT_TRUE(target.Upload(Bytes({1.0f, 1.0f, 1.0f})).ok());
  ASSERT_TRUE(out.Fill(0xFF).ok());
  const auto layout = ContiguousLayout(DType::kFp32, {3});
  CallRequest request;
  request.op = operators::FindOperator("aclnnBinaryCrossEntropyWithLogits");
  request.tensors = {{"self", {layout, self.payload()}},
                     {"target", {layout, target.payload()}},
                     {"out", {layout, out.payload()}}};
  request.attributes = {{"reduction", int64_t{0}}};
  auto outcome = CallOperator(*session_, request);
  ASSERT_TRUE(outcome.ok()) << outcome.error().ToString();
  EXPECT_EQ(outcome->FirstFailure(), 0) << outcome->error_text;
  EXPECT_TRUE(outcome->violations.empty());
  EXPECT_TRUE(outcome->reports.empty());
  std::vector<std::byte> bytes(12);
  ASSERT_TRUE(out.Download(bytes).ok());
  std::vector<float> losses(3);
  std::memcpy(losses.data(), bytes.data(), bytes.size());
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(losses[i], std::log1p(std::exp(-logits[i])), 1e-5);
  for (const GuardedBuffer* buffer : {&self, &target, &out}) {
    const auto broken = buffer->CheckGuards();
    ASSERT_TRUE(broken.ok());
    EXPECT_FALSE(broken->has_value());
  }
}

TEST_F(SimulatorTest, GivesStatusAndTextOfAFailedFirstPhase) {
  CallRequest request;
  request.op = operators::FindOperator("aclnnBinaryCrossEntropyWithLogits");
  request.attributes = {{"reduction", int64_t{0}}};
  auto outcome = CallOperator(*session_, request);
  ASSERT_TRUE(outcome.ok()) << outcome.error().ToString();
  EXPECT_EQ(outcome->phase1_status, 161001);
  EXPECT_THAT(outcome->error_text, HasSubstr("[self]"));
  EXPECT_TRUE(outcome->violations.empty());
}

// What a call on three logits gives when it deviates.
class ProtocolTest : public SimulatorTest {
 protected:
  // Shapes of their own: an executor that the op cache serves cannot be made repeatable.
  CallOutcome Call(const CallProtocol& protocol, tensor::Dims shape) {
    const size_t bytes = 3 * sizeof(float);
    GuardedBuffer self = Buffer("self", bytes);
    GuardedBuffer out = Buffer("out", bytes);
    EXPECT_TRUE(self.Upload(Bytes({20, 30, 40})).ok());
    EXPECT_TRUE(out.Fill(0xFF).ok());
    GuardedBuffer target = Buffer("target", bytes);
    EXPECT_TRUE(target.Fill(0).ok());
    const auto layout = ContiguousLayout(DType::kFp32, std::move(shape));
    CallRequest request;
    request.op = operators::FindOperator("aclnnBinaryCrossEntropyWithLogits");
    request.tensors = {{"self", {layout, self.payload()}},
                       {"target", {layout, target.payload()}},
                       {"out", {layout, out.payload()}}};
    request.attributes = {{"reduction", int64_t{0}}};
    request.protocol = protocol;
    auto outcome = CallOperator(*session_, request);
    EXPECT_TRUE(outcome.ok()) << outcome.error().ToString();
    if (!outcome.ok()) return {};
    EXPECT_TRUE(outcome->violations.empty()) << outcome->violations.front();
    if (!IsDeviceFault(outcome->sync_status.value_or(0))) {
      std::vector<std::byte> read(bytes);
      EXPECT_TRUE(out.Download(read).ok());
      computed_ = read == Bytes({20, 30, 40});
    }
    return *outcome;
  }

  bool computed_ = false;
};

TEST_F(ProtocolTest, RepeatableExecutors) {
  CallProtocol protocol;
  protocol.repeatable_executor = true;
  protocol.reuse_executor = true;
  protocol.new_addresses = true;
  const CallOutcome outcome = Call(protocol, {3, 1, 1, 1, 1});
  EXPECT_EQ(outcome.FirstFailure(), 0) << outcome.error_text;
  EXPECT_TRUE(outcome.reports.empty());
  EXPECT_TRUE(computed_);
}

TEST_F(ProtocolTest, NewAddressesOfAnExecutorThatIsUsedUp) {
  CallProtocol protocol;
  protocol.reuse_executor = true;
  protocol.new_addresses = true;
  const CallOutcome outcome = Call(protocol, {1, 3, 1, 1, 1});
  EXPECT_EQ(outcome.phase2_status, 161002);
  EXPECT_THAT(outcome.error_text, HasSubstr("aclSetInputTensorAddr"));
  ASSERT_EQ(outcome.reports.size(), 1u);
  EXPECT_EQ(outcome.reports.front().kind, "executor_reuse");
  EXPECT_FALSE(computed_);
}

TEST_F(ProtocolTest, DestroyedTensors) {
  CallProtocol protocol;
  protocol.destroyed_tensor = true;
  CallOutcome outcome = Call(protocol, {1, 1, 3, 1, 1});
  EXPECT_EQ(outcome.phase1_status, 161002);
  ASSERT_EQ(outcome.reports.size(), 3u) << "one for each tensor";
  for (const StrictReport& report : outcome.reports) EXPECT_EQ(report.kind, "use_after_free");
  protocol = {};
  protocol.destroy_tensors_before_phase2 = true;
  outcome = Call(protocol, {1, 1, 3, 1, 1});
  EXPECT_EQ(outcome.phase2_status, 161002);
  ASSERT_EQ(outcome.reports.size(), 1u);
  EXPECT_EQ(outcome.reports.front().kind, "use_after_free");
}

TEST_F(ProtocolTest, TwoStreamsAndTwoDevices) {
  for (const bool devices : {false, true}) {
    CallProtocol protocol;
    protocol.two_devices = devices;
    protocol.two_streams = !devices;
    const CallOutcome outcome = Call(protocol, {1, 1, 1, 3, 1});
    EXPECT_EQ(outcome.FirstFailure(), 0) << outcome.error_text;
    EXPECT_TRUE(outcome.reports.empty());
    EXPECT_TRUE(computed_);
  }
}

TEST_F(ProtocolTest, WrongStreamsDevicesAndThreads) {
  CallProtocol protocol;
  protocol.destroyed_stream = true;
  CallOutcome outcome = Call(protocol, {1, 1, 1, 1, 3});
  EXPECT_EQ(outcome.phase2_status, 361001);
  EXPECT_THAT(outcome.error_text, HasSubstr("107017"));
  protocol = {};
  protocol.stream_of_other_device = true;
  outcome = Call(protocol, {1, 1, 1, 1, 3});
  EXPECT_EQ(outcome.phase2_status, 361001);
  EXPECT_THAT(outcome.error_text, HasSubstr("107003"));
  protocol = {};
  protocol.phase2_on_other_thread = true;
  outcome = Call(protocol, {1, 1, 1, 1, 3});
  EXPECT_EQ(outcome.phase2_status, 361001);
  EXPECT_THAT(outcome.error_text, HasSubstr("107002"));
  protocol = {};
  protocol.phase2_on_other_device = true;
  outcome = Call(protocol, {1, 1, 1, 1, 3});
  EXPECT_EQ(outcome.phase2_status, 0);
  EXPECT_EQ(outcome.sync_status, 507035);
  EXPECT_EQ(Call({}, {1, 1, 1, 1, 3}).FirstFailure(), 0);
  EXPECT_TRUE(computed_) << "the next call still runs";
}

TEST_F(SimulatorTest, ReportsASecondUseOfAnExecutor) {
  GuardedBuffer self = Buffer("self", 12);
  GuardedBuffer out = Buffer("out", 12);
  ASSERT_TRUE(self.Fill(0).ok());
  const auto layout = ContiguousLayout(DType::kFp32, {3});
  CallRequest request;
  request.op = operators::FindOperator("aclnnBinaryCrossEntropyWithLogits");
  request.tensors = {{"self", {layout, self.payload()}},
                     {"target", {layout, self.payload()}},
                     {"out", {layout, out.payload()}}};
  request.attributes = {{"reduction", int64_t{0}}};
  request.protocol.reuse_executor = true;
  auto outcome = CallOperator(*session_, request);
  ASSERT_TRUE(outcome.ok()) << outcome.error().ToString();
  ASSERT_EQ(outcome->reports.size(), 1u);
  EXPECT_EQ(outcome->reports.front().kind, "executor_reuse");
}

}  // namespace
}  // namespace touchstone::device
