#include "op_under_test/npu/address_ranges.h"

#include <gtest/gtest.h>

namespace npusim {
namespace {

TEST(AddressRanges, TakesTheSmallestRangeThatFits) {
  AddressRanges ranges(0, 100);
  EXPECT_EQ(ranges.Take(10), 0U);
  EXPECT_EQ(ranges.Take(30), 10U);
  EXPECT_EQ(ranges.Take(10), 40U);
  ranges.GiveBack(10, 30);
  EXPECT_EQ(ranges.Take(20), 10U) << "the hole of 30, not the rest of 50";
  EXPECT_EQ(ranges.Take(11), 50U);
  EXPECT_EQ(ranges.Take(10), 30U);
}

TEST(AddressRanges, MergesNeighbours) {
  AddressRanges ranges(0, 90);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(ranges.Take(30));
  EXPECT_FALSE(ranges.Take(1));
  ranges.GiveBack(0, 30);
  ranges.GiveBack(60, 30);
  EXPECT_FALSE(ranges.Take(31));
  ranges.GiveBack(30, 30);
  EXPECT_EQ(ranges.Take(90), 0U);
}

}  // namespace
}  // namespace npusim
