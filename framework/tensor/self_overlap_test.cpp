#include "framework/tensor/self_overlap.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>

namespace touchstone::tensor {
namespace {

// Starts where negative strides need it to.
TensorLayout View(Dims shape, Dims strides) {
  TensorLayout layout{DType::kFp32, Format::kNd, std::move(shape), std::move(strides), 0, {}};
  if (const auto range = TouchedRange(layout)) layout.offset = -range->first;
  return layout;
}

bool Overlaps(const Dims& shape, const Dims& strides) {
  const SelfOverlap found = FindSelfOverlap(View(shape, strides));
  EXPECT_TRUE(found.decided);
  return found.shared.has_value();
}

int64_t PlaceOf(const TensorLayout& layout, const Dims& coordinates) {
  int64_t place = layout.offset;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    EXPECT_GE(coordinates[i], 0);
    EXPECT_LT(coordinates[i], layout.shape[i]);
    place += coordinates[i] * layout.strides[i];
  }
  return place;
}

TEST(SelfOverlap, DenseTransposedReversedAndGappedViewsHaveNone) {
  EXPECT_FALSE(Overlaps({}, {}));
  EXPECT_FALSE(Overlaps({4, 5}, {5, 1}));
  EXPECT_FALSE(Overlaps({5, 4}, {1, 5}));
  EXPECT_FALSE(Overlaps({4, 5}, {-5, -1}));
  EXPECT_FALSE(Overlaps({4, 5}, {16, 2}));
  EXPECT_FALSE(Overlaps({1, 5}, {0, 1}));    // an axis of one element moves nowhere
  EXPECT_FALSE(Overlaps({4, 0}, {0, 0}));    // no elements
  EXPECT_FALSE(Overlaps({2, 3}, {3, 2}));    // interleaved: 0 2 4 and 3 5 7
}

TEST(SelfOverlap, ExpandedAndSlidingViewsHaveOne) {
  EXPECT_TRUE(Overlaps({4, 5}, {0, 1}));
  EXPECT_TRUE(Overlaps({4, 5}, {5, 0}));
  EXPECT_TRUE(Overlaps({4, 5}, {1, 1}));   // a sliding window
  EXPECT_TRUE(Overlaps({2, 4}, {3, 1}));   // 0 1 2 3 and 3 4 5 6
  EXPECT_TRUE(Overlaps({3, 4}, {3, 2}));   // 6 = 2 * 3 = 3 * 2
  EXPECT_TRUE(Overlaps({2, 4}, {-3, 1}));
}

TEST(SelfOverlap, AgreesWithAWalkOverTheElements) {
  // SplitMix64 (Steele, Lea, Flood 2014).
  uint64_t counter = 7;
  const auto random = [&counter] {
    uint64_t z = counter += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  };
  int overlapping = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const size_t rank = random() % 5;
    Dims shape, strides;
    for (size_t i = 0; i < rank; ++i) {
      shape.push_back(static_cast<int64_t>(1 + random() % 5));
      strides.push_back(static_cast<int64_t>(random() % 41) - 20);
    }
    const TensorLayout layout = View(shape, strides);
    std::map<int64_t, int64_t> seen;
    bool shares = false;
    ForEachElement(layout, [&](int64_t view, int64_t place) {
      shares = !seen.emplace(place, view).second || shares;
    });
    const SelfOverlap found = FindSelfOverlap(layout);
    ASSERT_TRUE(found.decided);
    ASSERT_EQ(found.shared.has_value(), shares) << ToText(shape) << ToText(strides);
    if (!found.shared) continue;
    ++overlapping;
    EXPECT_NE(found.shared->first, found.shared->second);
    EXPECT_EQ(PlaceOf(layout, found.shared->first), PlaceOf(layout, found.shared->second));
  }
  EXPECT_GT(overlapping, 1000);
  EXPECT_LT(overlapping, 19000);
}

TEST(SelfOverlap, GivesUpOnStridesMadeToBeHard) {
  // Close to each other and odd ones out: no two sums meet, and every prefix can be undone.
  Dims shape(9, 64), strides;
  for (int64_t i = 0; i < 9; ++i) strides.push_back((int64_t{1} << 40) + (int64_t{1} << (4 * i)));
  const SelfOverlap found = FindSelfOverlap(View(shape, strides));
  EXPECT_TRUE(found.shared.has_value() || !found.decided);
}

}  // namespace
}  // namespace touchstone::tensor
