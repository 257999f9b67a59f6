#include "framework/tensor/value_codec.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

#include "framework/tensor/float_format.h"
#include "framework/tensor/hot_loop.h"

namespace touchstone::tensor {
namespace {

constexpr uint64_t kQuietNan64 = 0x7FF8000000000000u;

/// Nearest integer, ties to even, without the floating-point environment: adding and subtracting
/// 2^52 leaves no fraction bits to a magnitude below it; larger ones are integers already.
double NearestInteger(double value) {
  constexpr double kTwo52 = 4503599627370496.0;
  if (!(std::fabs(value) < kTwo52)) return value;
  return value < 0 ? (value - kTwo52) + kTwo52 : (value + kTwo52) - kTwo52;
}

template <typename T>
uint64_t EncodeInteger(double value) {
  const double nearest = NearestInteger(value);
  T result;
  // The largest int64 and uint64 are no doubles; their successors, powers of two, are.
  constexpr double kBeyond = static_cast<double>(std::numeric_limits<T>::max() / 2 + 1) * 2.0;
  if (std::isnan(nearest)) {
    result = 0;
  } else if (nearest >= kBeyond) {
    result = std::numeric_limits<T>::max();
  } else if (nearest < static_cast<double>(std::numeric_limits<T>::min())) {
    result = std::numeric_limits<T>::min();
  } else {
    result = static_cast<T>(nearest);
  }
  return static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(result));
}

template <typename T>
double DecodeInteger(uint64_t bits) {
  return static_cast<double>(static_cast<T>(bits));
}

double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

/// Rounds to a half type without branches, for long runs of values; the same results as Round.
/// Adding 2^(e + 53 - p) to a number of exponent e leaves it p significant bits, rounded by the
/// addition to nearest even; the rest only moves bits: the rounded number is a float, whose own
/// encoding is that of the half type after a scaling to the same exponent field and a shift.
class HalfRounder {
 public:
  explicit HalfRounder(const FloatFormat& format)
      : quiet_nan_(format.quiet_nan),
        infinity_(format.infinity),
        sign_bit_(format.sign_bit),
        shift_(24 - format.precision_bits),
        limit_(PowerOfTwo(format.max_exponent + 1)),
        smallest_normal_(PowerOfTwo(format.min_exponent)),
        to_magic_(PowerOfTwo(53 - format.precision_bits)),
        to_float_(PowerOfTwo(format.max_exponent - 127)) {}

  uint64_t operator()(double value) const {
    const uint64_t bits = std::bit_cast<uint64_t>(value);
    const double magnitude = std::bit_cast<double>(bits & ~(uint64_t{1} << 63));
    const double held = magnitude < limit_ ? magnitude : limit_;
    const double power =
        std::bit_cast<double>(std::bit_cast<uint64_t>(held) & (uint64_t{0x7FF} << 52));
    const double magic = (power > smallest_normal_ ? power : smallest_normal_) * to_magic_;
    const double rounded = (held + magic) - magic;
    const uint32_t encoded =
        std::bit_cast<uint32_t>(static_cast<float>(rounded * to_float_)) >> shift_;
    const uint32_t result = encoded < infinity_ ? encoded : infinity_;
    const uint32_t sign = static_cast<uint32_t>(bits >> 63) * sign_bit_;
    return value != value ? quiet_nan_ : (result | sign);
  }

 private:
  uint32_t quiet_nan_;
  uint32_t infinity_;
  uint32_t sign_bit_;
  int shift_;
  double limit_;  ///< everything from here on is infinite
  double smallest_normal_;
  double to_magic_;
  double to_float_;
};

/// HalfRounder, four values at a time; the rounded number takes its encoding from a double instead
/// of a float. Returns how many values were stored: up to three are left. (Nothing here may be a
/// member of a class of this file: Clang 16 does not emit what only such loops call.)
TOUCHSTONE_HOT_LOOP size_t StoreHalves(const FloatFormat& format, const double* __restrict values,
                                       size_t count, std::byte* __restrict storage) {
  using Doubles = double __attribute__((vector_size(32)));
  using Longs = int64_t __attribute__((vector_size(32)));
  using UnsignedLongs = uint64_t __attribute__((vector_size(32)));
  using Halves = uint16_t __attribute__((vector_size(8)));
  constexpr size_t kLanes = 4;
  constexpr int64_t kSign = std::numeric_limits<int64_t>::min();
  constexpr int64_t kExponent = int64_t{0x7FF} << 52;
  const double to_double = PowerOfTwo(format.max_exponent - 1023);
  const int shift = 53 - format.precision_bits;
  const Longs quiet_nan = Longs{} + static_cast<int64_t>(format.quiet_nan);
  const Doubles limit = Doubles{} + PowerOfTwo(format.max_exponent + 1);
  const Doubles smallest_normal = Doubles{} + PowerOfTwo(format.min_exponent);
  const double to_magic = PowerOfTwo(53 - format.precision_bits);
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Doubles value;
    std::memcpy(&value, values + i, sizeof value);
    const Longs bits = (Longs)value;
    const Doubles magnitude = (Doubles)(bits & ~kSign);
    const Doubles held = magnitude < limit ? magnitude : limit;
    const Doubles power = (Doubles)((Longs)held & kExponent);
    const Doubles magic = (power > smallest_normal ? power : smallest_normal) * to_magic;
    const Doubles rounded = (held + magic) - magic;
    // The sign's place follows from the patterns' 16 bits.
    const Longs sign = (Longs)((UnsignedLongs)(bits & kSign) >> 48);
    const Longs result = (Longs)(rounded * to_double) >> shift | sign;
    const Halves patterns = __builtin_convertvector(value == value ? result : quiet_nan, Halves);
    std::memcpy(storage + i * sizeof(uint16_t), &patterns, sizeof patterns);
  }
  return i;
}

