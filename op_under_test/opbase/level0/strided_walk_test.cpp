#include "op_under_test/opbase/level0/strided_walk.h"

#include <gtest/gtest.h>

#include <limits>

namespace npusim {
namespace {

TEST(StridedWalkTest, VisitsElementsInRowMajorOrderFromAnyStart) {
  const Dims dims{2, 3, 2};
  const Dims strides{-7, 0, 5};
  for (int64_t start = 0; start < 12; ++start) {
    StridedWalk walk(dims, strides, start);
    for (int64_t i = start; i < 12; ++i) {
      EXPECT_EQ(walk.Next(), i / 6 * -7 + i % 2 * 5) << start << " " << i;
    }
  }
}

TEST(StridedWalkTest, StartsBeyondTwoToThe32) {
  const int64_t rows = int64_t{1} << 33;
  const Dims dims{rows, 3};
  const Dims expanded{0, 1};
  StridedWalk repeated(dims, expanded, (rows - 1) * 3);
  const Dims dense{3, 1};
  StridedWalk plain(dims, dense, (rows - 1) * 3);
  for (int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(repeated.Next(), i);
    EXPECT_EQ(plain.Next(), (rows - 1) * 3 + i);
  }
}

TEST(StridedWalkTest, AScalarHasOneElement) {
  const Dims none;
  StridedWalk walk(none, none, 0);
  EXPECT_EQ(walk.Next(), 0);
}

TEST(StridedWalkTest, StridesOfExtentOneDoNotCount) {
  const Dims dims{3, 1};
  const Dims strides{2, std::numeric_limits<int64_t>::max()};
  StridedWalk walk(dims, strides, 0);
  EXPECT_EQ(walk.Next(), 0);
  EXPECT_EQ(walk.Next(), 2);
  EXPECT_EQ(walk.Next(), 4);
}

}  // namespace
}  // namespace npusim
