// What the bound of sums must see, and what it must not accuse: x in [-2, 2], no weights.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/bce_with_logits/detectable.h"
#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/reduction.h"
#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr int kCores = 40;
constexpr StatedArithmetic kChips[] = {{OperationOrder::kRegBase, true, false},
                                       {OperationOrder::kTbe, false, false}};

struct Data {
  std::vector<float> x, y;
  Data(size_t count, bool hard, uint64_t seed) {
    for (size_t i = 0; i < count; ++i) {
      const uint64_t a = Random(seed, 2 * i), b = Random(seed, 2 * i + 1);
      x.push_back(static_cast<float>(a >> 40) * 0x1p-22f - 2);
      y.push_back(hard ? static_cast<float>(b >> 63) : static_cast<float>(b >> 40) * 0x1p-24f);
    }
  }
  std::vector<float> Losses(const StatedArithmetic& chip) const {
    std::vector<float> losses(x.size());
    std::vector<uint8_t> overflows(x.size());
    for (size_t i = 0; i < x.size(); i += LossBlock::kCapacity) {
      const size_t n = std::min(LossBlock::kCapacity, x.size() - i);
      StatedLoss(LossBlock({{&x[i], n}, {&y[i], n}}), chip, {&losses[i], n}, {&overflows[i], n});
    }
    return losses;
  }
};

// Blocks of one size but the last, one per core; tiles by halving, their sums pairwise.
float TwoLevelSum(std::vector<float> values, int cores, const StatedArithmetic& chip) {
  const size_t share =
      (values.size() + static_cast<size_t>(cores) - 1) / static_cast<size_t>(cores);
  constexpr size_t kTile = 1000;
  std::vector<float> sums;
  for (size_t begin = 0; begin < values.size(); begin += share) {
    const size_t end = std::min(values.size(), begin + share);
    std::vector<float> tiles;
    for (size_t i = begin; i < end; i += kTile) {
      tiles.push_back(StatedSum({&values[i], std::min(kTile, end - i)}, chip));
    }
    sums.push_back(StatedSum(tiles, chip));
  }
  return StatedSum(sums, chip);
}

bool Admits(const ReductionResult& r, double bound, double actual) {
  const auto round = [](double v) { return ValueOfBits(kFp32, RoundToBits(kFp32, v)); };
  return round(r.value.lower - bound) <= actual && actual <= round(r.value.upper + bound);
}

TEST(RoundingBoundPower, HonestSumsPassAndDefectsFail) {
  for (const StatedArithmetic& chip : kChips) {
    for (const bool hard : {false, true}) {
      for (const size_t count : {2u, 3u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u}) {
        const Data data(count, hard, count);
        const std::vector<float> losses = data.Losses(chip);
        const SpanSource source({data.x, data.y});
        const ReductionResult r =
            ReduceLoss(source, {ReductionKind::kSum, kFp32, chip, {false, kCores}});
        for (const int cores : {1, 2, 7, 40, 48}) {
          const ReductionResult own =
              ReduceLoss(source, {ReductionKind::kSum, kFp32, chip, {false, cores}});
          EXPECT_TRUE(Admits(own, own.rounding_bound, TwoLevelSum(losses, cores, chip))) << count;
        }
        float serial = 0;
        for (const float loss : losses) serial += loss;
        EXPECT_TRUE(Admits(r, r.serial_bound, serial)) << count;

        EXPECT_FALSE(Admits(r, r.rounding_bound, 0)) << count;
        std::vector<float> dropped = losses;
        const size_t block = std::max<size_t>(1, count / kCores);
        std::fill_n(dropped.begin() + static_cast<ptrdiff_t>(count / 2), block, 0.0f);
        EXPECT_FALSE(Admits(r, r.rounding_bound, TwoLevelSum(dropped, kCores, chip))) << count;
        if (count > 100000) continue;
        // The element with the smallest loss of all is the hardest to miss.
        dropped = losses;
        *std::min_element(dropped.begin(), dropped.end()) = 0;
        EXPECT_FALSE(Admits(r, r.rounding_bound, TwoLevelSum(dropped, kCores, chip)))
            << count << " smallest " << *std::min_element(losses.begin(), losses.end());
      }
    }
  }
}

// Sizes that no test can run: the bound depends on count and sums only, and these grow with N.
TEST(RoundingBoundPower, EverySizeUpTo100Million) {
  constexpr size_t kSample = 20000;
  for (const StatedArithmetic& chip : kChips) {
    for (const bool hard : {false, true}) {
      const Data data(kSample, hard, 3);
      double bound_mean = 0, loss_mean = 0, smallest = 1;
      const std::vector<float> losses = data.Losses(chip);
      for (size_t i = 0; i < kSample; ++i) {
        bound_mean += ElementBound({data.x[i], data.y[i]}, false, false, chip) / kSample;
        loss_mean += double{losses[i]} / kSample;
        smallest = std::min(smallest, double{losses[i]});
      }
      // Every size up to 10^5; beyond, the bound grows with N but for one more level at 2^k + 1.
      uint64_t level = 1u << 17;
      for (uint64_t count = 2; count <= 100'000'000; count += count <= 100'000 ? 1 : count / 200) {
        if (count > level + 1) {
          count = level + 1;
          level *= 2;
        }
        const auto size = static_cast<double>(count);
        const double sum = loss_mean * size;
        const double bound =
            ReductionBound({count, false, bound_mean * size, sum, sum}, {false, kCores}, chip);
        const double ulp = UlpAt(kFp32, sum);
        ASSERT_LT(bound + ulp, sum) << "zeros, N " << count;
        const double block = std::max(1.0, std::floor(size / kCores)) * loss_mean;
        ASSERT_LT(2 * bound + ulp, block) << "a block, N " << count;
        if (count <= 100000) {
          ASSERT_LT(bound + 0.5 * ulp, smallest) << "one element, N " << count;
        }
        const double detectable =
            loss_mean *
            SmallestDetectable({count, bound_mean * 0x1p24 / loss_mean, 1, false}, kFp32);
        ASSERT_GE(detectable * (1 + 1e-3), bound) << count;  // flushing is not part of it
        ASSERT_LE(detectable, (bound + 2 * ulp) * (1 + 1e-3)) << count;
      }
    }
  }
}

// The table that reports show: one dropped element of average loss shows in an fp32 sum of up to
// 10^5, zeros at every size and format. At the same mean |loss| a smaller sum only has a finer last
// rounding.
TEST(RoundingBoundPower, TableOfDetectableDefects) {
  const DetectableTable table = SmallestDetectableDefects();
  ASSERT_EQ(table.rows.size(), table.counts.size());
  EXPECT_EQ(table.counts.front(), 2u);
  EXPECT_EQ(table.counts.back(), 100'000'000u);
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const std::vector<double>& defects = table.rows[row];
    ASSERT_EQ(defects.size(), table.columns.size());
    const auto count = static_cast<double>(table.counts[row]);
    EXPECT_LT(defects[0], count <= 1e5 ? 1 : count) << count;
    EXPECT_LE(defects[3], defects[6]) << count;  // fp32, fp16, bf16
    EXPECT_LE(defects[6], defects[9]) << count;
    for (size_t column = 0; column < defects.size(); ++column) {
      const DetectableTable::Column& shown = table.columns[column];
      EXPECT_LT(defects[column], count) << shown.output << " " << shown.condition;
      if (shown.condition > 1) {
        EXPECT_LE(defects[column], defects[column - 1]) << count << " " << shown.output;
      }
      if (row > 0) {
        EXPECT_GE(defects[column], table.rows[row - 1][column]) << count;
      }
    }
  }
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
