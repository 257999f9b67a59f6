// fp16 and bf16 bit patterns to and from fp32, free of branches so that loops vectorise; always
// inlined, for files of several instruction sets use them.
#pragma once

#include <bit>
#include <cstdint>

#include "op_under_test/npu/result_mode.h"

namespace npusim {

/// `yes` where the condition holds, else `no`, by masks: a conditional would make compilers skip
/// the arithmetic of the other side, and with it the vectorisation.
[[gnu::always_inline]] inline uint32_t Select(bool condition, uint32_t yes, uint32_t no) {
  const uint32_t mask = 0U - static_cast<uint32_t>(condition);
  return (yes & mask) | (no & ~mask);
}

/// Exact, subnormals and infinities included.
[[gnu::always_inline]] inline float Fp16ToFp32(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  const uint32_t magnitude = bits & 0x7FFF;
  const uint32_t rebias = magnitude >= 0x7C00 ? (255 - 31) << 23 : (127 - 15) << 23;
  const uint32_t normal = (magnitude << 13) + rebias;
  const uint32_t subnormal =
      std::bit_cast<uint32_t>(static_cast<float>(static_cast<int32_t>(magnitude)) * 0x1p-24F);
  return std::bit_cast<float>(sign | Select(magnitude < 0x0400, subnormal, normal));
}

[[gnu::always_inline]] inline float Bf16ToFp32(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

/// Rounds to nearest even; overflow gives `overflow` (0x7C00 or 0x7BFF), NaN gives 0x7E00.
[[gnu::always_inline]] inline uint16_t Fp32ToFp16(float value, uint32_t overflow) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits & kFp32SignMask) >> 16;
  const uint32_t magnitude = bits & kFp32MagnitudeMask;
  // Adding half an ulp less one, plus the kept part's last bit, rounds ties to even.
  const uint32_t normal = (magnitude + 0xFFF + ((magnitude >> 13) & 1) - ((127 - 15) << 23)) >> 13;
  // 0.5 has the ulp 2^-24 of fp16's subnormals, so the addition rounds as wanted.
  const uint32_t subnormal =
      std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5F) - 0x3F000000;
  uint32_t result = Select(magnitude < 0x38800000, subnormal, normal);  // 2^-14
  result = Select(magnitude >= 0x477FF000, overflow, result);           // 65520, halfway to 2^16
  result |= sign;
  return static_cast<uint16_t>(magnitude > kFp32Infinity ? 0x7E00 : result);
}

/// Rounds to nearest even; overflow gives `overflow` (0x7F80 or 0x7F7F), NaN gives 0x7FC0.
[[gnu::always_inline]] inline uint16_t Fp32ToBf16(float value, uint32_t overflow) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits & kFp32SignMask) >> 16;
  const uint32_t magnitude = bits & kFp32MagnitudeMask;
  uint32_t result = (magnitude + 0x7FFF + ((magnitude >> 16) & 1)) >> 16;
  result = result >= 0x7F80 ? overflow : result;
  result |= sign;
  return static_cast<uint16_t>(magnitude > kFp32Infinity ? 0x7FC0 : result);
}

}  // namespace npusim
