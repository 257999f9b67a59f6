#include "op_under_test/opbase/level0/pairwise_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace npusim {
namespace {

float SumOf(const std::vector<float>& values) {
  const VectorUnit unit(VectorMode{}, Isa::kPortable);
  std::vector<float> levels(64);
  PairwiseSum sum(unit, levels);
  for (float value : values) sum.Add(value);
  return sum.Total();
}

TEST(PairwiseSumTest, NothingIsPlusZero) {
  EXPECT_EQ(SumOf({}), 0.0f);
  EXPECT_FALSE(std::signbit(SumOf({})));
}

TEST(PairwiseSumTest, OneValueKeepsItsSign) { EXPECT_TRUE(std::signbit(SumOf({-0.0f}))); }

TEST(PairwiseSumTest, AddsLikeABinaryCounter) {
  const float big = 16777216.0f;  // 2^24: big + 1 == big
  // ((big + 1) + (1 + 1)): the pairs are added first.
  EXPECT_EQ(SumOf({big, 1.0f, 1.0f, 1.0f}), big + 2.0f);
  // (1 + 1) + (1 + big) would give the same from the other side; five values: tail joins last.
  EXPECT_EQ(SumOf({1.0f, 1.0f, 1.0f, 1.0f, big}), big + 4.0f);
  EXPECT_EQ(SumOf({1.0f, 2.0f, 3.0f}), 6.0f);
}

TEST(PairwiseSumTest, ManyEqualValuesAreExact) {
  EXPECT_EQ(SumOf(std::vector<float>(1 << 20, 0.1f)), 0.1f * (1 << 20));
}

}  // namespace
}  // namespace npusim
