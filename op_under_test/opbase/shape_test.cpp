#include "op_under_test/opbase/shape.h"

#include <gtest/gtest.h>

#include <limits>

namespace npusim {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(ShapeTest, TextIsAsTheLibraryPrintsIt) {
  EXPECT_EQ(DimsText({}), "[]");
  EXPECT_EQ(DimsText({4}), "[4]");
  EXPECT_EQ(DimsText({5, 1, 5}), "[5, 1, 5]");
}

TEST(ShapeTest, ElementCount) {
  EXPECT_EQ(ElementCount({}), 1);
  EXPECT_EQ(ElementCount({3, 4}), 12);
  EXPECT_EQ(ElementCount({kMax, 0, kMax}), 0);
  EXPECT_EQ(ElementCount({3, -1}), std::nullopt);
  EXPECT_EQ(ElementCount({0, -1}), std::nullopt);
  EXPECT_EQ(ElementCount({kMax, 2}), std::nullopt);
}

TEST(ShapeTest, OnlyAZeroExtentIsEmpty) {
  EXPECT_FALSE(IsEmpty({}));
  EXPECT_FALSE(IsEmpty({1, 2}));
  EXPECT_TRUE(IsEmpty({2, 0}));
}

TEST(ShapeTest, DenseIgnoresStridesOfOnes) {
  EXPECT_TRUE(IsDense({2, 3}, {3, 1}));
  EXPECT_TRUE(IsDense({2, 1, 3}, {3, 99, 1}));
  EXPECT_TRUE(IsDense({1, 1}, {0, -7}));
  EXPECT_TRUE(IsDense({2, 0}, {5, 5}));
  EXPECT_FALSE(IsDense({2, 3}, {1, 2}));
  EXPECT_FALSE(IsDense({2, 3}, {4, 1}));
  EXPECT_FALSE(IsDense({3}, {0}));
  EXPECT_FALSE(IsDense({3}, {-1}));
}

TEST(ShapeTest, PermutedDenseIsATransposition) {
  EXPECT_TRUE(IsPermutedDense({2, 3}, {1, 2}));
  EXPECT_TRUE(IsPermutedDense({2, 1, 3, 4}, {4, 5, 8, 1}));
  EXPECT_FALSE(IsPermutedDense({2, 3}, {1, 3}));
  EXPECT_FALSE(IsPermutedDense({4}, {2}));
  EXPECT_FALSE(IsPermutedDense({4}, {-1}));
}

TEST(ShapeTest, SelfOverlap) {
  EXPECT_FALSE(MayOverlapItself({2, 3}, {3, 1}));
  EXPECT_FALSE(MayOverlapItself({2, 3}, {1, 4}));
  EXPECT_FALSE(MayOverlapItself({4}, {-2}));
  EXPECT_TRUE(MayOverlapItself({2, 3}, {0, 1}));
  EXPECT_TRUE(MayOverlapItself({2, 3}, {2, 1}));
  EXPECT_FALSE(MayOverlapItself({1, 3}, {0, 1}));
  EXPECT_TRUE(MayOverlapItself({kMax, 3}, {kMax, 1}));
}

TEST(ShapeTest, BroadcastIsSymmetricAndAllowsZeroAgainstOne) {
  EXPECT_EQ(BroadcastDims({4, 1}, {5}), (Dims{4, 5}));
  EXPECT_EQ(BroadcastDims({5}, {4, 1}), (Dims{4, 5}));
  EXPECT_EQ(BroadcastDims({}, {2, 3}), (Dims{2, 3}));
  EXPECT_EQ(BroadcastDims({0}, {1}), (Dims{0}));
  EXPECT_EQ(BroadcastDims({0}, {2}), std::nullopt);
  EXPECT_EQ(BroadcastDims({4, 3}, {4, 5}), std::nullopt);
}

TEST(ShapeTest, ExpandingIsOneSided) {
  EXPECT_TRUE(ExpandsTo({1, 5}, {4, 5}));
  EXPECT_TRUE(ExpandsTo({}, {4, 5}));
  EXPECT_FALSE(ExpandsTo({4, 5}, {1, 5}));
  EXPECT_FALSE(ExpandsTo({3, 4, 5}, {4, 5}));
  EXPECT_FALSE(ExpandsTo({1, 4, 5}, {4, 5}));
  EXPECT_FALSE(ExpandsTo({0}, {1}));
}

TEST(ShapeTest, ReachableRange) {
  auto range = ReachableRange({2, 3}, {10, -2}, 7);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 3);
  EXPECT_EQ(range->last, 17);
  EXPECT_FALSE(ReachableRange({2, 3}, {10}, 0));
  EXPECT_FALSE(ReachableRange({2, 0}, {1, 1}, 0));
  EXPECT_FALSE(ReachableRange({3}, {kMax}, 0));
}

TEST(ShapeTest, DenseStridesOfHugeDimensionsDoNotTrap) {
  EXPECT_EQ(DenseStrides({2, 3, 4}), (Dims{12, 4, 1}));
  EXPECT_EQ(DenseStrides({}), (Dims{}));
  EXPECT_EQ(DenseStrides({kMax, kMax, kMax}).size(), 3u);
}

}  // namespace
}  // namespace npusim
