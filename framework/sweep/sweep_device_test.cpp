// Sweeps with worker processes: on the simulator, and on a device that misbehaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/device/testing/fake_behaviours.h"
#include "framework/sweep/process_device.h"
#include "framework/sweep/sweep.h"
#include "framework/sweep/sweep_json.h"
#include "framework/sweep/sweep_text.h"

namespace touchstone::sweep {
namespace {

using device::testing::FakeBehaviour;
using testing::Contains;
using testing::HasSubstr;
using testing::Key;

SweepPlan Plan(SweepWords words) {
  words.operator_name = "BinaryCrossEntropyWithLogits";
  const auto plan = MakePlan(words);
  EXPECT_TRUE(plan.ok()) << plan.error().message;
  return *plan;
}

// The fake device takes the number of elements for its orders.
SweepPlan FakePlan(uint64_t elements) {
  SweepWords words;
  words.dtype = "fp32";
  words.constants = {{"target", "0.25"}};
  words.device_libs = TOUCHSTONE_FAKE_DEVICE;
  words.stride = ((uint64_t{1} << 32) + elements - 1) / elements;
  SweepPlan plan = Plan(words);
  EXPECT_EQ(plan.patterns.count(), elements);
  return plan;
}

Result<SweepResult> SweepOn(FakeBehaviour behaviour) {
  SweepOptions options;
  options.chunk_elements = static_cast<uint64_t>(behaviour);
  return RunSweep(FakePlan(static_cast<uint64_t>(behaviour)), options);
}

SweepResult ResultOn(FakeBehaviour behaviour) {
  auto result = SweepOn(behaviour);
  EXPECT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_FALSE(result->passed());
  return std::move(*result);
}

TEST(SweepOnSimulator, WholePassesOfTheHalves) {
  for (const char* dtype : {"fp16", "bf16"}) {
    for (const char* soc : {"Ascend910B1", "Ascend950PR_9589"}) {
      SCOPED_TRACE(std::string(dtype) + " " + soc);
      SweepWords words;
      words.dtype = dtype;
      words.soc = soc;
      words.constants = {{"target", "0.75"}, {"weight", "1.5"}, {"pos_weight", "3"}};
      SweepOptions options;
      options.jobs = 2;
      const auto result = RunSweep(Plan(words), options);
      ASSERT_TRUE(result.ok()) << result.error().ToString();
      EXPECT_TRUE(result->passed()) << SummaryText(*result);
      EXPECT_EQ(result->patterns, 65536u);
      EXPECT_EQ(result->metrics.elements, 65536u);
      EXPECT_GT(result->metrics.max_error_ulp, 0);
    }
  }
}

TEST(SweepOnSimulator, TheBytesAreTheSameForAnyNumberOfJobs) {
  SweepWords words;
  words.dtype = "fp32";
  words.stride = 9973;
  words.constants = {{"target", "0.75"}};
  const SweepPlan plan = Plan(words);
  std::string first;
  for (const int jobs : {1, 3}) {
    SweepOptions options;
    options.jobs = jobs;
    options.chunk_elements = jobs == 1 ? 0 : 30000;
    const auto result = RunSweep(plan, options);
    ASSERT_TRUE(result.ok()) << result.error().ToString();
    EXPECT_TRUE(result->passed()) << SummaryText(*result);
    const std::string json = ToJson(*result, {"0", {}});
    if (first.empty()) first = json;
    EXPECT_EQ(json, first);
  }
}

// bf16 is no type of this chip: the operator says so, and the sweep hands it on.
TEST(SweepOnSimulator, ARefusalCarriesTheOperatorsWords) {
  SweepWords words;
  words.dtype = "bf16";
  words.soc = "Ascend310P3";
  words.constants = {{"target", "1"}};
  const auto result = RunSweep(Plan(words), {});
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_THAT(result->refusal, HasSubstr("phase 1 returned 161002"));
  EXPECT_FALSE(result->passed());
}

TEST(SweepOnFake, CountsWhatItIsGiven) {
  SweepOptions options;
  options.chunk_elements = 64;
  const auto result = RunSweep(FakePlan(200), options);
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_EQ(result->patterns, 200u);
  EXPECT_EQ(result->metrics.elements, 200u);
  EXPECT_EQ(result->differing, 0u);
  EXPECT_EQ(result->metrics.unwritten, 0u);
}

TEST(SweepOnFake, NoticesWrongOutputs) {
  const SweepResult nothing = ResultOn(FakeBehaviour::kWriteNothing);
  EXPECT_EQ(nothing.metrics.unwritten, 103u);
  EXPECT_EQ(nothing.differing, 0u);
  const SweepResult different = ResultOn(FakeBehaviour::kNondeterministic);
  EXPECT_EQ(different.differing, 1u);
  EXPECT_EQ(different.first_differing_bits, different.plan.patterns.BitsAt(17));
  EXPECT_GT(ResultOn(FakeBehaviour::kReadOutside).differing, 0u);
  const SweepResult wrong = ResultOn(FakeBehaviour::kWrongValue);
  EXPECT_GT(wrong.beyond, 0u);
  EXPECT_THAT(wrong.worst,
              Contains(testing::Field(&WorstPattern::bits, wrong.plan.patterns.BitsAt(3))));
}

TEST(SweepOnFake, NoticesBrokenRules) {
  EXPECT_THAT(ResultOn(FakeBehaviour::kWriteOutside).problems,
              Contains(Key(HasSubstr("after the buffer of 'out'"))));
  EXPECT_THAT(ResultOn(FakeBehaviour::kChangeInput).problems,
              Contains(Key("input 'self' was changed")));
  EXPECT_THAT(ResultOn(FakeBehaviour::kStrictReport).problems,
              Contains(Key(HasSubstr("fake_kind"))));
  EXPECT_THAT(ResultOn(FakeBehaviour::kWorkspaceOverrun).problems,
              Contains(Key(HasSubstr("after the buffer of 'workspace'"))));
  EXPECT_THAT(ResultOn(FakeBehaviour::kChangeShape).problems,
              Contains(Key(HasSubstr("view shape"))));
}

TEST(SweepOnFake, HandsOnRefusals) {
  EXPECT_THAT(ResultOn(FakeBehaviour::kDeviceFault).refusal,
              HasSubstr("synchronisation returned 507015"));
  EXPECT_THAT(ResultOn(FakeBehaviour::kTouchOnFailure).refusal,
              HasSubstr("phase 1 returned 161002"));
  EXPECT_THAT(ResultOn(FakeBehaviour::kWrongStatus).refusal, HasSubstr("phase 2 returned 561103"));
}

TEST(SweepOnFake, SurvivesTheDevice) {
  const auto message = [](FakeBehaviour behaviour) {
    const auto result = SweepOn(behaviour);
    EXPECT_FALSE(result.ok());
    if (result.ok()) return std::string();
    EXPECT_EQ(result.error().kind, ErrorKind::kInfrastructure);
    return result.error().message;
  };
  EXPECT_THAT(
      message(FakeBehaviour::kCrash),
      HasSubstr("killed by SIGSEGV (Segmentation fault), while it computed patterns 0 to 100"));
  EXPECT_THAT(message(FakeBehaviour::kAbort), HasSubstr("killed by SIGABRT"));
  EXPECT_THAT(message(FakeBehaviour::kExit), HasSubstr("exited with code 0, while it computed"));
  EXPECT_THAT(message(FakeBehaviour::kHugeWorkspace), HasSubstr("workspace"));
}

Result<SweepResult> SweepHanging(double timeout_seconds, const SweepOptions& options) {
  const auto elements = static_cast<uint64_t>(FakeBehaviour::kHang);
  const SweepPlan plan = FakePlan(elements);
  return RunSweep(plan, options,
                  [&](std::function<bool()> stop) -> Result<std::unique_ptr<Device>> {
                    auto device = ProcessDevice::Start(
                        plan, {"/proc/self/exe", timeout_seconds, elements, std::move(stop)});
                    if (!device) return device.errors();
                    return std::unique_ptr<Device>(std::move(*device));
                  });
}

TEST(SweepOnFake, AHangingDeviceIsGivenUp) {
  SweepOptions options;
  options.chunk_elements = static_cast<uint64_t>(FakeBehaviour::kHang);
  const auto late = SweepHanging(1, options);
  ASSERT_FALSE(late.ok());
  EXPECT_THAT(late.error().message, HasSubstr("did not answer for 1 seconds"));
  options.stop = [] { return true; };
  const auto stopped = SweepHanging(600, options);
  ASSERT_FALSE(stopped.ok());
  EXPECT_THAT(stopped.error().message, HasSubstr("interrupted"));
}

TEST(SweepOnFake, SaysWhatCannotBeStarted) {
  SweepPlan plan = FakePlan(64);
  plan.device_libs = "/nowhere";
  const auto result = RunSweep(plan, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::kInfrastructure);
  EXPECT_THAT(result.error().message, HasSubstr("/nowhere"));
}

}  // namespace
}  // namespace touchstone::sweep
