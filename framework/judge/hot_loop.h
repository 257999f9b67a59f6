// Help for the loops that see every element.
#pragma once

#include <cstddef>
#include <cstring>

// Functions marked so exist once for every x86-64 machine and once for those with AVX2; the loader
// takes the right one. Both give the same bits: no operation is contracted or reordered. Sanitizers
// run before the loader's choice could, so they do without.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TOUCHSTONE_HOT_LOOP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__x86_64__)
#define TOUCHSTONE_HOT_LOOP
#endif
#ifndef TOUCHSTONE_HOT_LOOP
#define TOUCHSTONE_HOT_LOOP __attribute__((target_clones("default", "avx2")))
#endif

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
