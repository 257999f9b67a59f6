#include "op_under_test/npu/vector_unit.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "op_under_test/npu/kernel.h"

namespace npusim {
namespace {

using Floats = std::vector<float>;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kTiny = std::numeric_limits<float>::denorm_min();
constexpr uint32_t kNanBits = 0x7FC00000;

uint32_t Bits(float value) { return std::bit_cast<uint32_t>(value); }

std::vector<uint32_t> Bits(const Floats& values) {
  std::vector<uint32_t> bits;
  for (const float value : values) bits.push_back(Bits(value));
  return bits;
}

const VectorUnit kKeeping({}, Isa::kPortable);
const VectorUnit kFlushing({.flushes_subnormals = true}, Isa::kPortable);
const VectorUnit kSaturating({.saturates = true}, Isa::kPortable);

using Binary = void (VectorUnit::*)(std::span<float>, std::span<const float>,
                                    std::span<const float>) const;
using Unary = void (VectorUnit::*)(std::span<float>, std::span<const float>) const;

uint32_t Apply(const VectorUnit& unit, Binary operation, float a, float b) {
  Floats out(1);
  (unit.*operation)(out, Floats{a}, Floats{b});
  return Bits(out[0]);
}

uint32_t Apply(const VectorUnit& unit, Unary operation, float a) {
  Floats out(1);
  (unit.*operation)(out, Floats{a});
  return Bits(out[0]);
}

TEST(VectorUnit, ArithmeticRoundsOnce) {
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Add, 1.0F, 0x1p-24F), Bits(1.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Sub, 1.0F, 0x1p-25F), Bits(1.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Mul, 3.0F, -7.0F), Bits(-21.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Div, 1.0F, 3.0F), Bits(1.0F / 3.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Abs, -2.5F), Bits(2.5F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Neg, 0.0F), Bits(-0.0F));
}

TEST(VectorUnit, ZerosAreOrderedInMaxAndMin) {
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Max, -0.0F, 0.0F), Bits(0.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Max, 0.0F, -0.0F), Bits(0.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Min, -0.0F, 0.0F), Bits(-0.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Min, 0.0F, -0.0F), Bits(-0.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Max, -3.0F, 2.0F), Bits(2.0F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Min, -3.0F, 2.0F), Bits(-3.0F));
}

TEST(VectorUnit, EveryNanIsTheCanonicalOne) {
  for (const uint32_t pattern : {0x7F800001U, 0xFF800001U, 0xFFC12345U, 0x7FFFFFFFU}) {
    const float nan = std::bit_cast<float>(pattern);
    for (const VectorUnit* unit : {&kKeeping, &kFlushing, &kSaturating}) {
      for (const Binary operation : {&VectorUnit::Add, &VectorUnit::Sub, &VectorUnit::Mul,
                                     &VectorUnit::Div, &VectorUnit::Max, &VectorUnit::Min}) {
        EXPECT_EQ(Apply(*unit, operation, nan, 1.0F), kNanBits);
        EXPECT_EQ(Apply(*unit, operation, 1.0F, nan), kNanBits);
      }
      for (const Unary operation : {&VectorUnit::Abs, &VectorUnit::Neg, &VectorUnit::Exp,
                                    &VectorUnit::Log, &VectorUnit::CastFp32ToFp32}) {
        EXPECT_EQ(Apply(*unit, operation, nan), kNanBits);
      }
    }
  }
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Sub, kInf, kInf), kNanBits);
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Mul, 0.0F, kInf), kNanBits);
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Log, -1.0F), kNanBits);
}

TEST(VectorUnit, SubnormalResultsAreKeptOrFlushed) {
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Mul, 0x1p-100F, -0x1p-40F), Bits(-0x1p-140F));
  EXPECT_EQ(Apply(kFlushing, &VectorUnit::Mul, 0x1p-100F, -0x1p-40F), Bits(-0.0F));
  EXPECT_EQ(Apply(kFlushing, &VectorUnit::Mul, 0x1p-100F, 0x1p-26F), Bits(0x1p-126F));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Max, kTiny, 0.0F), Bits(kTiny));
  EXPECT_EQ(Apply(kFlushing, &VectorUnit::Max, kTiny, 0.0F), Bits(0.0F));
  EXPECT_NE(Apply(kKeeping, &VectorUnit::Exp, -100.0F), Bits(0.0F));
  EXPECT_EQ(Apply(kFlushing, &VectorUnit::Exp, -100.0F), Bits(0.0F));
}

TEST(VectorUnit, OverflowIsInfiniteOrSaturates) {
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Mul, kLargest, -2.0F), Bits(-kInf));
  EXPECT_EQ(Apply(kSaturating, &VectorUnit::Mul, kLargest, -2.0F), Bits(-kLargest));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Exp, 1000.0F), Bits(kInf));
  EXPECT_EQ(Apply(kSaturating, &VectorUnit::Exp, 1000.0F), Bits(kLargest));
  EXPECT_EQ(Apply(kKeeping, &VectorUnit::Log, 0.0F), Bits(-kInf));
  EXPECT_EQ(Apply(kSaturating, &VectorUnit::Log, 0.0F), Bits(-kLargest));
}

