// Values of the 16-bit formats, for tests: independent of the simulator's own conversions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace npusim_tests {

/// A binary format of 16 bits: fp16 {10, -14, 15}, bf16 {7, -126, 127}.
struct HalfFormat {
  int fraction_bits;
  int min_exponent;
  int max_exponent;
};
inline constexpr HalfFormat kFp16{10, -14, 15};
inline constexpr HalfFormat kBf16{7, -126, 127};

/// Rounds to nearest even; overflow gives an infinity.
inline uint16_t EncodeHalf(double value, HalfFormat format) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const int exponent_mask = format.max_exponent * 2 + 1;
  if (std::isnan(value)) {
    return static_cast<uint16_t>((exponent_mask << format.fraction_bits) |
                                 (1 << (format.fraction_bits - 1)));
  }
  const double magnitude = std::fabs(value);
  const int exponent = magnitude == 0 || std::ilogb(magnitude) < format.min_exponent
                           ? format.min_exponent
                           : std::ilogb(magnitude);
  // In units of the last place: integers up to 2^(fraction_bits + 1).
  const double units = std::isinf(magnitude)
                           ? std::ldexp(1.0, 40)
                           : std::nearbyint(std::ldexp(magnitude, format.fraction_bits - exponent));
  const double hidden = std::ldexp(1.0, format.fraction_bits);
  if (units < hidden) return static_cast<uint16_t>(sign | static_cast<uint16_t>(units));
  const auto biased = static_cast<int64_t>(exponent) - format.min_exponent + 1;
  const int64_t bits = biased * static_cast<int64_t>(hidden) +
                       static_cast<int64_t>(std::min(units, std::ldexp(1.0, 30))) -
                       static_cast<int64_t>(hidden);
  const int64_t infinity = static_cast<int64_t>(exponent_mask) << format.fraction_bits;
  return static_cast<uint16_t>(sign | static_cast<uint16_t>(std::min(bits, infinity)));
}

inline double DecodeHalf(uint16_t bits, HalfFormat format) {
  const int exponent_mask = format.max_exponent * 2 + 1;
  const int biased = (bits >> format.fraction_bits) & exponent_mask;
  const int fraction = bits & ((1 << format.fraction_bits) - 1);
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (biased == exponent_mask) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  const int hidden = biased == 0 ? 0 : 1 << format.fraction_bits;
  const int exponent = format.min_exponent + std::max(biased, 1) - 1;
  return sign * std::ldexp(static_cast<double>(hidden + fraction), exponent - format.fraction_bits);
}

}  // namespace npusim_tests
