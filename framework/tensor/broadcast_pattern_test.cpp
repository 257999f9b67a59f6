#include "framework/tensor/broadcast_pattern.h"

#include <gtest/gtest.h>

namespace touchstone::tensor {
namespace {

TEST(BroadcastPattern, NamesEveryWayAShapeFits) {
  EXPECT_EQ(BroadcastPattern({4, 5}, {4, 5}), "same shape");
  EXPECT_EQ(BroadcastPattern({}, {}), "same shape");
  EXPECT_EQ(BroadcastPattern({1}, {4, 5}), "one element");
  EXPECT_EQ(BroadcastPattern({}, {4, 5}), "one element");
  EXPECT_EQ(BroadcastPattern({5}, {4, 5}), "lower rank");
  EXPECT_EQ(BroadcastPattern({4, 1}, {4, 5}), "axis of 1");
  EXPECT_EQ(BroadcastPattern({2, 4, 5}, {4, 5}), "other");
  EXPECT_EQ(BroadcastPatterns().size(), 4u);
}

}  // namespace
}  // namespace touchstone::tensor
