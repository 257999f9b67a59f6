// What a chip's mode makes of one fp32 result; free of branches, so that loops vectorise; always
// inlined, for files of several instruction sets use it.
#pragma once

#include <bit>
#include <cstdint>

namespace npusim {

inline constexpr uint32_t kFp32SignMask = 0x80000000;
inline constexpr uint32_t kFp32MagnitudeMask = 0x7FFFFFFF;
inline constexpr uint32_t kFp32Infinity = 0x7F800000;
inline constexpr uint32_t kFp32Largest = 0x7F7FFFFF;
inline constexpr uint32_t kFp32SmallestNormal = 0x00800000;
inline constexpr uint32_t kFp32CanonicalNan = 0x7FC00000;

template <bool kFlush, bool kSaturate>
[[gnu::always_inline]] inline float ApplyMode(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t magnitude = bits & kFp32MagnitudeMask;
  const bool is_nan = magnitude > kFp32Infinity;
  if constexpr (kFlush) magnitude = magnitude < kFp32SmallestNormal ? 0 : magnitude;
  if constexpr (kSaturate) magnitude = magnitude == kFp32Infinity ? kFp32Largest : magnitude;
  return std::bit_cast<float>(is_nan ? kFp32CanonicalNan : (bits & kFp32SignMask) | magnitude);
}

}  // namespace npusim
