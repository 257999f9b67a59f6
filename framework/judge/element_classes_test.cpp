#include "framework/judge/element_classes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "framework/judge/element_math.h"
#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using tensor::ElementClass;
using Decision = ClassPolicy::Decision;

const tensor::FloatFormat& kFp16 = tensor::FormatOf(DType::kFp16);
const tensor::FloatFormat& kFp32 = tensor::FormatOf(DType::kFp32);
constexpr auto kFinite = ElementClass::kFinite;
constexpr auto kPlus = ElementClass::kPositiveInfinity;
constexpr auto kMinus = ElementClass::kNegativeInfinity;
constexpr auto kNanClass = ElementClass::kNan;

TEST(ElementMath, DecodesEveryHalfLikeTheTensorRoom) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    for (const DType dtype : {DType::kFp16, DType::kBf16}) {
      const tensor::FloatFormat& format = tensor::FormatOf(dtype);
      if (tensor::ClassOf(format, bits) != kFinite) continue;
      const double value = dtype == DType::kFp16 ? DecodeFiniteFp16(bits) : DecodeFiniteBf16(bits);
      ASSERT_EQ(value, tensor::Decode(format, bits)) << bits;
      ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
    }
  }
}

TEST(ElementMath, UlpIsTheTensorRoomsAtEveryExponent) {
  for (const DType dtype : {DType::kFp16, DType::kBf16, DType::kFp32}) {
    const tensor::FloatFormat& format = tensor::FormatOf(dtype);
    const UlpScale scale(format);
    for (int exponent = -300; exponent <= 300; ++exponent) {
      for (const double significand : {1.0, 1.5, 2 - 0x1p-52}) {
        const double value = std::ldexp(significand, exponent);
        ASSERT_EQ(scale.Ulp(-value), tensor::Ulp(format, value)) << value;
        ASSERT_EQ(scale.InverseUlp(value) * scale.Ulp(value), 1) << value;
      }
    }
    EXPECT_EQ(scale.Ulp(0), tensor::Ulp(format, 0));
  }
}

TEST(ElementClasses, ExactValuesBeyondTheFormatAreInfinities) {
  const ClassPolicy policy(kFp16, SpecialValues::kLimit, nullptr);
  EXPECT_TRUE(policy.LimitClasses(65519.99, 65519.99).Has(kFinite));
  EXPECT_FALSE(policy.LimitClasses(65519.99, 65519.99).Has(kPlus));
  EXPECT_TRUE(policy.LimitClasses(65520, 65520).Has(kPlus));
  EXPECT_FALSE(policy.LimitClasses(65520, 65520).Has(kFinite));
  EXPECT_TRUE(policy.LimitClasses(-1e9, -1e9).Has(kMinus));
  EXPECT_TRUE(policy.LimitClasses(kNaN, kNaN).Has(kNanClass));
  EXPECT_EQ(policy.LimitClasses(65519, 65521).size(), 2);
  EXPECT_EQ(policy.LimitClasses(-kInf, kInf).size(), 3);
  EXPECT_EQ(policy.LimitClasses(2, 1).size(), 0);
  EXPECT_EQ(policy.LimitClasses(kNaN, 1).size(), 0);
  EXPECT_EQ(policy.overflow_threshold(), 65520);
}

TEST(ElementClasses, PolicyChoosesBetweenStatedClassAndLimit) {
  // The arithmetic yields NaN where the limit is +inf, e.g. 0 * inf on the way.
  const auto decide = [](SpecialValues policy, uint32_t bits) {
    return ClassPolicy(kFp32, policy, nullptr).Decide(bits, kInf, kInf, kNanClass);
  };
  EXPECT_EQ(decide(SpecialValues::kArithmetic, 0x7FC00000), Decision::kMatch);
  EXPECT_EQ(decide(SpecialValues::kArithmetic, 0x7F800000), Decision::kMismatch);
  EXPECT_EQ(decide(SpecialValues::kLimit, 0x7FC00000), Decision::kMismatch);
  EXPECT_EQ(decide(SpecialValues::kLimit, 0x7F800000), Decision::kMatch);
  EXPECT_EQ(decide(SpecialValues::kEither, 0x7FC00000), Decision::kMatch);
  EXPECT_EQ(decide(SpecialValues::kEither, 0x7F800000), Decision::kMatch);
  EXPECT_EQ(decide(SpecialValues::kEither, 0xFF800000), Decision::kMismatch);
  EXPECT_EQ(decide(SpecialValues::kEither, 0x3F800000), Decision::kMismatch);
}

