#include "reference/lane_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/test_inputs.h"
#include "reference/grid_sum.h"
#include "reference/isa.h"

namespace touchstone::reference {
namespace {

using bce_with_logits::Random;

struct Intervals {
  std::vector<double> lower, upper;
  Intervals(size_t count, bool with_signs, uint64_t seed) {
    for (size_t i = 0; i < count; ++i) {
      const uint64_t random = Random(seed, i);
      const double magnitude =
          std::ldexp(static_cast<double>(random >> 12), static_cast<int>(random % 64) - 80);
      const double value = with_signs && (random & 64) != 0 ? -magnitude : magnitude;
      lower.push_back(value);
      upper.push_back(value + magnitude * 0x1p-48);
    }
  }
  EndSums Sum(const LaneSumKernel& kernel, bool with_signs, int exponent) const {
    return (with_signs ? kernel.add : kernel.add_positive)(lower.data(), upper.data(),
                                                           lower.size(), exponent);
  }
};

bool operator==(const UnitSums& a, const UnitSums& b) {
  return a.coarse == b.coarse && a.fine == b.fine;
}

// What the units of each value by itself add up to.
UnitSums ByHand(const std::vector<double>& values, int exponent) {
  UnitSums sums;
  const double unit = std::ldexp(1.0, exponent), fine = std::ldexp(1.0, exponent - GridSum::kStep);
  for (const double value : values) {
    const double coarse = std::nearbyint(value / unit);
    sums.coarse += static_cast<int64_t>(coarse);
    sums.fine += static_cast<int64_t>(std::nearbyint((value - coarse * unit) / fine));
  }
  return sums;
}

TEST(LaneSums, EveryInstructionSetAddsUpUnits) {
  for (const Isa isa : {Isa::kPortable, Isa::kAvx2, Isa::kAvx512}) {
    const LaneSumKernel* const kernel = LaneSumKernelFor(isa);
    if (kernel == nullptr) continue;  // not on this machine
    for (const size_t count : {1, 3, 4, 7, 8, 511, 513, 4096}) {
      for (const bool with_signs : {false, true}) {
        const Intervals intervals(count, with_signs, count);
        const int field = intervals.Sum(*kernel, with_signs, 0).largest_field;
        double largest = 0;
        for (size_t i = 0; i < count; ++i) {
          largest = std::max(
              {largest, std::fabs(intervals.lower[i]), std::fabs(intervals.upper[i])});
        }
        EXPECT_EQ(field, std::ilogb(largest) + 1023);
        const int exponent = GridSum::ExponentFor(field);
        const EndSums sums = intervals.Sum(*kernel, with_signs, exponent);
        EXPECT_TRUE(sums.lower == ByHand(intervals.lower, exponent));
        EXPECT_TRUE(sums.upper == ByHand(intervals.upper, exponent));
        if (!with_signs) {
          const BoundSums bounds = kernel->add_bounds(intervals.upper.data(), count, exponent);
          EXPECT_TRUE(bounds.sum == sums.upper);
          EXPECT_EQ(bounds.largest_field, field);
          continue;
        }
        std::vector<double> magnitudes;
        for (const double lower : intervals.lower) magnitudes.push_back(std::fabs(lower));
        EXPECT_TRUE(sums.magnitude == ByHand(magnitudes, exponent));
      }
    }
  }
}

TEST(LaneSums, InfiniteBoundsAreSeen) {
  for (const size_t place : {0, 3, 4, 8}) {
    std::vector<double> bounds(9, 1.0);
    bounds[place] = std::numeric_limits<double>::infinity();
    EXPECT_EQ(ChosenLaneSumKernel().add_bounds(bounds.data(), 9, 0).largest_field, 2047);
  }
}

TEST(LaneSums, KnowTheSigns) {
  const LaneSumKernel& kernel = ChosenLaneSumKernel();
  const double below[] = {-2, -1, 0}, above[] = {-1, 1, 2};
  const EndSums negative = kernel.add(below, above, 1, 0), both = kernel.add(below, above, 2, 0);
  EXPECT_TRUE(negative.has_negative && !negative.has_positive);
  EXPECT_TRUE(both.has_negative && both.has_positive);
  const EndSums positive = kernel.add(below + 2, above + 2, 1, 0);
  EXPECT_TRUE(!positive.has_negative && positive.has_positive);
}

}  // namespace
}  // namespace touchstone::reference