TEST(VectorUnit, ExpAndLogAreWithinTheirBound) {
  for (float x = -87.0F; x < 88.0F; x += 0.37F) {
    const double exact = std::exp(static_cast<double>(x));
    const float result = std::bit_cast<float>(Apply(kKeeping, &VectorUnit::Exp, x));
    EXPECT_NEAR(result, exact, 1.01 * std::ldexp(1.0, std::ilogb(exact) - 23)) << x;
  }
  for (float x = 0x1p-120F; x < 0x1p120F; x *= 1.7F) {
    const double exact = std::log(static_cast<double>(x));
    const float result = std::bit_cast<float>(Apply(kKeeping, &VectorUnit::Log, x));
    EXPECT_NEAR(result, exact, 1.01 * std::ldexp(1.0, std::ilogb(exact) - 23)) << x;
  }
}

TEST(VectorUnit, ScalarFormsAndDuplicate) {
  Floats out(3);
  const Floats in = {1.0F, -2.0F, 5.0F};
  kKeeping.Adds(out, in, 2.0F);
  EXPECT_EQ(out, (Floats{3.0F, 0.0F, 7.0F}));
  kKeeping.Muls(out, in, -1.0F);
  EXPECT_EQ(out, (Floats{-1.0F, 2.0F, -5.0F}));
  kKeeping.Maxs(out, in, 0.0F);
  EXPECT_EQ(out, (Floats{1.0F, 0.0F, 5.0F}));
  kKeeping.Mins(out, in, 0.0F);
  EXPECT_EQ(out, (Floats{0.0F, -2.0F, 0.0F}));
  kKeeping.Duplicate(out, 9.0F);
  EXPECT_EQ(out, (Floats{9.0F, 9.0F, 9.0F}));
}

TEST(VectorUnit, OutputMayBeAnInput) {
  Floats values = {1.0F, 2.0F, 3.0F};
  kKeeping.Add(values, values, values);
  EXPECT_EQ(values, (Floats{2.0F, 4.0F, 6.0F}));
}

TEST(VectorUnit, SpansOfDifferentSizesAreAFault) {
  Floats out(2);
  EXPECT_THROW(kKeeping.Add(out, Floats(2), Floats(3)), KernelFault);
  EXPECT_THROW(kKeeping.Exp(out, Floats(1)), KernelFault);
}

TEST(VectorUnit, ReduceSumAddsInTheStatedOrder) {
  Floats five = {0x1p24F, 1.0F, 1.0F, 1.0F, 1.0F};
  // h = 4: v0 = 2^24 + 1 = 2^24; then h = 2: 2^24 + 1 = 2^24, 1 + 1 = 2; then 2^24 + 2.
  EXPECT_EQ(kKeeping.ReduceSum(five), 0x1p24F + 2.0F);
  Floats six = {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F};
  EXPECT_EQ(kKeeping.ReduceSum(six), 21.0F);
  Floats none;
  EXPECT_EQ(Bits(kKeeping.ReduceSum(none)), Bits(0.0F));
  Floats one = {kTiny};
  EXPECT_EQ(Bits(kFlushing.ReduceSum(one)), Bits(0.0F));
  Floats overflow = {kLargest, kLargest, -kLargest};
  // h = 2: v0 = largest - largest = 0, then 0 + largest.
  EXPECT_EQ(kKeeping.ReduceSum(overflow), kLargest);
  Floats saturating = {kLargest, kLargest};
  EXPECT_EQ(kSaturating.ReduceSum(saturating), kLargest);
}

TEST(VectorUnit, CastsApplyTheMode) {
  const std::vector<uint16_t> bf16 = {0x0001, 0x3F80, 0x7F80, 0xFFFF};
  Floats wide(4);
  kFlushing.CastBf16ToFp32(wide, bf16);
  EXPECT_EQ(Bits(wide), (std::vector<uint32_t>{0, Bits(1.0F), Bits(kInf), kNanBits}));
  kSaturating.CastBf16ToFp32(wide, bf16);
  EXPECT_EQ(Bits(wide[2]), Bits(kLargest));
  std::vector<uint16_t> narrow(2);
  kKeeping.CastFp32ToFp16(narrow, Floats{1e6F, -1e6F});
  EXPECT_EQ(narrow, (std::vector<uint16_t>{0x7C00, 0xFC00}));
  kSaturating.CastFp32ToFp16(narrow, Floats{1e6F, -1e6F});
  EXPECT_EQ(narrow, (std::vector<uint16_t>{0x7BFF, 0xFBFF}));
  kKeeping.CastFp32ToBf16(narrow, Floats{1.0F, 3.4e38F});
  EXPECT_EQ(narrow, (std::vector<uint16_t>{0x3F80, 0x7F80}));
  kKeeping.CastFp16ToFp32(std::span(wide).first(2), std::vector<uint16_t>{0x3C00, 0x0001});
  EXPECT_EQ(wide[0], 1.0F);
  EXPECT_EQ(wide[1], 0x1p-24F);
}

}  // namespace
}  // namespace npusim
