#include "op_under_test/ops/bce_with_logits/op_host/axis_collapse.h"

#include <gtest/gtest.h>

namespace npusim::bce_with_logits {
namespace {

TEST(AxisCollapseTest, EqualShapesCollapseToOneAxis) {
  const auto axes = CollapseAxes({2, 3, 4}, {{2, 3, 4}, {2, 3, 4}});
  ASSERT_TRUE(axes);
  EXPECT_EQ(axes->extents, (Dims{24}));
  EXPECT_EQ(axes->strides, (std::vector<Dims>{{1}, {1}}));
  EXPECT_FALSE(axes->HasBroadcast());
}

TEST(AxisCollapseTest, ScalarsAndOnesAreOneElement) {
  for (const Dims& shape : {Dims{}, Dims{1}, Dims{1, 1, 1}}) {
    const auto axes = CollapseAxes(shape, {shape, {}});
    ASSERT_TRUE(axes);
    EXPECT_EQ(axes->extents, (Dims{1}));
    EXPECT_FALSE(axes->HasBroadcast());
  }
}

TEST(AxisCollapseTest, BroadcastAxesHaveStrideZero) {
  const auto axes = CollapseAxes({4, 5}, {{4, 5}, {5}, {4, 1}, {1}});
  ASSERT_TRUE(axes);
  EXPECT_EQ(axes->extents, (Dims{4, 5}));
  EXPECT_EQ(axes->strides, (std::vector<Dims>{{5, 1}, {0, 1}, {1, 0}, {0, 0}}));
  EXPECT_FALSE(axes->IsBroadcast(0));
  EXPECT_TRUE(axes->IsBroadcast(3));
}

TEST(AxisCollapseTest, AdjacentAxesOfOnePatternMergeAcrossOnes) {
  const auto axes = CollapseAxes({2, 3, 1, 4, 5}, {{2, 3, 1, 4, 5}, {2, 3, 1, 1, 1}});
  ASSERT_TRUE(axes);
  EXPECT_EQ(axes->extents, (Dims{6, 20}));
  EXPECT_EQ(axes->strides[1], (Dims{1, 0}));
}

TEST(AxisCollapseTest, NothingMayEnlargeTheOutput) {
  EXPECT_FALSE(CollapseAxes({1, 5}, {{4, 5}}));
  EXPECT_FALSE(CollapseAxes({4, 5}, {{1, 4, 5}}));
  EXPECT_FALSE(CollapseAxes({1}, {{0}}));
  EXPECT_FALSE(CollapseAxes({4, 0}, {{4, 0}}));
  EXPECT_FALSE(CollapseAxes({4, -1}, {{4, -1}}));
}

}  // namespace
}  // namespace npusim::bce_with_logits