TEST(ElementClasses, FiniteResultWithoutAValueToCompareWithStaysOpen) {
  const ClassPolicy policy(kFp32, SpecialValues::kArithmetic, nullptr);
  EXPECT_EQ(policy.Decide(0x3F800000, kInf, kInf, kFinite), Decision::kOpen);
  EXPECT_EQ(policy.Decide(0x3F800000, kNaN, kNaN, kFinite), Decision::kOpen);
  EXPECT_EQ(policy.Decide(0x3F800000, -1e308, 1.7e308, kFinite), Decision::kOpen);
  EXPECT_EQ(policy.Decide(0x3F800000, 1, 1, kFinite), Decision::kCompare);
}

TEST(ElementClasses, SaturatingChipGivesTheLargestNumberForAnInfinity) {
  const soc::SocInfo* const soc = *soc::FindSoc("Ascend310P3");
  const ClassPolicy policy(kFp16, SpecialValues::kArithmetic, soc);
  EXPECT_EQ(policy.Decide(0x7BFF, 1e9, 1e9, kPlus), Decision::kMatch);
  EXPECT_EQ(policy.Decide(0x7C00, 1e9, 1e9, kPlus), Decision::kMismatch);
  EXPECT_EQ(policy.Decide(0xFBFF, 1e9, 1e9, kPlus), Decision::kMismatch);
  EXPECT_EQ(policy.Decide(0x7BFE, 1e9, 1e9, kPlus), Decision::kMismatch);
  EXPECT_EQ(policy.Decide(0xFBFF, -1e9, -1e9, kMinus), Decision::kMatch);
  EXPECT_EQ(policy.Decide(0x7E00, kNaN, kNaN, kNanClass), Decision::kMatch);
  const ClassPolicy ieee(kFp16, SpecialValues::kArithmetic, *soc::FindSoc("Ascend910B1"));
  EXPECT_EQ(ieee.Decide(0x7BFF, 1e9, 1e9, kPlus), Decision::kMismatch);
  EXPECT_EQ(ieee.Decide(0x7C00, 1e9, 1e9, kPlus), Decision::kMatch);
}

TEST(ElementClasses, OnlyAFlushingChipMayGiveZeroForASubnormal) {
  const soc::SocInfo* const flushing = *soc::FindSoc("Ascend950PR_9589");
  const ClassPolicy flushes(kFp32, SpecialValues::kArithmetic, flushing);
  EXPECT_EQ(flushes.Decide(0, 0x1p-127, 0x1p-127, kFinite), Decision::kMatch);
  EXPECT_EQ(flushes.Decide(0x80000000, -0x1p-127, -0x1p-127, kFinite), Decision::kMatch);
  EXPECT_EQ(flushes.Decide(0, 0x1p-126, 0x1p-126, kFinite), Decision::kCompare);
  EXPECT_EQ(flushes.Decide(1, 0x1p-127, 0x1p-127, kFinite), Decision::kCompare);
  EXPECT_EQ(flushes.Decide(0, 0x1p-200, 0x1p-200, kFinite), Decision::kCompare);
  const ClassPolicy keeps(kFp32, SpecialValues::kArithmetic, *soc::FindSoc("Ascend910B1"));
  EXPECT_EQ(keeps.Decide(0, 0x1p-127, 0x1p-127, kFinite), Decision::kCompare);
}

}  // namespace
}  // namespace touchstone::judge
