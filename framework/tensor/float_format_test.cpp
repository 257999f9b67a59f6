#include "framework/tensor/float_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace touchstone::tensor {
namespace {

const FloatFormat& F32() { return FormatOf(DType::kFp32); }
const FloatFormat& F16() { return FormatOf(DType::kFp16); }
const FloatFormat& B16() { return FormatOf(DType::kBf16); }

double Fp32Value(uint32_t bits) { return std::bit_cast<float>(bits); }

TEST(Round, EveryHalfPatternComesBack) {
  for (const FloatFormat* format : {&F16(), &B16()}) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      const uint32_t back = Round(*format, Decode(*format, bits));
      if (ClassOf(*format, bits) == ElementClass::kNan) {
        ASSERT_EQ(back, format->quiet_nan) << bits;
      } else {
        ASSERT_EQ(back, bits);
      }
    }
  }
}

// Between each pair of neighbours: the midpoint goes to the even pattern, its two double neighbours
// go to the nearer end. The step above the largest finite number goes to infinity.
TEST(Round, EveryMidpointOfTheHalfTypesTiesToEven) {
  for (const FloatFormat* format : {&F16(), &B16()}) {
    for (uint32_t low = 0; low < format->infinity; ++low) {
      const double a = Decode(*format, low);
      const double b = low + 1 == format->infinity
                           ? a + Ulp(*format, a)  // what the next pattern would be worth
                           : Decode(*format, low + 1);
      const double middle = a + (b - a) / 2;
      const uint32_t even = low % 2 == 0 ? low : low + 1;
      for (const uint32_t sign : {0u, format->sign_bit}) {
        const double s = sign != 0 ? -1.0 : 1.0;
        ASSERT_EQ(Round(*format, s * middle), sign | even) << low;
        ASSERT_EQ(Round(*format, s * std::nextafter(middle, a)), sign | low) << low;
        ASSERT_EQ(Round(*format, s * std::nextafter(middle, 1e300)), sign | (low + 1)) << low;
      }
    }
  }
}

TEST(Decode, AgreesWithTheHardwareForFp32) {
  uint32_t bits = 1;
  for (int i = 0; i < 1 << 20; ++i) {
    bits = bits * 1664525u + 1013904223u;
    const double expected = Fp32Value(bits);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(Decode(F32(), bits)));
    } else {
      ASSERT_EQ(Decode(F32(), bits), expected);
      ASSERT_EQ(Round(F32(), expected), bits);
    }
  }
}

TEST(Round, AgreesWithTheHardwareForFp32) {
  uint64_t state = 1;
  for (int i = 0; i < 1 << 20; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    // Exponents of 2^-160 to 2^135: subnormals, underflow and overflow of fp32 included.
    const uint64_t exponent = 1023 - 160 + (state >> 33) % 296;
    const uint64_t scrambled = state ^ (state >> 29);
    const double value = std::bit_cast<double>((state & (uint64_t{1} << 63)) | (exponent << 52) |
                                               (scrambled & ((uint64_t{1} << 52) - 1)));
    ASSERT_EQ(Round(F32(), value), std::bit_cast<uint32_t>(static_cast<float>(value))) << value;
  }
}

TEST(Round, NeverGoesThroughFp32) {
  EXPECT_EQ(Round(F16(), 0x1.065fffp+15), 0x7819u);  // 0x781A through fp32
  EXPECT_EQ(Round(B16(), 16842753.0), 0x4B81u);      // 0x4B80 through fp32
  EXPECT_EQ(Round(B16(), 1 + 0x1p-8 + 0x1p-40), 0x3F81u);
}

TEST(Round, ReportedVectorsOfBf16) {
  EXPECT_EQ(Round(B16(), 0.2691408770292272), 0x3E8Au);
  EXPECT_EQ(Round(B16(), Fp32Value(0x7F800001)), 0x7FC0u);  // stays a NaN
  EXPECT_EQ(Round(B16(), Fp32Value(0x3F808000)), 0x3F80u);
  EXPECT_EQ(Round(B16(), Fp32Value(0x3F818000)), 0x3F82u);
  EXPECT_EQ(Round(B16(), Fp32Value(0x7F7FFFFF)), 0x7F80u);
}

