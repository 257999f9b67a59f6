// Help for the loops that see every element.
#pragma once

#include <cstddef>

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

/// Partial results that a compiler may keep in one or two vector registers.
inline constexpr size_t kLanes = 8;

/// Largest of `count` values that are 0 or more; 0 for none. NaNs are passed over.
__attribute__((always_inline)) inline double LargestOf(const double* values, size_t count) {
  double lanes[kLanes] = {};
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const double value = values[i + lane];
      lanes[lane] = lanes[lane] < value ? value : lanes[lane];
    }
  }
  for (; i < count; ++i) lanes[0] = lanes[0] < values[i] ? values[i] : lanes[0];
  for (size_t lane = 1; lane < kLanes; ++lane) {
    lanes[0] = lanes[0] < lanes[lane] ? lanes[lane] : lanes[0];
  }
  return lanes[0];
}

}  // namespace touchstone::judge
