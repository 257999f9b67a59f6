#include "framework/sweep/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "framework/sweep/fake_device.h"
#include "framework/sweep/sweep_json.h"
#include "framework/sweep/sweep_text.h"

namespace touchstone::sweep {
namespace {

using testing::HasSubstr;

SweepResult Swept(const SweepPlan& plan, const Doctor& doctor, int jobs = 2) {
  SweepOptions options;
  options.jobs = jobs;
  options.chunk_elements = 5000;
  auto result = SweepFake(plan, options, doctor);
  EXPECT_TRUE(result.ok()) << result.error().ToString();
  return std::move(*result);
}

// Changes the output of one bit pattern of the logit.
Doctor AtPattern(uint32_t bits, const std::function<void(uint16_t&)>& change) {
  return [=](ChunkResult& chunk, std::vector<uint16_t>& output, std::vector<uint8_t>&) {
    if (bits >= chunk.first && bits < chunk.first + chunk.count) {
      change(output[bits - chunk.first]);
    }
  };
}

TEST(Sweep, AnHonestDevicePassesAndEveryPatternIsCounted) {
  for (const char* dtype : {"fp16", "bf16"}) {
    SCOPED_TRACE(dtype);
    const SweepPlan plan = TestPlan(dtype);
    const SweepResult result = Swept(plan, nullptr);
    EXPECT_TRUE(result.passed()) << FailureText(result);
    EXPECT_EQ(result.patterns, 65536u);
    EXPECT_EQ(result.metrics.elements, 65536u);
    EXPECT_EQ(result.metrics.correctly_rounded + result.metrics.bitwise_mismatches, 65536u);
    EXPECT_EQ(result.metrics.undecided, 0u);
    EXPECT_LE(result.metrics.max_error_ulp, 0.5);
    uint64_t elements = 0, beyond = 0, numbers = 0;
    uint32_t next_bits = 0;
    for (const GroupResult& group : result.groups) {
      EXPECT_EQ(group.group.first_bits, next_bits);  // in order, without a gap
      next_bits = group.group.last_bits + 1;
      EXPECT_EQ(group.metrics.elements, group.group.last_bits - group.group.first_bits + 1);
      elements += group.metrics.elements;
      beyond += group.beyond;
      for (const uint64_t bin : group.metrics.ulp_histogram) numbers += bin;
    }
    EXPECT_EQ(next_bits, 65536u);
    EXPECT_EQ(elements, 65536u);
    EXPECT_EQ(beyond, 0u);
    EXPECT_EQ(numbers, result.comparable());
    EXPECT_EQ(result.CountOf(PatternKind::kInfinity), 2u);
    EXPECT_EQ(result.CountOf(PatternKind::kNan), plan.dtype == tensor::DType::kFp16 ? 2046u : 254u);
  }
}

TEST(Sweep, AStrideTakesFewerAndSaysSo) {
  const SweepResult result = Swept(TestPlan("bf16", 7), nullptr);
  EXPECT_TRUE(result.passed()) << FailureText(result);
  EXPECT_EQ(result.patterns, 9363u);
  EXPECT_EQ(result.metrics.elements, 9363u);
  EXPECT_THAT(SummaryText(result), HasSubstr("every 7th bit pattern of self (9363 of 65536: NOT a "
                                             "whole pass)"));
  EXPECT_THAT(SummaryText(Swept(TestPlan("bf16"), nullptr)),
              HasSubstr("every bit pattern of self (65536)"));
}

// One wrong element of 65,536 is enough, wherever it lies.
TEST(Sweep, AWrongNumberFails) {
  for (const uint32_t bits : {0x0000u, 0x3C01u, 0x7BFFu, 0x8001u, 0xB800u, 0xFBFFu}) {
    SCOPED_TRACE(bits);
    const SweepResult result =
        Swept(TestPlan(), AtPattern(bits, [](uint16_t& out) { out = 0x5555; }));
    EXPECT_FALSE(result.passed());
    EXPECT_EQ(result.beyond, 1u);
    EXPECT_EQ(result.bound.state, judge::VerdictState::kFail);
    EXPECT_THAT(SummaryText(result), HasSubstr("FAILED: not explained by rounding: 1 of 65536"));
    ASSERT_FALSE(result.worst.empty());
    EXPECT_EQ(result.worst[0].bits, bits);
    EXPECT_EQ(result.worst[0].actual_bits, 0x5555u);
    EXPECT_LE(result.worst[0].lower, result.worst[0].upper);
    EXPECT_LT(result.worst[0].upper - result.worst[0].lower, 1e-3 * result.worst[0].upper);
    uint64_t beyond = 0;
    for (const GroupResult& group : result.groups) {
      if (bits < group.group.first_bits || bits > group.group.last_bits) continue;
      beyond = group.beyond;
    }
    EXPECT_EQ(beyond, 1u);
  }
}

// A number where NaN is expected, and NaN where a number is.
TEST(Sweep, AWrongClassFails) {
  for (const auto& [bits, wrong] :
       {std::pair(0x7E01u, 0x3C00u), std::pair(0x3C00u, 0x7E00u), std::pair(0x4000u, 0x7C00u)}) {
    const SweepResult result = Swept(TestPlan(), AtPattern(bits, [wrong = wrong](uint16_t& out) {
                                       out = static_cast<uint16_t>(wrong);
                                     }));
    EXPECT_FALSE(result.passed());
    EXPECT_EQ(result.metrics.class_mismatches, 1u);
    EXPECT_EQ(result.beyond, 1u);
    ASSERT_FALSE(result.worst.empty());
    EXPECT_EQ(result.worst[0].bits, bits);
    EXPECT_THAT(result.worst[0].note, HasSubstr("class"));
  }
}

TEST(Sweep, AnUnwrittenElementFails) {
  const SweepResult result = Swept(TestPlan(), [](ChunkResult& chunk, std::vector<uint16_t>& output,
                                                  std::vector<uint8_t>& unwritten) {
    if (chunk.first != 10000) return;
    output[3] = 0xFFFF;
    unwritten[3] = 1;
  });
  EXPECT_FALSE(result.passed());
  EXPECT_EQ(result.metrics.unwritten, 1u);
  ASSERT_FALSE(result.worst.empty());
  EXPECT_EQ(result.worst[0].bits, 10003u);
}

TEST(Sweep, ADifferenceBetweenRunsFails) {
  const SweepResult result =
      Swept(TestPlan(), [](ChunkResult& chunk, std::vector<uint16_t>&, std::vector<uint8_t>&) {
        if (chunk.first < 20000) return;
        chunk.differing = 2;
        chunk.first_differing = chunk.first + 1;
      });
  EXPECT_FALSE(result.passed());
  EXPECT_EQ(result.differing, 2u * 10);
  EXPECT_EQ(result.first_differing_bits, 20001u);
  EXPECT_THAT(FailureText(result), HasSubstr("20 elements differ between two runs, the first at "
                                             "0x4E21"));
}

TEST(Sweep, ABrokenRuleFails) {
  const SweepResult result =
      Swept(TestPlan(), [](ChunkResult& chunk, std::vector<uint16_t>&, std::vector<uint8_t>&) {
        if (chunk.first == 5000 || chunk.first == 60000) {
          chunk.problems = {"input 'self' was changed"};
        }
      });
  EXPECT_FALSE(result.passed());
  EXPECT_THAT(result.problems, testing::ElementsAre(testing::Pair("input 'self' was changed", 2)));
  const SweepPlan plan = TestPlan();
  const auto leaking =
      RunSweep(plan, {}, [&](const std::function<bool()>&) -> Result<std::unique_ptr<Device>> {
        auto device = std::make_unique<FakeDevice>(plan, nullptr);
        device->closing_problems = {"leak: 1 block"};
        return std::unique_ptr<Device>(std::move(device));
      });
  ASSERT_TRUE(leaking.ok());
  EXPECT_FALSE(leaking->passed());
}

// A device that forgets patterns cannot pass by what it did compute.
TEST(Sweep, MissingPatternsFail) {
  const SweepResult result = Swept(TestPlan(), nullptr);
  SweepResult less = result;
  --less.patterns;
  EXPECT_FALSE(less.passed());
  less = result;
  --less.metrics.elements;
  EXPECT_FALSE(less.passed());
  EXPECT_THAT(FailureText(less), HasSubstr("65536 were computed and 65535 judged"));
  less = result;
  less.bound.certified = false;
  EXPECT_FALSE(less.passed());
}

TEST(Sweep, ARefusalIsNoResult) {
  const SweepResult result =
      Swept(TestPlan(), [](ChunkResult& chunk, std::vector<uint16_t>&, std::vector<uint8_t>&) {
        chunk.refusal = "phase 1 returned 161002";
      });
  EXPECT_FALSE(result.passed());
  EXPECT_EQ(result.refusal, "phase 1 returned 161002");
}

TEST(Sweep, TheResultIsTheSameForAnyNumberOfJobsAndChunks) {
  const SweepPlan plan = TestPlan("fp16", 3);
  // Errors that depend on the pattern alone.
  const Doctor doctor = [](ChunkResult& chunk, std::vector<uint16_t>& output,
                           std::vector<uint8_t>&) {
    for (size_t i = 0; i < output.size(); ++i) {
      if ((chunk.first + i) % 11 == 0) output[i] ^= 1;
      if ((chunk.first + i) % 1009 == 0) output[i] ^= 0x0101;
    }
  };
  std::string first;
  for (const int jobs : {1, 2, 5}) {
    for (const uint64_t chunk : {0, 64, 1000, 100000}) {
      SweepOptions options;
      options.jobs = jobs;
      options.chunk_elements = chunk;
      const auto result = SweepFake(plan, options, doctor);
      ASSERT_TRUE(result.ok()) << result.error().ToString();
      const std::string json = ToJson(*result, {"0", {}});
      if (first.empty()) first = json;
      EXPECT_EQ(json, first) << jobs << " jobs, chunks of " << chunk;
    }
  }
  EXPECT_THAT(first, HasSubstr("\"passed\": false"));
}

TEST(Sweep, CanBeStopped) {
  const SweepPlan plan = TestPlan();
  SweepOptions options;
  options.stop = [] { return true; };
  const auto result =
      SweepFake(plan, options, [](ChunkResult&, std::vector<uint16_t>&, std::vector<uint8_t>&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      });
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::kInfrastructure);
  EXPECT_THAT(result.error().message, HasSubstr("interrupted"));
}

// A device that breaks off ends the sweep with its own error, and the other lanes with it.
TEST(Sweep, ADeviceThatIsLostEndsTheSweep) {
  class Lost final : public Device {
   public:
    explicit Lost(std::atomic<bool>& begun) : begun_(begun) {}
    Status Begin(uint64_t, uint64_t) override {
      begun_ = true;
      return Done{};
    }
    Result<ChunkResult> Await() override { return InfrastructureError("gone"); }
    Result<std::vector<std::string>> Close() override { return std::vector<std::string>{}; }

   private:
    std::atomic<bool>& begun_;
  };
  const SweepPlan plan = TestPlan();
  std::atomic<bool> lost_has_begun = false;
  // The others leave it a chunk, however late its thread comes.
  const Doctor waits = [&](ChunkResult&, std::vector<uint16_t>&, std::vector<uint8_t>&) {
    while (!lost_has_begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  std::atomic<int> started = 0;
  SweepOptions options;
  options.jobs = 3;
  const auto result =
      RunSweep(plan, options, [&](const std::function<bool()>&) -> Result<std::unique_ptr<Device>> {
        if (started++ == 1) return std::unique_ptr<Device>(std::make_unique<Lost>(lost_has_begun));
        return std::unique_ptr<Device>(std::make_unique<FakeDevice>(plan, waits));
      });
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "gone");
}

}  // namespace
}  // namespace touchstone::sweep
