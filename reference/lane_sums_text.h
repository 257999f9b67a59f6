// The one text of the kernels of lane_sums.h; see softplus_tail_kernel.h for how it is used.
#pragma once

#include "reference/lane_sums.h"

namespace {

using touchstone::reference::LaneSumKernel;
using touchstone::reference::LaneSums;

// Half of the lanes: what a register holds, or two or half a one.
using Lanes = double __attribute__((vector_size(32)));
using Flags = long long __attribute__((vector_size(32)));
constexpr size_t kHalf = LaneSums::kLanes / 2;

__attribute__((always_inline)) inline void Load(const double* from, Lanes& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
__attribute__((always_inline)) inline void Store(const Lanes& from, double* to) {
  __builtin_memcpy(to, &from, sizeof from);
}

template <bool kSigned>
class Half {
 public:
  __attribute__((always_inline)) inline Half(const LaneSums& sums, size_t first) : first_(first) {
    Load(sums.sum + first, sum_);
    Load(sums.error + first, error_);
    Load(sums.magnitude + first, magnitude_);
    Load(sums.width + first, width_);
  }
  __attribute__((always_inline)) inline void Add(const double* lowers, const double* uppers) {
    Lanes lower, upper;
    Load(lowers + first_, lower);
    Load(uppers + first_, upper);
    const Lanes total = sum_ + lower;
    const Lanes added = total - sum_;
    error_ += (sum_ - (total - added)) + (lower - added);
    sum_ = total;
    width_ += upper - lower;
    if constexpr (kSigned) {
      magnitude_ += lower < 0.0 ? -lower : lower;
      negative_ |= lower < 0.0;
      positive_ |= upper > 0.0;
    }
  }
  __attribute__((always_inline)) inline void Store(LaneSums& sums) const {
    ::Store(sum_, sums.sum + first_);
    ::Store(error_, sums.error + first_);
    ::Store(magnitude_, sums.magnitude + first_);
    ::Store(width_, sums.width + first_);
    for (size_t lane = 0; lane < kHalf; ++lane) {
      sums.has_negative |= negative_[lane] != 0;
      sums.has_positive |= !kSigned || positive_[lane] != 0;
    }
  }

 private:
  size_t first_;
  Lanes sum_, error_, magnitude_, width_;
  Flags negative_ = {}, positive_ = {};
};

template <bool kSigned>
void AddAs(const double* lowers, const double* uppers, size_t count, LaneSums& sums) {
  Half<kSigned> low(sums, 0), high(sums, kHalf);
  size_t i = 0;
  for (; i + LaneSums::kLanes <= count; i += LaneSums::kLanes) {
    low.Add(lowers + i, uppers + i);
    high.Add(lowers + i, uppers + i);
  }
  if (i < count) {
    double lower[LaneSums::kLanes] = {}, upper[LaneSums::kLanes] = {};
    for (size_t lane = 0; i + lane < count; ++lane) {
      lower[lane] = lowers[i + lane];
      upper[lane] = uppers[i + lane];
    }
    low.Add(lower, upper);
    high.Add(lower, upper);
  }
  low.Store(sums);
  high.Store(sums);
}

void AddBounds(const double* bounds, size_t count, LaneSums& sums) {
  Lanes low, high;
  Load(sums.bound, low);
  Load(sums.bound + kHalf, high);
  size_t i = 0;
  for (; i + LaneSums::kLanes <= count; i += LaneSums::kLanes) {
    Lanes bound;
    Load(bounds + i, bound);
    low += bound;
    Load(bounds + i + kHalf, bound);
    high += bound;
  }
  Store(low, sums.bound);
  Store(high, sums.bound + kHalf);
  for (size_t lane = 0; i + lane < count; ++lane) sums.bound[lane] += bounds[i + lane];
}

constexpr LaneSumKernel kKernel = {AddAs<true>, AddAs<false>, AddBounds};

}  // namespace
