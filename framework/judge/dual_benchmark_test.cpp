#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using ::testing::HasSubstr;

constexpr auto kPass = VerdictState::kPass;
constexpr auto kFail = VerdictState::kFail;
constexpr auto kReview = VerdictState::kReview;

// Golden 1 everywhere: the ratios of all three measures are the ratios of the errors in steps.
Verdict Ratio(const std::string& standard, int device_steps, int benchmark_steps) {
  Fixture fixture;
  fixture.With(standard);
  for (int i = 0; i < 10; ++i) {
    fixture.Pair(1, 1 + device_steps * 0x1p-13).Benchmark(1 + benchmark_steps * 0x1p-13);
  }
  return fixture.First();
}

// The offset of 1e-7 in the denominator makes a ratio of k steps slightly less than k.
TEST(DualBenchmark, RatiosOnBothSidesPerLevel) {
  EXPECT_EQ(Ratio("commercial-L0", 2, 1).state, kPass);
  EXPECT_EQ(Ratio("commercial-L0", 3, 1).state, kFail);
  EXPECT_EQ(Ratio("commercial-L1", 15, 10).state, kPass);
  EXPECT_EQ(Ratio("commercial-L1", 16, 10).state, kFail);
  EXPECT_EQ(Ratio("commercial-L2", 12, 10).state, kPass);
  EXPECT_EQ(Ratio("commercial-L2", 13, 10).state, kFail);
  const Verdict verdict = Ratio("commercial-L0", 3, 1);
  EXPECT_THAT(verdict.reason, HasSubstr("mere_ratio"));
  EXPECT_THAT(verdict.reason, HasSubstr("rmse_ratio"));
  EXPECT_NEAR(verdict.values.at("mere_ratio"), 3, 0.01);
}

TEST(DualBenchmark, MaximumHasItsOwnLimit) {
  const auto state = [](int largest) {
    Fixture fixture;
    fixture.With("commercial-L0");
    // 5000 elements with one step on both sides keep mean and root mean square below 2.
    for (int i = 0; i < 5000; ++i) fixture.Pair(1, 1 + 0x1p-13).Benchmark(1 + 0x1p-13);
    fixture.Pair(1, 1 + largest * 0x1p-13);
    return fixture.State();
  };
  EXPECT_EQ(state(10), kPass);
  EXPECT_EQ(state(11), kFail);
}

TEST(DualBenchmark, ZeroDenominatorPolicies) {
  // A perfect benchmark: 1e-7 is added (an error of 2^-13 is 1220 times as much), or the floor of
  // 2^-14 holds (a ratio of 2).
  EXPECT_EQ(Ratio("commercial-L0", 1, 0).state, kFail);
  EXPECT_EQ(Ratio("commercial-L0-floor", 1, 0).state, kPass);
  EXPECT_EQ(Ratio("commercial-L0-floor", 2, 0).state, kFail);
  EXPECT_EQ(Ratio("commercial-L0", 0, 0).state, kPass);
  EXPECT_EQ(Ratio("commercial-L0", 0, 0).limits.at("denominator_offset"), 1e-7);
  EXPECT_EQ(Ratio("commercial-L0-floor", 0, 0).limits.at("denominator_floor"), 0x1p-14);
}

// G2-26: tiny counts in the denominator have a defined outcome, and both counts are shown.
TEST(DualBenchmark, G2_26_SmallValueCounts) {
  const auto verdict = [](int device, int benchmark) {
    Fixture fixture;
    fixture.With("commercial-L0");
    const double small = 0x1p-16;  // below 2^-14; 2^-30 is the allowed error
    for (int i = 0; i < 400; ++i) {
      fixture.Pair(small, small + (i < device ? 0x1p-29 : 0x1p-30));
      fixture.Benchmark(small + (i < benchmark ? 0x1p-29 : 0));
    }
    return fixture.First();
  };
  EXPECT_EQ(verdict(0, 0).state, kPass);
  EXPECT_EQ(verdict(1, 0).state, kPass);
  EXPECT_EQ(verdict(2, 0).state, kPass);
  EXPECT_EQ(verdict(3, 0).state, kFail);
  EXPECT_EQ(verdict(2, 1).state, kPass);
  EXPECT_EQ(verdict(3, 1).state, kFail);
  EXPECT_EQ(verdict(313, 314).state, kPass);
  const Verdict bad = verdict(382, 57);
  EXPECT_EQ(bad.state, kFail);
  EXPECT_THAT(bad.reason,
              HasSubstr("small_value_ratio 6.70175 > 2 (device 382 errors, benchmark 57)"));
}

// G2-28: special values are compared before any ratio, and never enter one.
TEST(DualBenchmark, G2_28_SpecialValues) {
  Fixture infinite;
  infinite.With("commercial-L0").Pair(kInf, kInf).Benchmark(kNaN).Pair(1, 1);
  EXPECT_EQ(infinite.State(), kPass);
  Fixture benchmark_only;
  benchmark_only.With("commercial-L0").Pair(1, 1).Benchmark(kInf).Pair(1, 1);
  EXPECT_EQ(benchmark_only.State(), kPass);
  for (const auto& [name, value] : benchmark_only.First().values) {
    EXPECT_TRUE(std::isfinite(value)) << name;
  }
}