TEST(Round, ReportedVectorsOfFp16) {
  EXPECT_EQ(Round(F16(), Fp32Value(0x341FFFFF)), 0x0002u);
  EXPECT_EQ(Round(F16(), Fp32Value(0x34200000)), 0x0002u);
  EXPECT_EQ(Round(F16(), Fp32Value(0x34200001)), 0x0003u);
  EXPECT_EQ(Round(F16(), Fp32Value(0x34600000)), 0x0004u);
  EXPECT_EQ(Round(F16(), Fp32Value(0x40001000)), 0x4000u);
  EXPECT_EQ(Round(F16(), 65519.0), 0x7BFFu);
  EXPECT_EQ(Round(F16(), 65520.0), 0x7C00u);
}

TEST(Round, KeepsSignsAndExtremes) {
  for (const FloatFormat* format : {&F32(), &F16(), &B16()}) {
    EXPECT_EQ(Round(*format, 0.0), 0u);
    EXPECT_EQ(Round(*format, -0.0), format->sign_bit);
    EXPECT_EQ(Round(*format, -5e-324), format->sign_bit);
    EXPECT_EQ(Round(*format, 1.7e308), format->infinity);
    EXPECT_EQ(Round(*format, -INFINITY), format->sign_bit | format->infinity);
    EXPECT_EQ(Round(*format, -std::numeric_limits<double>::quiet_NaN()), format->quiet_nan);
  }
}

TEST(ClassOf, SeparatesTheFourClasses) {
  EXPECT_EQ(ClassOf(F16(), 0x7BFF), ElementClass::kFinite);
  EXPECT_EQ(ClassOf(F16(), 0x7C00), ElementClass::kPositiveInfinity);
  EXPECT_EQ(ClassOf(F16(), 0xFC00), ElementClass::kNegativeInfinity);
  EXPECT_EQ(ClassOf(F16(), 0xFC01), ElementClass::kNan);
  EXPECT_EQ(ClassOf(F32(), 0x7F800001), ElementClass::kNan);
  EXPECT_EQ(ClassOf(B16(), 0x8000), ElementClass::kFinite);
}

TEST(Ulp, StepsAtPowersOfTwo) {
  EXPECT_EQ(Ulp(B16(), 64), 0.5);
  EXPECT_EQ(Ulp(B16(), 66), 0.5);
  EXPECT_EQ(Ulp(B16(), -127.5), 0.5);
  EXPECT_EQ(Ulp(B16(), 128), 1.0);
  EXPECT_EQ(Ulp(F16(), 1), 0x1p-10);
  EXPECT_EQ(Ulp(F32(), 1), 0x1p-23);
  EXPECT_EQ(Ulp(F32(), std::nextafter(1.0, 0)), 0x1p-24);
}

TEST(Ulp, NeverFallsBelowTheSmallestSubnormal) {
  EXPECT_EQ(Ulp(F32(), 0), 0x1p-149);
  EXPECT_EQ(Ulp(F16(), 0), 0x1p-24);
  EXPECT_EQ(Ulp(B16(), 5e-324), 0x1p-133);
  EXPECT_EQ(Ulp(F16(), 0x1p-14), 0x1p-24);
  EXPECT_EQ(Ulp(F16(), 0x1p-13), 0x1p-23);
}

TEST(UlpDistance, CountsAcrossZero) {
  EXPECT_EQ(UlpDistance(F32(), 0x00000000, 0x80000000), 0u);
  EXPECT_EQ(UlpDistance(F16(), 0x0000, 0x8000), 0u);
  EXPECT_EQ(UlpDistance(B16(), 0x8000, 0x0000), 0u);
  EXPECT_EQ(UlpDistance(F32(), 0x00000001, 0x80000001), 2u);
  EXPECT_EQ(UlpDistance(F32(), 0x3F800000, 0xBF800000), 2130706432u);
  EXPECT_EQ(UlpDistance(F32(), 0x7F7FFFFF, 0xFF7FFFFF), 4278190078u);
}

TEST(UlpDistance, ReportedPairs) {
  EXPECT_EQ(UlpDistance(F16(), 0x7BFF, 0x7C00), 1u);  // what makes classes come before distances
  EXPECT_EQ(UlpDistance(B16(), 0x4283, 0x4284), 1u);
  EXPECT_EQ(UlpDistance(F16(), Round(F16(), 1.0), Round(F16(), 2.0)), 1024u);
  EXPECT_EQ(UlpDistance(F32(), Round(F32(), -1.0), Round(F32(), -(1 - 0x1p-23))), 2u);
}

TEST(FormatOf, AbortsForOtherTypes) { EXPECT_DEATH((void)FormatOf(DType::kInt8), ""); }

}  // namespace
}  // namespace touchstone::tensor
