#include "reference/lane_sums.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "reference/bce_with_logits/test_inputs.h"
#include "reference/isa.h"

namespace touchstone::reference {
namespace {

using bce_with_logits::Random;

struct Intervals {
  std::vector<double> lower, upper, bounds;
  Intervals(size_t count, bool with_signs, uint64_t seed) {
    for (size_t i = 0; i < count; ++i) {
      const uint64_t random = Random(seed, i);
      const double magnitude =
          std::ldexp(static_cast<double>(random >> 12), static_cast<int>(random % 64) - 80);
      const double value = with_signs && (random & 64) != 0 ? -magnitude : magnitude;
      lower.push_back(value);
      upper.push_back(value + magnitude * 0x1p-48);
      bounds.push_back(magnitude * 0x1p-23);
    }
  }
  // In runs of 512, as callers give them.
  LaneSums Sum(const LaneSumKernel& kernel, bool with_signs) const {
    LaneSums sums;
    for (size_t i = 0; i < lower.size(); i += 512) {
      const size_t count = std::min<size_t>(512, lower.size() - i);
      (with_signs ? kernel.add : kernel.add_positive)(&lower[i], &upper[i], count, sums);
      kernel.add_bounds(&bounds[i], count, sums);
    }
    return sums;
  }
};

TEST(LaneSums, EveryInstructionSetGivesTheSameBits) {
  int compared = 0;
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
    const LaneSumKernel* const kernel = LaneSumKernelFor(isa);
    if (kernel == nullptr) continue;
    ++compared;
    for (const size_t count : {1, 7, 8, 511, 513, 4095, 4096}) {
      for (const bool with_signs : {false, true}) {
        const Intervals intervals(count, with_signs, count);
        const LaneSums portable = intervals.Sum(internal::kLaneSumsPortable, with_signs);
        const LaneSums other = intervals.Sum(*kernel, with_signs);
        EXPECT_EQ(std::memcmp(&portable, &other, offsetof(LaneSums, has_negative)), 0);
        EXPECT_EQ(portable.has_negative, other.has_negative);
        EXPECT_EQ(portable.has_positive, other.has_positive);
      }
    }
  }
  if (compared == 0) GTEST_SKIP() << "this machine runs the portable kernel only";
}

class Exact {
 public:
  Exact() {
    mpfr_init2(value_, 4000);
    mpfr_set_zero(value_, 1);
  }
  ~Exact() { mpfr_clear(value_); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  void Add(double addend) { mpfr_add_d(value_, value_, addend, MPFR_RNDN); }
  double value() const { return mpfr_get_d(value_, MPFR_RNDN); }

 private:
  mpfr_t value_;
};

TEST(LaneSums, AreAsCloseAsTheySay) {
  double worst = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const bool with_signs = seed % 2 != 0;
    const Intervals intervals(4096, with_signs, seed);
    const LaneSums sums = intervals.Sum(ChosenLaneSumKernel(), with_signs);
    Exact sum, magnitude, width, bound;
    for (size_t i = 0; i < 4096; ++i) {
      sum.Add(intervals.lower[i]);
      magnitude.Add(std::fabs(intervals.lower[i]));
      width.Add(intervals.upper[i]);
      width.Add(-intervals.lower[i]);
      bound.Add(intervals.bounds[i]);
    }
    const double total = magnitude.value();
    double lanes_magnitude = 0, lanes_width = 0, lanes_bound = 0;
    for (size_t lane = 0; lane < LaneSums::kLanes; ++lane) {
      sum.Add(-sums.sum[lane]);
      sum.Add(-sums.error[lane]);
      lanes_magnitude += with_signs ? sums.magnitude[lane] : sums.sum[lane];
      lanes_width += sums.width[lane];
      lanes_bound += sums.bound[lane];
    }
    EXPECT_LE(std::fabs(sum.value()), 0x1p-86 * total);
    EXPECT_NEAR(lanes_magnitude, total, 0x1p-43 * total);
    EXPECT_NEAR(lanes_width, width.value(), 0x1p-43 * width.value());
    EXPECT_NEAR(lanes_bound, bound.value(), 0x1p-43 * bound.value());
    worst = std::max(worst, std::fabs(sum.value()) / total);
  }
  EXPECT_GT(worst, 0x1p-120);  // there is an error to speak of
}

TEST(LaneSums, KnowTheSigns) {
  const LaneSumKernel& kernel = ChosenLaneSumKernel();
  const double below[] = {-2, -1, 0}, above[] = {-1, 1, 2};
  LaneSums negative, both, positive;
  kernel.add(below, above, 1, negative);
  EXPECT_TRUE(negative.has_negative && !negative.has_positive);
  kernel.add(below, above, 2, both);
  EXPECT_TRUE(both.has_negative && both.has_positive);
  kernel.add(below + 2, above + 2, 1, positive);
  EXPECT_TRUE(!positive.has_negative && positive.has_positive);
}

}  // namespace
}  // namespace touchstone::reference
