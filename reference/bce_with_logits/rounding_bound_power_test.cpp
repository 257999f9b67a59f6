// What the bound of sums must see, and what it must not accuse: x in [-2, 2], no weights.
#include "reference/bce_with_logits/rounding_bound_power.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/bce_with_logits/detectable.h"
#include "reference/bce_with_logits/span_source.h"

namespace touchstone::reference::bce_with_logits {
namespace {

TEST(RoundingBoundPower, HonestSumsPassAndDefectsFail) {
  for (const StatedArithmetic& chip : kChips) {
    for (const bool hard : {false, true}) {
      for (const size_t count : {2u, 3u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u}) {
        const PowerInputs data(count, hard, count);
        const std::vector<float> losses = data.Losses(chip);
        const auto sum = [&](const std::vector<float>& values, int cores) {
          return TwoLevelSum(count, cores, chip, [&](uint64_t i) { return values[i]; });
        };
        const SpanSource source({data.x, data.y});
        const ReductionResult r =
            ReduceLoss(source, {ReductionKind::kSum, kFp32, chip, {false, kCores}});
        for (const int cores : {1, 2, 7, 40, 48}) {
          const ReductionResult own =
              ReduceLoss(source, {ReductionKind::kSum, kFp32, chip, {false, cores}});
          EXPECT_TRUE(Admits(own, own.rounding_bound, sum(losses, cores))) << count;
        }
        float serial = 0;
        for (const float loss : losses) serial += loss;
        EXPECT_TRUE(Admits(r, r.serial_bound, serial)) << count;

        EXPECT_FALSE(Admits(r, r.rounding_bound, 0)) << count;
        std::vector<float> dropped = losses;
        const size_t block = std::max<size_t>(1, count / kCores);
        std::fill_n(dropped.begin() + static_cast<ptrdiff_t>(count / 2), block, 0.0f);
        EXPECT_FALSE(Admits(r, r.rounding_bound, sum(dropped, kCores))) << count;
        if (count > 100000) continue;
        // The element with the smallest loss of all is the hardest to miss.
        dropped = losses;
        *std::min_element(dropped.begin(), dropped.end()) = 0;
        EXPECT_FALSE(Admits(r, r.rounding_bound, sum(dropped, kCores)))
            << count << " smallest " << *std::min_element(losses.begin(), losses.end());
      }
    }
  }
}

// Whatever the data are, at any size: losses of this range lie within a factor of 17 of each other,
// and per element the bound only grows with the depth of the tree. So zeros always show, and so
// does a dropped block that holds the smallest losses among the largest. At each depth the bound is
// proportional to N but for flushing; N / 2c elements are at most one block of c cores.
TEST(RoundingBoundPower, AnyLogitsOfTheRangeAtAnySize) {
  constexpr double kMostCores = 80, kBetweenGridPoints = 1.1;
  for (const StatedArithmetic& chip : kChips) {
    double most_error = 0, most_relative = 0, largest = 0, smallest = 10;
    for (int i = -256; i <= 256; ++i) {
      for (int j = 0; j <= 32; ++j) {
        const double x = i / 128.0, y = j / 32.0;
        const double loss = std::fmax(x, 0) - x * y + std::log1p(std::exp(-std::fabs(x)));
        const double error =
            kBetweenGridPoints * ElementBound({i / 128.0f, j / 32.0f}, false, false, chip);
        most_error = std::fmax(most_error, error);
        most_relative = std::fmax(most_relative, error / loss);
        largest = std::fmax(largest, loss);
        smallest = std::fmin(smallest, loss);
      }
    }
    EXPECT_NEAR(smallest, 0.126928, 1e-6);  // log1p(e^-2): at the corners, the loss is convex in x
    EXPECT_NEAR(largest, 2.126928, 1e-6);
    const auto check = [&](uint64_t count) {
      const auto size = static_cast<double>(count);
      const SummationOrder order = {false, static_cast<int>(kMostCores)};
      // Zeros, per unit of the sum: every element has at most this share of its loss as its E.
      const double whole =
          ReductionBound({count, false, most_relative * size, size, size}, order, chip);
      ASSERT_LT(whole + 0x1p-23 * size, 0.01 * size) << count;
      const double bound = ReductionBound(
          {count, false, most_error * size, largest * size, largest * size}, order, chip);
      const double change = std::fmax(1, size / (2 * kMostCores)) * smallest;
      ASSERT_LT(2 * bound + 0x1p-23 * largest * size, change) << count;
    };
    for (uint64_t power = 2; power <= 100'000'000; power *= 2) {
      for (const uint64_t count : {power, power + 1, 2 * power - 1}) check(count);
    }
    check(100'000'000);
    // A running sum may lose all of that many: the checks above would see a bound too wide.
    const double all = 100'000'000 * largest;
    EXPECT_GT(ReductionBound({100'000'000, false, 0, all, all}, {true, 1}, chip), all);
  }
}

// Sizes that no test can run: the bound depends on count and sums only, and these grow with N.
TEST(RoundingBoundPower, EverySizeUpTo100Million) {
  constexpr size_t kSample = 20000;
  for (const StatedArithmetic& chip : kChips) {
    for (const bool hard : {false, true}) {
      const PowerInputs data(kSample, hard, 3);
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
