#include "framework/judge/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone::judge {
namespace {

const tensor::FloatFormat& kFp32 = tensor::FormatOf(tensor::DType::kFp32);

TEST(LinearTolerance, BothSidesOfTheLimit) {
  const LinearTolerance tolerance{0x1p-10, 0x1p-10, false};
  EXPECT_EQ(tolerance.Check(1 + 0x1p-9, {1, 1}), Outcome::kWithin);
  EXPECT_EQ(tolerance.Check(1 + 0x1p-9 + 0x1p-23, {1, 1}), Outcome::kBeyond);
  EXPECT_EQ(tolerance.Check(1 - 0x1p-9, {1, 1}), Outcome::kWithin);
  EXPECT_EQ(tolerance.Check(1 - 0x1p-9 - 0x1p-24, {1, 1}), Outcome::kBeyond);
  const LinearTolerance strict{0x1p-10, 0x1p-10, true};
  EXPECT_EQ(strict.Check(1 + 0x1p-9, {1, 1}), Outcome::kBeyond);
  EXPECT_EQ(strict.Check(1 + 0x1p-9 - 0x1p-23, {1, 1}), Outcome::kWithin);
}

TEST(LinearTolerance, EnclosureDecidesOnlyWhatItCan) {
  const LinearTolerance tolerance{0.5, 0, false};
  EXPECT_EQ(tolerance.Check(1, {0.6, 1.4}), Outcome::kWithin);
  EXPECT_EQ(tolerance.Check(1, {1.4, 1.6}), Outcome::kOpen);
  EXPECT_EQ(tolerance.Check(1, {1.6, 1.8}), Outcome::kBeyond);
  EXPECT_EQ(tolerance.Check(1, {0, 2}), Outcome::kOpen);  // both ends beyond, the middle within
  const LinearTolerance peak{0.1, 2, false};              // met at both ends, not at 0
  EXPECT_EQ(peak.Check(0.5, {-1, 1}), Outcome::kOpen);
  const LinearTolerance nothing{0, 0, true};
  EXPECT_EQ(nothing.Check(1, {1, 1}), Outcome::kBeyond);
}

TEST(LinearTolerance, NonFiniteIsNeverWithin) {
  const LinearTolerance tolerance{1, 1, false};
  EXPECT_EQ(tolerance.Check(1, {HUGE_VAL, HUGE_VAL}), Outcome::kBeyond);
  EXPECT_EQ(tolerance.Check(HUGE_VAL, {1, 1}), Outcome::kBeyond);
  EXPECT_EQ(tolerance.Check(NAN, {1, 1}), Outcome::kBeyond);
  EXPECT_EQ(tolerance.Check(1, {NAN, NAN}), Outcome::kBeyond);
}

TEST(UlpTolerance, BothSidesOfTheLimitAndOfABinade) {
  const UlpScale scale(kFp32);
  const UlpTolerance one{1};
  EXPECT_EQ(one.Check(1 + 0x1p-23, {1, 1}, scale), Outcome::kWithin);
  EXPECT_EQ(one.Check(1 + 0x1p-22, {1, 1}, scale), Outcome::kBeyond);
  const double below = 1 - 0x1p-24;  // its ulp is 2^-24
  EXPECT_EQ(one.Check(1, {below, below}, scale), Outcome::kWithin);
  EXPECT_EQ(one.Check(1 + 0x1p-23, {below, below}, scale), Outcome::kBeyond);  // 3 ulp
  EXPECT_EQ(one.Check(0x1p-149, {0, 0}, scale), Outcome::kWithin);
  EXPECT_EQ(one.Check(0x1p-148, {0, 0}, scale), Outcome::kBeyond);
  EXPECT_EQ(one.Check(1 + 0x1.8p-24, {1 - 0x1p-30, 1 + 0x1p-30}, scale), Outcome::kOpen);
  EXPECT_EQ(one.Check(1 + 0x1p-23, {1 - 0x1p-30, 1 + 0x1p-30}, scale), Outcome::kOpen);
}

}  // namespace
}  // namespace touchstone::judge