TEST(DualBenchmark, ThreeClassesNeedAPerson) {
  Fixture review;
  review.With("commercial-L0").Pair(1, 1).Pair(kInf, 1).Benchmark(kNaN);
  EXPECT_EQ(review.State(), kReview);
  Fixture wrong;
  wrong.With("commercial-L0").Pair(1, 1).Pair(kInf, 1).Benchmark(kInf);
  EXPECT_EQ(wrong.State(), kFail);
  Fixture nowhere;
  nowhere.With("commercial-L0").Pair(1, 1).Benchmark(kNaN);
  EXPECT_EQ(nowhere.State(), kReview);
}

// Each level, dtype and policy with its own limit: a ratio just below it passes, the nearest step
// above it fails. Golden 1 and a benchmark error of `benchmark` steps; the offset of 1e-7 moves a
// ratio by less than a thousandth.
TEST(DualBenchmark, EveryLevelAndDtypeOnBothSides) {
  struct Level {
    const char* name;
    int benchmark, device;  ///< steps; device / benchmark is the limit of mean and root mean square
    double max_ratio;
  };
  for (const Level& level : {Level{"commercial-L0", 10, 20, 10}, Level{"commercial-L1", 10, 15, 5},
                             Level{"commercial-L2", 10, 12, 2}}) {
    for (const auto& [dtype, step] :
         {std::pair{DType::kFp16, 0x1p-10}, {DType::kBf16, 0x1p-7}, {DType::kFp32, 0x1p-13}}) {
      for (const char* const policy : {"", "-floor"}) {
        const std::string name = std::string(level.name) + policy;
        const auto verdict = [&](int device, int largest) {
          Fixture fixture(dtype);
          fixture.With(name);
          for (int i = 0; i < 3000; ++i) {
            fixture.Pair(1, 1 + device * step).Benchmark(1 + level.benchmark * step);
          }
          fixture.Pair(1, 1 + largest * step).Benchmark(1 + level.benchmark * step);
          return fixture.First();
        };
        // Without the offset 1.5 and 1.2 times the benchmark's mean may be met by a rounding more.
        const bool exact_limit = *policy == '\0' || level.device == 20;
        const int device = exact_limit ? level.device : level.device - 1;
        EXPECT_EQ(verdict(device, device).state, kPass) << name;
        EXPECT_EQ(verdict(level.device + 1, level.device).state, kFail) << name;
        const int largest = static_cast<int>(level.max_ratio * level.benchmark);
        EXPECT_EQ(verdict(level.benchmark, largest).state, kPass) << name;
        const Verdict beyond = verdict(level.benchmark, largest + 1);
        EXPECT_EQ(beyond.state, kFail) << name;
        EXPECT_THAT(beyond.reason, HasSubstr("mare_ratio"));
        EXPECT_EQ(beyond.limits.at("mare_ratio"), level.max_ratio);
      }
    }
  }
}

// One wide enclosure among many moves a mean by its share only, and no ratio that is far away.
TEST(DualBenchmark, RadiiAreAccumulatedNotMaximised) {
  Fixture fixture;
  fixture.With("commercial-L0");
  for (int i = 0; i < 1000; ++i) fixture.Pair(1, 1 + 0x1p-13).Benchmark(1 + 0x1p-13);
  fixture.Widen(1 - 0x1p-16, 1 + 0x1p-16);
  EXPECT_EQ(fixture.State(), kPass);
  EXPECT_TRUE(fixture.First().certified);
  // Just within the limit by the middle of the enclosures, but not for every value of them.
  Fixture close;
  close.With("commercial-L0");
  for (int i = 0; i < 1000; ++i) {
    close.Pair(1, 1 + 2 * 0x1p-13).Benchmark(1 + 0x1p-13).Widen(1 - 0x1p-16, 1 + 0x1p-16);
  }
  EXPECT_EQ(close.State(), VerdictState::kUndecided);
  EXPECT_FALSE(close.First().certified);
}

TEST(DualBenchmark, AWrongClassFailsWhateverElseIsOpen) {
  Fixture fixture;
  fixture.With("commercial-L0").Pair(1, 1).Pair(1, kNaN);
  fixture.Pair(0x1p-14, 0x1p-14).Widen(0x1p-15, 0x1p-13);  // small or not: open
  EXPECT_EQ(fixture.State(), kFail);
  fixture.actual.bits[1] = 0x3F800000;
  EXPECT_EQ(fixture.State(), VerdictState::kUndecided);
}

TEST(DualBenchmark, WideEnclosureIsUndecided) {
  Fixture fixture;
  fixture.With("commercial-L0").Pair(1, 1 + 0x1p-13).Benchmark(1 + 0x1p-13).Widen(1, 1 + 0x1p-12);
  EXPECT_EQ(fixture.State(), VerdictState::kUndecided);
}

}  // namespace
}  // namespace touchstone::judge
