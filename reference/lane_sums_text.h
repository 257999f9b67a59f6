// The one text of the kernels of lane_sums.h; see softplus_tail_kernel.h for how it is used.
#pragma once

// 16: types narrower than float alone differ from 0.
#if defined(__FAST_MATH__) || (__FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16)
#error "the error bounds need every operation rounded once, to its own type"
#endif

#include "reference/lane_sums.h"

namespace {

using touchstone::reference::BoundSums;
using touchstone::reference::EndSums;
using touchstone::reference::LaneSumKernel;
using touchstone::reference::UnitSums;

#if defined(__AVX512F__)
constexpr size_t kBytes = 64;
#else
constexpr size_t kBytes = 32;
#endif
using Lanes = double __attribute__((vector_size(kBytes)));
using Longs = int64_t __attribute__((vector_size(kBytes)));
using Words = uint64_t __attribute__((vector_size(kBytes)));  // its sums wrap around
using Ints = int32_t __attribute__((vector_size(kBytes)));
constexpr size_t kLanes = kBytes / sizeof(double);
constexpr int kStep = 50;

#define TOUCHSTONE_INLINE __attribute__((always_inline)) inline

TOUCHSTONE_INLINE void Load(const double* from, Lanes& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
TOUCHSTONE_INLINE int64_t BitsOf(double value) {
  int64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
TOUCHSTONE_INLINE double PowerOfTwo(int exponent) {
  const int64_t bits = static_cast<int64_t>(exponent + 1023) << 52;
  double power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return power;
}

// Adding 1.5 * 2^52 units rounds to a multiple of the unit, found in the low bits. Multiples of both
// are taken off again at the end.
struct Grid {
  explicit Grid(int exponent)
      : coarse(1.5 * PowerOfTwo(52 + exponent)), fine(1.5 * PowerOfTwo(52 + exponent - kStep)) {}
  double coarse, fine;
};

class Units {
 public:
  TOUCHSTONE_INLINE void Add(const Lanes& value, const Grid& grid) {
    const Lanes rounded = value + grid.coarse;
    const Lanes rest = (value - (rounded - grid.coarse)) + grid.fine;
    coarse_ += (Words)rounded;
    fine_ += (Words)rest;
  }
  TOUCHSTONE_INLINE UnitSums Sums(size_t places, const Grid& grid) const {
    return {Sum(coarse_, places, grid.coarse), Sum(fine_, places, grid.fine)};
  }

 private:
  TOUCHSTONE_INLINE static int64_t Sum(const Words& lanes, size_t places, double grid) {
    uint64_t sum = 0;
    for (size_t lane = 0; lane < kLanes; ++lane) sum += lanes[lane];
    return static_cast<int64_t>(sum - places * static_cast<uint64_t>(BitsOf(grid)));
  }
  Words coarse_ = {}, fine_ = {};
};

// Upper halves order doubles of 0 or more; what the lower halves hold is passed over at the end.
class Largest {
 public:
  TOUCHSTONE_INLINE void Take(const Lanes& value) {
    const Ints halves = (Ints)value;
    largest_ = halves > largest_ ? halves : largest_;
  }
  TOUCHSTONE_INLINE int Field() const {
    int32_t largest = 0;
    for (size_t i = 1; i < 2 * kLanes; i += 2) {
      largest = largest_[i] > largest ? largest_[i] : largest;
    }
    return largest >> 20;
  }

 private:
  Ints largest_ = {};
};

// Calls `add` with a vector of elements at a time, the last ones filled up with zeros, and returns
// how many places that makes.
template <typename Add>
TOUCHSTONE_INLINE size_t ForEachVector(size_t count, const double* first, const double* second,
                                       Add add) {
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes a, b;
    Load(first + i, a);
    Load(second + i, b);
    add(a, b);
  }
  if (i == count) return i;
  Lanes a = {}, b = {};
  for (size_t lane = 0; i + lane < count; ++lane) {
    a[lane] = first[i + lane];
    b[lane] = second[i + lane];
  }
  add(a, b);
  return i + kLanes;
}

template <bool kSigned>
EndSums AddAs(const double* lowers, const double* uppers, size_t count, int exponent) {
  const Grid grid(exponent);
  Units lower_units, upper_units, magnitude_units;
  Largest largest;
  Longs negative = {}, positive = {};
  const auto add = [&](const Lanes& lower, const Lanes& upper) __attribute__((always_inline)) {
    lower_units.Add(lower, grid);
    upper_units.Add(upper, grid);
    if constexpr (kSigned) {
      const Lanes magnitude = lower < 0.0 ? -lower : lower;
      magnitude_units.Add(magnitude, grid);
      largest.Take(magnitude);
      largest.Take(upper < 0.0 ? -upper : upper);
      negative |= lower < 0.0;
      positive |= upper > 0.0;
    } else {
      largest.Take(upper);
    }
  };
  const size_t places = ForEachVector(count, lowers, uppers, add);
  EndSums sums;
  sums.lower = lower_units.Sums(places, grid);
  sums.upper = upper_units.Sums(places, grid);
  sums.largest_field = largest.Field();
  if constexpr (kSigned) {
    sums.magnitude = magnitude_units.Sums(places, grid);
    for (size_t lane = 0; lane < kLanes; ++lane) {
      sums.has_negative |= negative[lane] != 0;
      sums.has_positive |= positive[lane] != 0;
    }
  } else {
    sums.has_positive = true;
  }
  return sums;
}

BoundSums AddBounds(const double* bounds, size_t count, int exponent) {
  const Grid grid(exponent);
  Units units;
  Largest largest;
  const auto add = [&](const Lanes& bound, const Lanes&) __attribute__((always_inline)) {
    units.Add(bound, grid);
    largest.Take(bound);
  };
  const size_t places = ForEachVector(count, bounds, bounds, add);
  return {units.Sums(places, grid), largest.Field()};
}

constexpr LaneSumKernel kKernel = {AddAs<true>, AddAs<false>, AddBounds};

}  // namespace
