#include "framework/judge/exact_sum.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "framework/judge/exact_compare.h"
#include "framework/judge/rounded_sum.h"

namespace touchstone::judge {
namespace {

uint64_t Next(uint64_t& state) {  // splitmix64
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

double AnyFinite(uint64_t& state) {
  for (;;) {
    const double value = std::bit_cast<double>(Next(state));
    if (std::isfinite(value)) return value;
  }
}

TEST(ExactSum, KeepsWhatPlainAdditionLoses) {
  ExactSum sum;
  for (const double value : {1e300, 1.0, -1e300, 0x1p-1074, -1.0}) sum.Add(value);
  EXPECT_EQ(sum.Value(), 0x1p-1074);
}

TEST(ExactSum, RoundsOnceToNearestEven) {
  ExactSum tie;
  tie.Add(1);
  tie.Add(0x1p-53);
  EXPECT_EQ(tie.Value(), 1.0);
  tie.Add(0x1p-1074);  // one bit beyond the tie
  EXPECT_EQ(tie.Value(), 1 + 0x1p-52);
  ExactSum odd;
  odd.Add(1 + 0x1p-52);
  odd.Add(0x1p-53);
  EXPECT_EQ(odd.Value(), 1 + 0x1p-51);
  ExactSum negative;
  negative.Add(-1);
  negative.Add(-0x1.8p-53);
  EXPECT_EQ(negative.Value(), -(1 + 0x1p-52));
}

TEST(ExactSum, EmptyAndCancelledSumsAreZero) {
  ExactSum sum;
  EXPECT_EQ(sum.Value(), 0);
  sum.Add(3);
  sum.Add(-3);
  EXPECT_EQ(sum.Value(), 0);
}

TEST(ExactSum, NonFiniteTermsShow) {
  ExactSum infinite;
  infinite.Add(HUGE_VAL);
  infinite.Add(1);
  EXPECT_EQ(infinite.Value(), HUGE_VAL);
  ExactSum mixed;
  mixed.Add(HUGE_VAL);
  mixed.Add(-HUGE_VAL);
  EXPECT_TRUE(std::isnan(mixed.Value()));
  ExactSum nan;
  nan.Add(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(nan.Value()));
  ExactSum huge;
  huge.Add(std::numeric_limits<double>::max());
  huge.Add(std::numeric_limits<double>::max());
  EXPECT_EQ(huge.Value(), HUGE_VAL);
}

TEST(ExactSum, OneBinTakesMoreTermsThanItHasRoomFor) {
  ExactSum sum;
  const double value = 2 - 0x1p-52;
  const std::vector<double> values(5000, value);
  sum.AddBlock(values.data(), values.size());
  ExactSum folded;  // 5000 = 4096 + 512 + 256 + 128 + 8, each product exact
  for (const double factor : {4096., 512., 256., 128., 8.}) folded.Add(factor * value);
  EXPECT_EQ(sum.Value(), folded.Value());
}

TEST(ExactSum, LongRunsKeepEveryBitToo) {  // runs of 32 and more are summed on grids first
  for (const size_t count : {32, 33, 255, 256, 700}) {
    std::vector<double> values(count, 0x1.8p-100);
    values[count / 2] = 1;
    ExactSum sum;
    sum.AddBlock(values.data(), count);
    sum.Add(-1);
    EXPECT_EQ(sum.Value(), 0x1.8p-100 * static_cast<double>(count - 1)) << count;
    values[3] = std::numeric_limits<double>::quiet_NaN();
    sum.AddBlock(values.data(), count);
    EXPECT_TRUE(std::isnan(sum.Value()));
  }
  uint64_t state = 9;
  std::vector<double> values(1000);
  for (double& value : values) {
    value = std::ldexp(static_cast<double>(static_cast<int64_t>(Next(state))),
                       -static_cast<int>(Next(state) % 150));
  }
  ExactSum together, single;
  together.AddBlock(values.data(), values.size());
  for (const double value : values) single.Add(value);
  for (const double value : values) single.Add(-value);  // leaves exactly nothing
  EXPECT_EQ(single.Value(), 0);
  for (const double value : values) together.Add(-value);
  EXPECT_EQ(together.Value(), 0);
}

TEST(ExactSum, OrderSplitAndMergeChangeNothing) {
  uint64_t state = 7;
  std::vector<double> values(4000);
  for (double& value : values) value = AnyFinite(state);
  ExactSum forward;
  forward.AddBlock(values.data(), values.size());
  ExactSum parts[3];
  for (size_t i = values.size(); i-- > 0;) parts[Next(state) % 3].Add(values[i]);
  ExactSum merged;
  merged.Merge(parts[2]);
  merged.Merge(parts[0]);
  merged.Merge(parts[1]);
  EXPECT_EQ(std::bit_cast<uint64_t>(forward.Value()), std::bit_cast<uint64_t>(merged.Value()));
}

TEST(SignOfSum, SeesTheLastBit) {
  EXPECT_EQ(SignOfSum({1, 0x1p-60, -1}), 1);
  EXPECT_EQ(SignOfSum({1, -0x1p-1074, -1}), -1);
  EXPECT_EQ(SignOfSum({1e300, 1, -1e300, -1}), 0);
  EXPECT_EQ(SignOfSum({}), 0);
}

TEST(CompareError, IsExactAtTheTolerance) {
  EXPECT_EQ(CompareError(1 + 0x1p-9, 1, 0x1p-10, 0x1p-10), 0);
  EXPECT_EQ(CompareError(1 + 0x1p-9 + 0x1p-52, 1, 0x1p-10, 0x1p-10), 1);
  EXPECT_EQ(CompareError(-1 - 0x1p-9, -1, 0x1p-10, 0x1p-10), 0);
  EXPECT_EQ(CompareError(1, 1, 0, 0), 0);
  EXPECT_EQ(CompareError(1, 1, 0x1p-1000, 0), -1);
}

TEST(RoundedSum, RoundsTheExactSumOnce) {
  const tensor::FloatFormat& fp16 = tensor::FormatOf(tensor::DType::kFp16);
  // 1 + 2^-11 is the middle of two halves: the tiny second term decides.
  EXPECT_EQ(RoundedSum(fp16, 1 + 0x1p-11, 0), 1);
  EXPECT_EQ(RoundedSum(fp16, 1 + 0x1p-11, 0x1p-200), 1 + 0x1p-10);
  EXPECT_EQ(RoundedSum(fp16, 1 + 0x3p-11, 0), 1 + 0x1p-9);
  EXPECT_EQ(RoundedSum(fp16, 1 + 0x3p-11, -0x1p-200), 1 + 0x1p-10);
  EXPECT_EQ(RoundedSum(fp16, 65519, 1), HUGE_VAL);
  EXPECT_EQ(RoundedSum(fp16, 65520, -0x1p-200), 65504);
}

}  // namespace
}  // namespace touchstone::judge
