#include "reference/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace touchstone::reference {
namespace {

constexpr int kDoubleFractionBits = 52;
constexpr int kDoubleExponentBias = 1023;
constexpr uint64_t kDoubleFractionMask = (uint64_t{1} << kDoubleFractionBits) - 1;

int ExponentOf(double value) {
  const int field = static_cast<int>(std::bit_cast<uint64_t>(value) >> kDoubleFractionBits) & 0x7FF;
  return field - kDoubleExponentBias;
}

}  // namespace

uint32_t RoundToBits(const FloatFormat& format, double value) {
  return RoundToBits(format, value, 0);
}

uint32_t RoundToBits(const FloatFormat& format, double value, int tail) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint32_t sign = (bits >> 63) != 0 ? format.sign_bit : 0;
  const int exponent = ExponentOf(value);
  if (exponent == kDoubleExponentBias + 1) {
    return (bits & kDoubleFractionMask) != 0 ? format.quiet_nan : sign | format.infinity;
  }
  // Zeros and double subnormals: far below half of any format's smallest number.
  if (exponent == -kDoubleExponentBias) return sign;

  const uint64_t significand = (bits & kDoubleFractionMask) | (kDoubleFractionMask + 1);
  // value = significand * 2^(exponent - 52); the result counts units of 2^(quantum exponent).
  const int shift = kDoubleFractionBits - (format.precision_bits - 1) +
                    std::max(0, format.min_exponent - exponent);
  if (shift > kDoubleFractionBits + 2) return sign;  // below half of the smallest subnormal
  const uint64_t units = significand >> shift;
  const uint64_t rest = significand & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  const int outward_tail = sign != 0 ? -tail : tail;
  const bool tie_up = outward_tail > 0 || (outward_tail == 0 && (units & 1) != 0);
  const bool up = rest > half || (rest == half && tie_up);
  // A normal number's hidden bit counts as one in the exponent field; a carry out of the
  // significand moves into the exponent by itself, also from subnormal to normal.
  const uint64_t binade = static_cast<uint64_t>(std::max(0, exponent - format.min_exponent));
  const uint64_t pattern = (binade << (format.precision_bits - 1)) + units + (up ? 1 : 0);
  return sign | static_cast<uint32_t>(std::min<uint64_t>(pattern, format.infinity));
}

double ValueOfBits(const FloatFormat& format, uint32_t bits) {
  const uint32_t magnitude = bits & (format.sign_bit - 1);
  const double sign = (bits & format.sign_bit) != 0 ? -1.0 : 1.0;
  if (magnitude > format.infinity) return std::numeric_limits<double>::quiet_NaN();
  if (magnitude == format.infinity) return sign * std::numeric_limits<double>::infinity();
  const int fraction_bits = format.precision_bits - 1;
  const uint32_t field = magnitude >> fraction_bits;
  const uint32_t fraction = magnitude & ((1u << fraction_bits) - 1);
  const uint32_t units = field == 0 ? fraction : fraction | (1u << fraction_bits);
  const int quantum =
      format.min_exponent - fraction_bits + (field == 0 ? 0 : static_cast<int>(field) - 1);
  return sign * std::ldexp(static_cast<double>(units), quantum);
}

double UlpAt(const FloatFormat& format, double value) {
  const int exponent = std::max(ExponentOf(value), format.min_exponent);
  // A power of two, put together: its exponent is in double's normal range for every format.
  const int field = exponent - (format.precision_bits - 1) + kDoubleExponentBias;
  return std::bit_cast<double>(static_cast<uint64_t>(field) << kDoubleFractionBits);
}

ValueClass ClassOf(double value) {
  if (std::isnan(value)) return ValueClass::kNan;
  if (!std::isinf(value)) return ValueClass::kFinite;
  return value > 0 ? ValueClass::kPositiveInfinity : ValueClass::kNegativeInfinity;
}

double LargestFinite(const FloatFormat& format) { return ValueOfBits(format, format.infinity - 1); }

}  // namespace touchstone::reference
