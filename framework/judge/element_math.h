// Exact arithmetic on elements of fp16, bf16 and fp32 that compilers can vectorise: the inline
// twins of framework/tensor/float_format.h, checked against it over all 16-bit patterns.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "framework/tensor/float_format.h"

namespace touchstone::judge {

/// Value of a finite fp16 bit pattern.
inline double DecodeFiniteFp16(uint32_t bits) {
  // The fraction and exponent moved into place of an fp32 are too small by 2^(127 - 15), for
  // subnormals as well.
  const float magnitude = std::bit_cast<float>((bits & 0x7FFFu) << 13) * 0x1p112f;
  const uint32_t sign = (bits & 0x8000u) << 16;
  return std::bit_cast<float>(std::bit_cast<uint32_t>(magnitude) | sign);
}
inline double DecodeFiniteBf16(uint32_t bits) { return std::bit_cast<float>(bits << 16); }
inline double DecodeFiniteFp32(uint32_t bits) { return std::bit_cast<float>(bits); }

/// Ulp of an output format as powers of two, without branches.
class UlpScale {
 public:
  explicit UlpScale(const tensor::FloatFormat& format)
      : smallest_exponent_(1023 + format.min_exponent), shift_(format.precision_bits - 1) {}

  /// ulp(value) in the format, for finite values; as tensor::Ulp.
  double Ulp(double value) const { return std::bit_cast<double>((Exponent(value) - shift_) << 52); }
  /// 1 / ulp(value), exactly.
  double InverseUlp(double value) const {
    return std::bit_cast<double>((2046 - (Exponent(value) - shift_)) << 52);
  }

 private:
  uint64_t Exponent(double value) const {
    const auto exponent = static_cast<int64_t>(std::bit_cast<uint64_t>(value) >> 52 & 0x7FF);
    return static_cast<uint64_t>(std::max(exponent, smallest_exponent_));
  }
  int64_t smallest_exponent_;
  uint64_t shift_;
};

}  // namespace touchstone::judge
