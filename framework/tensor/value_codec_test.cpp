#include "framework/tensor/value_codec.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "framework/tensor/float_format.h"

namespace touchstone::tensor {
namespace {

TEST(EncodeValue, Floats) {
  EXPECT_EQ(EncodeValue(DType::kFp32, 0.1), 0x3DCCCCCDu);
  EXPECT_EQ(EncodeValue(DType::kFp16, 0.1), 0x2E66u);
  EXPECT_EQ(EncodeValue(DType::kBf16, -0.1), 0xBDCDu);
  EXPECT_EQ(EncodeValue(DType::kFp64, 1.0), 0x3FF0000000000000u);
  EXPECT_EQ(EncodeValue(DType::kFp32, -NAN), 0x7FC00000u);
  EXPECT_EQ(EncodeValue(DType::kFp64, -NAN), 0x7FF8000000000000u);
  EXPECT_EQ(EncodeValue(DType::kFp32, 1e39), 0x7F800000u);
}

// Every midpoint of the half types, both its neighbours, and random doubles of every exponent.
TEST(EncodeValue, HalvesAreRoundedAsRoundDoes) {
  for (const DType dtype : {DType::kFp16, DType::kBf16}) {
    const FloatFormat& format = FormatOf(dtype);
    const auto check = [&](double value) {
      ASSERT_EQ(EncodeValue(dtype, value), Round(format, value)) << std::hexfloat << value;
      ASSERT_EQ(EncodeValue(dtype, -value), Round(format, -value)) << std::hexfloat << value;
    };
    for (uint32_t bits = 0; bits < format.infinity; ++bits) {
      const double value = Decode(format, bits);
      const double middle = value + Ulp(format, value) / 2;
      check(value);
      check(middle);
      check(std::nextafter(middle, 0));
      check(std::nextafter(middle, 1e300));
    }
    uint64_t state = 1;
    for (int i = 0; i < 1 << 20; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      check(std::bit_cast<double>(state ^ (state >> 31)));
    }
  }
}

TEST(EncodeValue, IntegersRoundToEvenAndSaturate) {
  EXPECT_EQ(EncodeValue(DType::kInt8, 2.5), 2u);
  EXPECT_EQ(EncodeValue(DType::kInt8, 3.5), 4u);
  EXPECT_EQ(EncodeValue(DType::kInt8, -2.5), 0xFEu);
  EXPECT_EQ(EncodeValue(DType::kInt8, 127.4), 127u);
  EXPECT_EQ(EncodeValue(DType::kInt8, 127.5), 127u);
  EXPECT_EQ(EncodeValue(DType::kInt8, -1e300), 0x80u);
  EXPECT_EQ(EncodeValue(DType::kUint8, -1), 0u);
  EXPECT_EQ(EncodeValue(DType::kUint8, 255.6), 255u);
  EXPECT_EQ(EncodeValue(DType::kInt64, 9.3e18), 0x7FFFFFFFFFFFFFFFu);
  EXPECT_EQ(EncodeValue(DType::kInt64, -0x1p63), 0x8000000000000000u);
  EXPECT_EQ(EncodeValue(DType::kUint64, INFINITY), ~uint64_t{0});
  EXPECT_EQ(EncodeValue(DType::kUint64, 0x1p63), 0x8000000000000000u);
  EXPECT_EQ(EncodeValue(DType::kInt32, NAN), 0u);
  EXPECT_EQ(EncodeValue(DType::kBool, 0.25), 1u);
  EXPECT_EQ(EncodeValue(DType::kBool, -0.0), 0u);
}

TEST(DecodeValue, InvertsEncodeForEverySmallPattern) {
  for (const DType dtype : {DType::kInt8, DType::kUint8, DType::kInt16, DType::kUint16}) {
    const uint64_t patterns = uint64_t{1} << (8 * SizeBytes(dtype));
    for (uint64_t bits = 0; bits < patterns; ++bits) {
      ASSERT_EQ(EncodeValue(dtype, DecodeValue(dtype, bits)), bits);
    }
  }
  EXPECT_EQ(DecodeValue(DType::kInt8, 0x80), -128.0);
  EXPECT_EQ(DecodeValue(DType::kInt64, ~uint64_t{0}), -1.0);
  EXPECT_EQ(DecodeValue(DType::kUint64, ~uint64_t{0}), 0x1p64);
  EXPECT_EQ(DecodeValue(DType::kBf16, 0x7F7F), 0x1.FEp127);
  EXPECT_EQ(DecodeValue(DType::kBool, 1), 1.0);
}

TEST(EncodeValues, EqualsOneByOne) {
  const std::vector<double> values = {0.0, -0.0,  1.5,   -2.5, 1e-8,
                                      300, 65519, 65520, NAN,  -INFINITY};
  std::vector<uint64_t> bits(values.size());
  for (const DTypeInfo& info : AllDTypes()) {
    if (WordsPerElement(info.dtype) > 1 || info.dtype == DType::kComplex64) continue;
    EncodeValues(info.dtype, values, bits);
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(bits[i], EncodeValue(info.dtype, values[i])) << info.name << values[i];
    }
  }
  EXPECT_DEATH(EncodeValue(DType::kComplex64, 1), "");
}

// Every number of a half type, the middle to its neighbour, and what lies right beside both.
TEST(StoreValues, RoundsHalvesAsRoundDoes) {
  for (const DType dtype : {DType::kFp16, DType::kBf16}) {
    const FloatFormat& format = FormatOf(dtype);
    std::vector<double> values = {NAN, -NAN, INFINITY, -INFINITY, 1e-320, -1e308};
    for (uint32_t bits = 0; bits < format.infinity; ++bits) {
      const double number = Decode(format, bits);
      for (const double value : {number, number + Ulp(format, number) / 2}) {
        const double sign = bits % 2 == 0 ? 1 : -1;
        values.push_back(sign * value);
        values.push_back(sign * std::nextafter(value, 0.0));
        values.push_back(sign * std::nextafter(value, INFINITY));
      }
    }
    std::vector<uint16_t> stored(values.size());
    StoreValues(dtype, values, reinterpret_cast<std::byte*>(stored.data()));
    for (size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(stored[i], Round(format, values[i])) << Name(dtype) << " " << values[i];
    }
  }
}

}  // namespace
}  // namespace touchstone::tensor
