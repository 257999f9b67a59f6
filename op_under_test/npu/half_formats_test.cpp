#include "op_under_test/npu/half_formats.h"

#include <gtest/gtest.h>

#include <cmath>

namespace npusim {
namespace {

// The value of a pattern from the definition of the format, in double, where all are exact.
double ValueOf(uint16_t bits, int mantissa_bits, int bias) {
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  const int exponent = (bits & 0x7FFF) >> mantissa_bits;
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissa_bits)
                    : std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
  return bits & 0x8000 ? -magnitude : magnitude;
}

TEST(HalfFormats, WideningIsExactForEveryPattern) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const uint16_t pattern = static_cast<uint16_t>(bits);
    if ((bits & 0x7FFF) < 0x7C00) {
      ASSERT_EQ(Fp16ToFp32(pattern), ValueOf(pattern, 10, 15)) << std::hex << bits;
      ASSERT_EQ(std::signbit(Fp16ToFp32(pattern)), (bits & 0x8000) != 0);
    } else {
      ASSERT_EQ(std::isinf(Fp16ToFp32(pattern)), (bits & 0x03FF) == 0) << std::hex << bits;
      ASSERT_EQ(std::isnan(Fp16ToFp32(pattern)), (bits & 0x03FF) != 0) << std::hex << bits;
    }
    if ((bits & 0x7FFF) < 0x7F80) {
      ASSERT_EQ(Bf16ToFp32(pattern), ValueOf(pattern, 7, 127)) << std::hex << bits;
    }
  }
}

/// Every pattern narrows to itself, and the halfway points between neighbours go to the even one.
template <typename Narrow>
void CheckNarrowing(Narrow narrow, uint16_t infinity, int mantissa_bits, int bias) {
  for (uint16_t bits = 0; bits < infinity; ++bits) {
    const double value = ValueOf(bits, mantissa_bits, bias);
    const double next = ValueOf(bits + 1, mantissa_bits, bias);  // infinity: as if it were finite
    const auto half = static_cast<float>((value + next) / 2);
    const uint16_t even = bits % 2 == 0 ? bits : bits + 1;
    for (const float sign : {1.0F, -1.0F}) {
      const uint16_t sign_bit = sign < 0 ? 0x8000 : 0;
      ASSERT_EQ(narrow(sign * static_cast<float>(value)), sign_bit | bits) << std::hex << bits;
      ASSERT_EQ(narrow(sign * std::nextafter(half, 0.0F)), sign_bit | bits) << std::hex << bits;
      ASSERT_EQ(narrow(sign * half), sign_bit | even) << std::hex << bits;
      ASSERT_EQ(narrow(sign * std::nextafter(half, INFINITY)), sign_bit | (bits + 1))
          << std::hex << bits;
    }
  }
}

TEST(HalfFormats, NarrowingRoundsToNearestEven) {
  CheckNarrowing([](float x) { return Fp32ToFp16(x, 0x7C00); }, 0x7C00, 10, 15);
}

TEST(HalfFormats, NarrowingToBf16RoundsToNearestEven) {
  // The smallest halfway points are not fp32 numbers; start where they are.
  for (uint32_t bits = 0; bits < 0x7F80; ++bits) {
    const uint32_t low = bits << 16;
    const auto narrow = [](uint32_t pattern) {
      return Fp32ToBf16(std::bit_cast<float>(pattern), 0x7F80);
    };
    ASSERT_EQ(narrow(low), bits);
    ASSERT_EQ(narrow(low | 0x7FFF), bits);
    ASSERT_EQ(narrow(low | 0x8000), bits % 2 == 0 ? bits : bits + 1);
    ASSERT_EQ(narrow(low | 0x8001), bits + 1);
    ASSERT_EQ(narrow(low | 0x80008000), 0x8000 | (bits % 2 == 0 ? bits : bits + 1));
  }
}

TEST(HalfFormats, OverflowAndNanGiveWhatIsAskedFor) {
  EXPECT_EQ(Fp32ToFp16(65519.99F, 0x7C00), 0x7BFF);
  EXPECT_EQ(Fp32ToFp16(65520.0F, 0x7C00), 0x7C00);
  EXPECT_EQ(Fp32ToFp16(65520.0F, 0x7BFF), 0x7BFF);
  EXPECT_EQ(Fp32ToFp16(-INFINITY, 0x7BFF), 0xFBFF);
  EXPECT_EQ(Fp32ToFp16(-INFINITY, 0x7C00), 0xFC00);
  EXPECT_EQ(Fp32ToFp16(-NAN, 0x7BFF), 0x7E00);
  EXPECT_EQ(Fp32ToBf16(3.4e38F, 0x7F80), 0x7F80);
  EXPECT_EQ(Fp32ToBf16(3.4e38F, 0x7F7F), 0x7F7F);
  EXPECT_EQ(Fp32ToBf16(-INFINITY, 0x7F80), 0xFF80);
  EXPECT_EQ(Fp32ToBf16(-NAN, 0x7F80), 0x7FC0);
}

}  // namespace
}  // namespace npusim
