// Bit patterns of the binary floating-point formats, and the one rounding that may happen on the
// way.
//
// A value of fp16, bf16 or fp32 is carried as its bit pattern in the low bits of a uint32_t. Every
// conversion here rounds at most once: nothing goes through fp32 on its way to a half type.
#pragma once

#include <cstdint>

#include "framework/tensor/dtype.h"

namespace touchstone::tensor {

/// Parameters of an IEEE 754 style binary format with subnormals, infinities and NaNs.
struct FloatFormat {
  int precision_bits;  ///< significand bits including the hidden one: 24, 11, 8
  int min_exponent;    ///< exponent of the smallest normal number: -126, -14, -126
  int max_exponent;    ///< exponent of the largest finite number: 127, 15, 127
  int storage_bits;    ///< 32 or 16
  uint32_t infinity;   ///< bit pattern of +infinity
  uint32_t quiet_nan;  ///< the canonical NaN: 0x7FC00000, 0x7E00, 0x7FC0
  uint32_t sign_bit;   ///< 0x80000000 or 0x8000
};

/// The format of fp32, fp16 or bf16; any other dtype is a programming error (aborts).
const FloatFormat& FormatOf(DType dtype);

/// Classes of an element, decided before any arithmetic on it.
enum class ElementClass : uint8_t { kFinite, kPositiveInfinity, kNegativeInfinity, kNan };

ElementClass ClassOf(const FloatFormat& format, uint32_t bits);

/// The exact value of a bit pattern. Every fp32, fp16 and bf16 value is a double. NaN for NaN.
double Decode(const FloatFormat& format, uint32_t bits);

/// `value` rounded once to nearest, ties to even; overflow gives infinity, NaN the canonical NaN,
/// subnormal results are kept, the sign of zero too.
uint32_t Round(const FloatFormat& format, double value);

/// Distance between neighbouring numbers at `value`: 2^(exponent - precision + 1), never below the
/// smallest subnormal. For zero: the smallest subnormal. `value` must be finite.
double Ulp(const FloatFormat& format, double value);

/// Number of representable values between two non-NaN patterns, counting across zero; +0 and -0 are
/// the same point. (fp32: +max to -max is 4278190078.)
uint64_t UlpDistance(const FloatFormat& format, uint32_t a, uint32_t b);

}  // namespace touchstone::tensor
