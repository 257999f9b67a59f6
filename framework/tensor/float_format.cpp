#include "framework/tensor/float_format.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace touchstone::tensor {
namespace {

constexpr FloatFormat kFp32{24, -126, 127, 32, 0x7F800000u, 0x7FC00000u, 0x80000000u};
constexpr FloatFormat kFp16{11, -14, 15, 16, 0x7C00u, 0x7E00u, 0x8000u};
constexpr FloatFormat kBf16{8, -126, 127, 16, 0x7F80u, 0x7FC0u, 0x8000u};

constexpr int kDoubleBias = 1023;
constexpr int kDoublePrecision = 53;
constexpr uint64_t kDoubleFraction = (uint64_t{1} << 52) - 1;

/// 2^exponent for exponents of normal doubles.
double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + kDoubleBias) << 52);
}

uint32_t Magnitude(const FloatFormat& format, uint32_t bits) {
  return bits & (format.sign_bit - 1);
}

/// Signed position on the line of representable values, 0 for both zeros.
int64_t Ordinal(const FloatFormat& format, uint32_t bits) {
  const int64_t magnitude = Magnitude(format, bits);
  return (bits & format.sign_bit) != 0 ? -magnitude : magnitude;
}

}  // namespace

const FloatFormat& FormatOf(DType dtype) {
  switch (dtype) {
    case DType::kFp32:
      return kFp32;
    case DType::kFp16:
      return kFp16;
    case DType::kBf16:
      return kBf16;
    default:
      std::abort();
  }
}

ElementClass ClassOf(const FloatFormat& format, uint32_t bits) {
  const uint32_t magnitude = Magnitude(format, bits);
  if (magnitude < format.infinity) return ElementClass::kFinite;
  if (magnitude > format.infinity) return ElementClass::kNan;
  return (bits & format.sign_bit) != 0 ? ElementClass::kNegativeInfinity
                                       : ElementClass::kPositiveInfinity;
}

double Decode(const FloatFormat& format, uint32_t bits) {
  const int fraction_bits = format.precision_bits - 1;
  const uint32_t magnitude = Magnitude(format, bits);
  const uint64_t sign = (bits & format.sign_bit) != 0 ? uint64_t{1} << 63 : 0;
  uint64_t result;
  if (magnitude >= format.infinity) {
    const bool nan = magnitude > format.infinity;
    result = (uint64_t{0x7FF} << 52) | (nan ? uint64_t{1} << 51 : 0);
  } else if (magnitude >> fraction_bits == 0) {
    const double value = magnitude * PowerOfTwo(format.min_exponent - fraction_bits);
    result = std::bit_cast<uint64_t>(value);
  } else {
    // Re-bias the exponent field in place; the fraction is widened with zeros.
    const uint64_t rebias = static_cast<uint64_t>(kDoubleBias + format.min_exponent - 1);
    result = (uint64_t{magnitude} << (kDoublePrecision - format.precision_bits)) + (rebias << 52);
  }
  return std::bit_cast<double>(result | sign);
}

uint32_t Round(const FloatFormat& format, double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint32_t sign = (bits >> 63) != 0 ? format.sign_bit : 0;
  const int field = static_cast<int>((bits >> 52) & 0x7FF);
  const uint64_t fraction = bits & kDoubleFraction;
  if (field == 0x7FF) return fraction != 0 ? format.quiet_nan : sign | format.infinity;
  if (field == 0) return sign;  // zero, or a double subnormal: far below half a smallest subnormal

  const uint64_t significand = fraction | (uint64_t{1} << 52);
  const int exponent = field - kDoubleBias;
  const int below_normal = std::max(0, format.min_exponent - exponent);
  const int shift = kDoublePrecision - format.precision_bits + below_normal;
  if (shift > kDoublePrecision + 1) return sign;  // below half of the smallest subnormal

  uint64_t kept = significand >> shift;
  const uint64_t rest = significand & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;

  // A normal result's hidden bit, and a carry out of the fraction, each add one to the exponent.
  const uint64_t exponent_steps =
      static_cast<uint64_t>(std::max(0, exponent - format.min_exponent));
  const uint64_t result = (exponent_steps << (format.precision_bits - 1)) + kept;
  return sign | static_cast<uint32_t>(std::min<uint64_t>(result, format.infinity));
}

double Ulp(const FloatFormat& format, double value) {
  const int field = static_cast<int>((std::bit_cast<uint64_t>(value) >> 52) & 0x7FF);
  const int exponent = std::max(field - kDoubleBias, format.min_exponent);
  return PowerOfTwo(exponent - format.precision_bits + 1);
}

uint64_t UlpDistance(const FloatFormat& format, uint32_t a, uint32_t b) {
  const int64_t difference = Ordinal(format, a) - Ordinal(format, b);
  return static_cast<uint64_t>(difference < 0 ? -difference : difference);
}

}  // namespace touchstone::tensor