/// Calls `use` with a function double -> uint64_t for `dtype`, so that loops choose it only once.
template <typename Use>
void WithEncoder(DType dtype, Use&& use) {
  switch (dtype) {
    case DType::kFp32:
      return use([](double value) -> uint64_t {
        if (value != value) return FormatOf(DType::kFp32).quiet_nan;
        return std::bit_cast<uint32_t>(static_cast<float>(value));
      });
    case DType::kFp16:
    case DType::kBf16:
      return use(HalfRounder(FormatOf(dtype)));
    case DType::kFp64:
      return use([](double value) -> uint64_t {
        return value != value ? kQuietNan64 : std::bit_cast<uint64_t>(value);
      });
    case DType::kInt8:
      return use(EncodeInteger<int8_t>);
    case DType::kInt16:
      return use(EncodeInteger<int16_t>);
    case DType::kInt32:
      return use(EncodeInteger<int32_t>);
    case DType::kInt64:
      return use(EncodeInteger<int64_t>);
    case DType::kUint8:
      return use(EncodeInteger<uint8_t>);
    case DType::kUint16:
      return use(EncodeInteger<uint16_t>);
    case DType::kUint32:
      return use(EncodeInteger<uint32_t>);
    case DType::kUint64:
      return use(EncodeInteger<uint64_t>);
    case DType::kBool:
      return use([](double value) -> uint64_t { return value != 0 ? 1 : 0; });
    case DType::kComplex64:
    case DType::kComplex128:
      break;
  }
  std::abort();
}

}  // namespace

uint64_t EncodeValue(DType dtype, double value) {
  uint64_t bits = 0;
  WithEncoder(dtype, [&](auto encode) { bits = encode(value); });
  return bits;
}

void EncodeValues(DType dtype, std::span<const double> values, std::span<uint64_t> bits) {
  if (values.size() != bits.size()) std::abort();
  WithEncoder(dtype, [&](auto encode) {
    for (size_t i = 0; i < values.size(); ++i) bits[i] = encode(values[i]);
  });
}

void StoreValues(DType dtype, std::span<const double> values, std::byte* storage) {
  size_t stored = 0;
  if (dtype == DType::kFp16 || dtype == DType::kBf16) {
    stored = StoreHalves(FormatOf(dtype), values.data(), values.size(), storage);
  }
  const auto store = [&]<typename Stored>(Stored, auto encode) {
    for (size_t i = stored; i < values.size(); ++i) {
      const auto pattern = static_cast<Stored>(encode(values[i]));
      std::memcpy(storage + i * sizeof pattern, &pattern, sizeof pattern);
    }
  };
  WithEncoder(dtype, [&](auto encode) {
    switch (SizeBytes(dtype)) {
      case 1:
        return store(uint8_t{}, encode);
      case 2:
        return store(uint16_t{}, encode);
      case 4:
        return store(uint32_t{}, encode);
      default:
        return store(uint64_t{}, encode);
    }
  });
}

double DecodeValue(DType dtype, uint64_t bits) {
  switch (dtype) {
    case DType::kFp32:
    case DType::kFp16:
    case DType::kBf16:
      return Decode(FormatOf(dtype), static_cast<uint32_t>(bits));
    case DType::kFp64:
      return std::bit_cast<double>(bits);
    case DType::kInt8:
      return DecodeInteger<int8_t>(bits);
    case DType::kInt16:
      return DecodeInteger<int16_t>(bits);
    case DType::kInt32:
      return DecodeInteger<int32_t>(bits);
    case DType::kInt64:
      return DecodeInteger<int64_t>(bits);
    case DType::kUint8:
      return DecodeInteger<uint8_t>(bits);
    case DType::kUint16:
      return DecodeInteger<uint16_t>(bits);
    case DType::kUint32:
      return DecodeInteger<uint32_t>(bits);
    case DType::kUint64:
      return DecodeInteger<uint64_t>(bits);
    case DType::kBool:
      return bits != 0 ? 1.0 : 0.0;
    case DType::kComplex64:
    case DType::kComplex128:
      break;
  }
  std::abort();
}

}  // namespace touchstone::tensor
