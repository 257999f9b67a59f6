// The output formats of the references, and the one rounding from a more precise value to them.
//
// Bit patterns travel in the low bits of a uint32_t. Nothing here goes through fp32 on its way to a
// half format, so no value is ever rounded twice.
#pragma once

#include <cstdint>

namespace touchstone::reference {

/// An IEEE 754 style binary format with subnormals, infinities and NaNs.
struct FloatFormat {
  int precision_bits;  ///< significand bits including the hidden one
  int min_exponent;    ///< exponent of the smallest normal number
  int max_exponent;    ///< exponent of the largest finite number
  uint32_t infinity;   ///< bit pattern of +infinity
  uint32_t quiet_nan;  ///< bit pattern of the canonical NaN
  uint32_t sign_bit;

  bool operator==(const FloatFormat&) const = default;
};

/// IEEE 754-2019 binary32 and binary16, and bfloat16 (the upper half of a binary32).
inline constexpr FloatFormat kFp32 = {24, -126, 127, 0x7F800000, 0x7FC00000, 0x80000000};
inline constexpr FloatFormat kFp16 = {11, -14, 15, 0x7C00, 0x7E00, 0x8000};
inline constexpr FloatFormat kBf16 = {8, -126, 127, 0x7F80, 0x7FC0, 0x8000};

/// `value` rounded once to nearest, ties to even. Overflow gives infinity, NaN the canonical NaN;
/// subnormal results and the sign of zero are kept.
uint32_t RoundToBits(const FloatFormat& format, double value);
/// The same of a number infinitesimally above (tail > 0) or below (tail < 0) the non-zero `value`.
uint32_t RoundToBits(const FloatFormat& format, double value, int tail);

/// The exact value of a pattern; NaN for every NaN pattern.
double ValueOfBits(const FloatFormat& format, uint32_t bits);

/// Distance of neighbouring numbers at the finite `value`, never below the smallest subnormal.
double UlpAt(const FloatFormat& format, double value);

/// Classes of a value, told apart before any arithmetic on it.
enum class ValueClass : uint8_t { kFinite, kPositiveInfinity, kNegativeInfinity, kNan };

ValueClass ClassOf(double value);

/// The largest finite number of the format.
double LargestFinite(const FloatFormat& format);

}  // namespace touchstone::reference
