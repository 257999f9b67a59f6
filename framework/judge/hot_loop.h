// Help for the loops that see every element.
#pragma once

#include <cstddef>
#include <cstring>

#include "framework/tensor/hot_loop.h"

namespace touchstone::judge {

/// Four values side by side: two or one vector registers. Used inside functions only.
using Lanes = double __attribute__((vector_size(32)));
inline constexpr size_t kLanes = 4;

// By reference: vectors wider than the machine's own have no agreed way to be passed.
__attribute__((always_inline)) inline void LoadLanes(const double* values, Lanes& lanes) {
  std::memcpy(&lanes, values, sizeof lanes);
}

/// Largest of `count` values that are 0 or more; 0 for none. NaNs are passed over.
__attribute__((always_inline)) inline double LargestOf(const double* values, size_t count) {
  Lanes even = {}, odd = {};  // two, so that one comparison need not wait for the last
  size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    Lanes first, second;
    LoadLanes(values + i, first);
    LoadLanes(values + i + kLanes, second);
    even = even < first ? first : even;
    odd = odd < second ? second : odd;
  }
  double largest = 0;
  for (; i < count; ++i) largest = largest < values[i] ? values[i] : largest;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    largest = largest < even[lane] ? even[lane] : largest;
    largest = largest < odd[lane] ? odd[lane] : largest;
  }
  return largest;
}

}  // namespace touchstone::judge
