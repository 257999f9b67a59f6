#include "reference/float_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "reference/mpfr_rounding.h"

namespace touchstone::reference {
namespace {

constexpr FloatFormat kFormats[] = {kFp32, kFp16, kBf16};

uint32_t RoundThroughMpfr(const FloatFormat& format, double value, int tail) {
  mpfr_t number;
  mpfr_init2(number, 60);
  mpfr_set_d(number, value, MPFR_RNDN);
  const uint32_t bits = RoundToBits(format, number, tail);
  mpfr_clear(number);
  return bits;
}

TEST(FloatFormat, RoundsOnceToNearestEven) {
  EXPECT_EQ(RoundToBits(kFp16, 0x1.065fffp+15), 0x7819u);  // through fp32: 0x781A
  EXPECT_EQ(RoundToBits(kBf16, 16842753.0), 0x4B81u);      // through fp32: 0x4B80
  EXPECT_EQ(RoundToBits(kBf16, 1 + 0x1p-8 + 0x1p-40), 0x3F81u);
  EXPECT_EQ(RoundToBits(kBf16, 0.2691408770292272), 0x3E8Au);
  EXPECT_EQ(RoundToBits(kBf16, std::bit_cast<float>(0x3F808000u)), 0x3F80u);
  EXPECT_EQ(RoundToBits(kBf16, std::bit_cast<float>(0x3F818000u)), 0x3F82u);
  EXPECT_EQ(RoundToBits(kBf16, std::bit_cast<float>(0x7F7FFFFFu)), 0x7F80u);
  EXPECT_EQ(RoundToBits(kBf16, std::bit_cast<float>(0x7F800001u)), 0x7FC0u);
  const std::pair<uint32_t, uint32_t> to_fp16[] = {{0x341FFFFF, 0x0002},
                                                   {0x34200000, 0x0002},
                                                   {0x34200001, 0x0003},
                                                   {0x34600000, 0x0004},
                                                   {0x40001000, 0x4000}};
  for (const auto& [from, to] : to_fp16) {
    EXPECT_EQ(RoundToBits(kFp16, std::bit_cast<float>(from)), to) << std::hex << from;
  }
}

TEST(FloatFormat, HandlesOverflowUnderflowAndSigns) {
  EXPECT_EQ(RoundToBits(kFp16, 65519.999), 0x7BFFu);
  EXPECT_EQ(RoundToBits(kFp16, 65520.0), 0x7C00u);
  EXPECT_EQ(RoundToBits(kFp16, -1e300), 0xFC00u);
  EXPECT_EQ(RoundToBits(kFp32, 0x1p-149), 1u);
  EXPECT_EQ(RoundToBits(kFp32, 0x1p-150), 0u);
  EXPECT_EQ(RoundToBits(kFp32, 0x1.000001p-150), 1u);
  EXPECT_EQ(RoundToBits(kFp32, -0x1p-151), 0x80000000u);
  EXPECT_EQ(RoundToBits(kFp32, 5e-324), 0u);
  EXPECT_EQ(RoundToBits(kFp32, -0.0), 0x80000000u);
  EXPECT_EQ(RoundToBits(kFp32, -std::numeric_limits<double>::infinity()), 0xFF800000u);
  EXPECT_EQ(RoundToBits(kFp32, -NAN), 0x7FC00000u);
  EXPECT_EQ(LargestFinite(kFp16), 65504);
  EXPECT_EQ(LargestFinite(kFp32), std::numeric_limits<float>::max());
}

TEST(FloatFormat, Fp32IsTheProcessorsOwnRounding) {
  uint64_t state = 1;
  for (int i = 0; i < 2000000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto value = std::bit_cast<double>(state ^ (state >> 29));
    if (std::isnan(value)) continue;
    ASSERT_EQ(RoundToBits(kFp32, value), std::bit_cast<uint32_t>(static_cast<float>(value)));
  }
}

TEST(FloatFormat, EveryHalfRoundTripsAndMidpointsTieToEven) {
  for (const FloatFormat& format : {kFp16, kBf16}) {
    for (uint32_t bits = 0; bits < format.infinity; ++bits) {
      const double value = ValueOfBits(format, bits);
      ASSERT_EQ(RoundToBits(format, value), bits);
      ASSERT_EQ(RoundToBits(format, -value), bits | format.sign_bit);
      const double next = bits + 1 == format.infinity ? std::ldexp(1.0, format.max_exponent + 1)
                                                      : ValueOfBits(format, bits + 1);
      const double middle = (value + next) / 2;
      const uint32_t even = bits + (bits & 1);
      ASSERT_EQ(UlpAt(format, value), next - value);
      ASSERT_EQ(RoundToBits(format, middle), even);
      ASSERT_EQ(RoundToBits(format, std::nextafter(middle, 0)), bits);
      ASSERT_EQ(RoundToBits(format, std::nextafter(middle, INFINITY)), bits + 1);
      // The tail of a multi-precision value decides ties, and only ties.
      ASSERT_EQ(RoundThroughMpfr(format, middle, 0), even);
      ASSERT_EQ(RoundThroughMpfr(format, middle, 1), bits + 1);
      ASSERT_EQ(RoundThroughMpfr(format, middle, -1), bits);
      ASSERT_EQ(RoundThroughMpfr(format, -middle, 1), bits | format.sign_bit);
      ASSERT_EQ(RoundThroughMpfr(format, -middle, -1), (bits + 1) | format.sign_bit);
      ASSERT_EQ(RoundThroughMpfr(format, value, -1) & ~format.sign_bit, bits);
    }
  }
}

TEST(FloatFormat, MpfrAndDoubleRoundingsAgree) {
  uint64_t state = 7;
  for (const FloatFormat& format : kFormats) {
    for (int i = 0; i < 200000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      // Spread over the exponents that matter.
      const double value = std::ldexp(std::bit_cast<double>(0x3FF0000000000000 | (state >> 12)),
                                      static_cast<int>(state % 320) - 170);
      ASSERT_EQ(RoundThroughMpfr(format, value, 0), RoundToBits(format, value));
      ASSERT_EQ(RoundThroughMpfr(format, -value, 0), RoundToBits(format, -value));
    }
  }
  EXPECT_EQ(RoundThroughMpfr(kFp32, 0, 0), 0u);
  EXPECT_EQ(RoundThroughMpfr(kFp32, 0, 1), 0u);
  EXPECT_EQ(RoundThroughMpfr(kFp32, 0, -1), kFp32.sign_bit);
  EXPECT_EQ(RoundThroughMpfr(kFp32, INFINITY, 0), kFp32.infinity);
  EXPECT_EQ(RoundThroughMpfr(kFp32, NAN, 0), kFp32.quiet_nan);
}

TEST(FloatFormat, ToldApartByClass) {
  EXPECT_EQ(ClassOf(1e308), ValueClass::kFinite);
  EXPECT_EQ(ClassOf(INFINITY), ValueClass::kPositiveInfinity);
  EXPECT_EQ(ClassOf(-INFINITY), ValueClass::kNegativeInfinity);
  EXPECT_EQ(ClassOf(-NAN), ValueClass::kNan);
  EXPECT_TRUE(std::isnan(ValueOfBits(kFp16, 0xFE01)));
  EXPECT_EQ(ValueOfBits(kFp16, 0xFC00), -INFINITY);
}

}  // namespace
}  // namespace touchstone::reference
