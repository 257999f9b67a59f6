#include "op_under_test/ops/bce_with_logits/op_host/tiling.h"

#include <gtest/gtest.h>

namespace npusim::bce_with_logits {
namespace {

constexpr TilingPlatform kAscend910B1{48, 196608};

TilingRequest Request(const Dims& output, const std::vector<Dims>& weights) {
  TilingRequest request{output, {output, output}, 4, !weights.empty(), weights.size() > 1, "none"};
  request.inputs.insert(request.inputs.end(), weights.begin(), weights.end());
  return request;
}

void ExpectTilesCoverOutputOnce(const Tiling& tiling, int64_t elements) {
  int64_t next = 0;
  for (int64_t i = 0; i < tiling.tile_count; ++i) {
    const Tile tile = tiling.TileAt(i);
    ASSERT_EQ(tile.first_element, next);
    ASSERT_GT(tile.element_count, 0);
    ASSERT_LE(tile.element_count, tiling.buffer_elements);
    next += tile.element_count;
  }
  EXPECT_EQ(next, elements);
  EXPECT_GE(tiling.tiles_per_core * tiling.core_count, tiling.tile_count);
  EXPECT_LT(tiling.tiles_per_core * (tiling.core_count - 1), tiling.tile_count);
}

TEST(TilingTest, OnlyReductionNone) {
  TilingRequest request = Request({4, 5}, {});
  EXPECT_TRUE(ComputeTiling(request, kAscend910B1));
  for (const char* reduction : {"mean", "sum", "None", ""}) {
    request.reduction = reduction;
    EXPECT_FALSE(ComputeTiling(request, kAscend910B1)) << reduction;
  }
}

TEST(TilingTest, ScheduleAndKeyFollowTheWeights) {
  const auto none = ComputeTiling(Request({4, 5}, {}), kAscend910B1);
  const auto one = ComputeTiling(Request({4, 5}, {{4, 5}}), kAscend910B1);
  const auto two = ComputeTiling(Request({4, 5}, {{4, 5}, {4, 5}}), kAscend910B1);
  const auto broadcast = ComputeTiling(Request({4, 5}, {{5}}), kAscend910B1);
  const auto scalar = ComputeTiling(Request({4, 5}, {{1}}), kAscend910B1);
  const auto scalars = ComputeTiling(Request({4, 5}, {{}, {1, 1}}), kAscend910B1);
  const auto one_element = ComputeTiling(Request({1, 1}, {{}}), kAscend910B1);
  ASSERT_TRUE(none && one && two && broadcast && scalar && scalars && one_element);
  EXPECT_EQ(scalar->key, 201u | 1u << 18);
  EXPECT_EQ(scalars->key, 201u | 3u << 18);
  EXPECT_EQ(one_element->key, 202u | 1u << 18) << "nothing is repeated";
  EXPECT_EQ(none->key, 202u);
  EXPECT_EQ(one->key, 202u | 1u << 18);
  EXPECT_EQ(two->key, 201u | 3u << 18);
  EXPECT_EQ(broadcast->key, 1u | 1u << 18);
}

TEST(TilingTest, MoreThanFiveAxesInATileNeedALoop) {
  const Dims output{2, 2, 2, 2, 2, 2};
  const auto tiling = ComputeTiling(Request(output, {{2, 1, 2, 1, 2, 1}}), kAscend910B1);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->schedule, Schedule::kCopyWithLoop);
  ExpectTilesCoverOutputOnce(*tiling, 64);
}

TEST(TilingTest, SmallShapesUseFewCores) {
  // 8 elements make one tile; a core takes two.
  const auto tiling = ComputeTiling(Request({4, 2}, {}), kAscend910B1);
  ASSERT_TRUE(tiling);
  EXPECT_EQ(tiling->core_count, 1);
  EXPECT_EQ(tiling->tiles_per_core, 2);
  EXPECT_EQ(tiling->tile_count, 1);
}

TEST(TilingTest, LargeShapesUseMostCores) {
  for (const auto& weights :
       {std::vector<Dims>{}, {{1 << 22}}, {{1 << 22}, {1 << 22}}, {{1}}, {{1}, {1 << 22}}}) {
    const auto tiling = ComputeTiling(Request({1 << 22}, weights), kAscend910B1);
    ASSERT_TRUE(tiling);
    EXPECT_GE(tiling->core_count, 40) << weights.size();
    EXPECT_LE(tiling->core_count, 48);
    ExpectTilesCoverOutputOnce(*tiling, 1 << 22);
  }
}

TEST(TilingTest, OneAxisWithBothWeightsSpreadsOverHalfTheCores) {
  const auto tiling = ComputeTiling(Request({100000}, {{100000}, {100000}}), kAscend910B1);
  ASSERT_TRUE(tiling);
  EXPECT_GE(tiling->core_count, 23);
  EXPECT_GE(tiling->split_rows * 4, 8192);
  ExpectTilesCoverOutputOnce(*tiling, 100000);
}

TEST(TilingTest, TilesCoverTheOutputOnceForManyShapes) {
  const std::vector<std::pair<Dims, std::vector<Dims>>> shapes = {
      {{1}, {}},
      {{7919}, {{1}}},
      {{3, 5, 7}, {{5, 1}, {7}}},
      {{300, 17, 211}, {{17, 1}}},
      {{300, 17, 211}, {{300, 1, 211}, {1, 17, 1}}},
      {{100003, 2}, {{2}}},
      {{2, 100003}, {{2, 1}}},
      {{513, 511}, {{513, 511}, {511}}},
  };
  for (const TilingPlatform& platform : {kAscend910B1, TilingPlatform{7, 262144},
                                         TilingPlatform{64, 253952}, TilingPlatform{1, 8192}}) {
    for (const auto& [output, weights] : shapes) {
      const auto tiling = ComputeTiling(Request(output, weights), platform);
      ASSERT_TRUE(tiling);
      ExpectTilesCoverOutputOnce(*tiling, *ElementCount(output));
      EXPECT_LE(tiling->core_count, platform.vector_core_count);
      const int alive = AliveBufferCount(static_cast<int>(weights.size()) + 2);
      EXPECT_LE(tiling->buffer_elements * alive * 4, platform.unified_buffer_bytes);
    }
  }
}

TEST(TilingTest, MoreThanTwoToThe32Elements) {
  const int64_t rows = int64_t{1} << 20;
  const int64_t columns = 5003;
  for (const auto& weights : {std::vector<Dims>{}, {{columns}}, {{rows, 1}, {columns}}}) {
    const auto tiling = ComputeTiling(Request({rows, columns}, weights), kAscend910B1);
    ASSERT_TRUE(tiling);
    ExpectTilesCoverOutputOnce(*tiling, rows * columns);
  }
}

TEST(TilingTest, EnlargingWeightsAreRefused) {
  EXPECT_FALSE(ComputeTiling(Request({1, 5}, {{4, 5}}), kAscend910B1));
}

}  // namespace
}  // namespace npusim::bce_with_logits
