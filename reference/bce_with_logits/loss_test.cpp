#include "reference/bce_with_logits/loss.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/ladder.h"
#include "reference/bce_with_logits/mpfr_oracle.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr FloatFormat kFormats[] = {kFp32, kFp16, kBf16};

struct Losses {
  std::vector<double> lower, upper;
  std::vector<uint32_t> bits;
  std::vector<uint8_t> decided;
  uint64_t climbed = 0;
};

Losses Evaluate(const LossArguments& arguments, const FloatFormat& format) {
  const size_t n = arguments.size();
  Losses losses{std::vector<double>(n), std::vector<double>(n), std::vector<uint32_t>(n),
                std::vector<uint8_t>(n)};
  losses.climbed =
      EvaluateLoss(arguments, format, {losses.lower, losses.upper, losses.bits, losses.decided});
  return losses;
}

Losses EvaluateOne(const LossElement& e, const FloatFormat& format) {
  return Evaluate({{&e.x, 1}, {&e.y, 1}, {&e.w, 1}, {&e.p, 1}}, format);
}

TEST(Loss, AgreesWithTheOracleOnEveryKindOfInput) {
  for (const InputKind kind : kAllInputKinds) {
    const TestInputs inputs(kind, 600, 11);
    for (const FloatFormat& format : kFormats) {
      const Losses losses = Evaluate(inputs.arguments(), format);
      for (size_t i = 0; i < inputs.size(); ++i) {
        const LossElement e = inputs.arguments()[i];
        ASSERT_TRUE(losses.decided[i]);
        ASSERT_EQ(losses.bits[i], MpfrOracle::Round(e, format)) << Describe(e);
        ASSERT_TRUE(MpfrOracle::IsEnclosed(e, losses.lower[i], losses.upper[i])) << Describe(e);
        ASSERT_LE(losses.upper[i] - losses.lower[i],
                  kSharpnessUlp * UlpAt(format, std::fmax(std::fabs(losses.lower[i]),
                                                          std::fabs(losses.upper[i]))))
            << Describe(e);
      }
    }
  }
}

TEST(Loss, DoesNotDependOnHowElementsAreSplit) {
  const TestInputs inputs(InputKind::kAllBits, 2000, 5);
  const Losses whole = Evaluate(inputs.arguments(), kFp16);
  for (const size_t size : {1, 7, 511, 513}) {
    for (size_t first = 0; first < inputs.size(); first += size) {
      const size_t count = std::min(size, inputs.size() - first);
      const Losses part = Evaluate(inputs.arguments().Part(first, count), kFp16);
      for (size_t i = 0; i < count; ++i) {
        ASSERT_EQ(part.bits[i], whole.bits[first + i]);
        ASSERT_EQ(part.lower[i], whole.lower[first + i]);
        ASSERT_EQ(part.upper[i], whole.upper[first + i]);
      }
    }
  }
}

// A logit at which float64 lands on the midpoint of two fp32 numbers and rounds the wrong way.
TEST(Loss, DecidesNearTies) {
  const Losses losses = EvaluateOne({0x1.d483ap-12f, 0, 1, 1}, kFp32);
  EXPECT_EQ(ValueOfBits(kFp32, losses.bits[0]), 0x1.63017ap-1);
  EXPECT_EQ(losses.climbed, 1u);
  // Rounding to fp32 first would move these to the wrong fp16 neighbour.
  EXPECT_EQ(EvaluateOne({static_cast<float>(ValueOfBits(kFp16, 0x8430)), 0, 1, 1}, kFp16).bits[0],
            0x398Bu);
  EXPECT_EQ(EvaluateOne({static_cast<float>(ValueOfBits(kFp16, 0x0430)), 1, 1, 1}, kFp16).bits[0],
            0x398Bu);
  EXPECT_EQ(EvaluateOne({15, 0, 34.75f, 1}, kFp16).bits[0], 0x6013u);
}

// The value is a midpoint plus a tail far below any precision: only the tail's sign can tell.
TEST(Loss, DecidesTiesByTheSignOfTheTail) {
  // bf16 has 8 bits: 257 is halfway between 256 and 258. y = 0: the tail is positive.
  EXPECT_EQ(ValueOfBits(kBf16, EvaluateOne({257, 0, 1, 1}, kBf16).bits[0]), 258);
  EXPECT_EQ(ValueOfBits(kBf16, EvaluateOne({-257, 1, 1, 1}, kBf16).bits[0]), 258);
  // kappa = w (p y + 1 - y): p = -1, y = 1/2 makes it zero, an exact tie that goes to even.
  EXPECT_EQ(ValueOfBits(kBf16, EvaluateOne({257, 0.5f, 2, -1}, kBf16).bits[0]), 256);
  EXPECT_EQ(ValueOfBits(kBf16, EvaluateOne({259, 0.5f, 2, -1}, kBf16).bits[0]), 260);
  // p = -3 makes it negative: below the midpoint. p = 3: above.
  EXPECT_EQ(ValueOfBits(kBf16, EvaluateOne({259, 0.5f, 2, -3}, kBf16).bits[0]), 258);
  EXPECT_EQ(ValueOfBits(kBf16, EvaluateOne({257, 0.5f, 2, 3}, kBf16).bits[0]), 258);
  // fp16: 4098 is halfway between 4096 and 4100; e^-4098 is far below 320 digits.
  EXPECT_EQ(ValueOfBits(kFp16, EvaluateOne({4098, 0, 1, 1}, kFp16).bits[0]), 4100);
  EXPECT_EQ(ValueOfBits(kFp16, EvaluateOne({4098, 0, -1, 1}, kFp16).bits[0]), -4100);
  // The last midpoint before overflow: 65520 goes to infinity, just below it does not.
  EXPECT_EQ(EvaluateOne({65520, 0, 1, 1}, kFp16).bits[0], kFp16.infinity);
  EXPECT_EQ(EvaluateOne({65520, 0.5f, 2, -3}, kFp16).bits[0], kFp16.infinity - 1);
  // Opposite terms that cancel but for the tail keep its sign even when the result is zero.
  EXPECT_EQ(EvaluateOne({200, 1, 1, 1}, kFp32).bits[0], 0u);
  EXPECT_EQ(EvaluateOne({200, 1, -1, 1}, kFp32).bits[0], kFp32.sign_bit);
  EXPECT_EQ(EvaluateOne({3e38f, 1, -1, 1}, kFp32).bits[0], kFp32.sign_bit);
}

TEST(Loss, ExactZerosArePositiveAndExact) {
  for (const LossElement& e :
       {LossElement{5, 0, 0, 1}, {5, 0, -0.0f, 1}, {-5, 1, -1, 0}, {5, 1, -1, 0}}) {
    const Losses losses = EvaluateOne(e, kFp32);
    EXPECT_EQ(losses.bits[0], 0u) << Describe(e);
    EXPECT_EQ(losses.lower[0], 0) << Describe(e);
    EXPECT_EQ(losses.upper[0], 0) << Describe(e);
  }
}

TEST(Loss, SwappingLabelAndSignChangesNothing) {
  const TestInputs inputs(InputKind::kAllBits, 1000, 3);
  for (const FloatFormat& format : kFormats) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const float x = inputs.arguments()[i].x;
      EXPECT_EQ(EvaluateOne({x, 1, 1, 1}, format).bits[0],
                EvaluateOne({-x, 0, 1, 1}, format).bits[0])
          << x;
    }
  }
}

// A weight of 1 multiplies without rounding: not even the enclosure changes. A pos_weight of 1 may
// change it: p y + (1 - y) is rounded where the absent one's 1 is exact (enclosure.md), so its
// enclosure is wider by design. Equal ends would make the common case pay for that; what is promised
// is the same correctly rounded loss, and two enclosures of one number.
TEST(Loss, OnesAreTheSameAsAbsentWeights) {
  const TestInputs inputs(InputKind::kWide, 2000, 4);
  const std::vector<float> ones(inputs.size(), 1.0f);
  const LossArguments a = inputs.arguments();
  const Losses absent = Evaluate({a.self, a.target}, kFp32);
  const Losses weighted = Evaluate({a.self, a.target, ones}, kFp32);
  EXPECT_EQ(absent.bits, weighted.bits);
  EXPECT_EQ(absent.lower, weighted.lower);
  EXPECT_EQ(absent.upper, weighted.upper);
  const Losses given = Evaluate({a.self, a.target, ones, ones}, kFp32);
  EXPECT_EQ(absent.bits, given.bits);
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_LE(absent.lower[i], given.upper[i]);
    EXPECT_LE(given.lower[i], absent.upper[i]);
  }
}

// Most elements of a run with special ones are as any others.
TEST(Loss, SpecialArgumentsDisturbNoOthers) {
  const TestInputs inputs(InputKind::kUsual, 1500, 9);
  const LossArguments a = inputs.arguments();
  std::vector<float> x(a.self.begin(), a.self.end());
  std::vector<float> p(a.pos_weight.begin(), a.pos_weight.end());
  for (size_t i = 7; i < x.size(); i += 31) x[i] = i % 2 == 0 ? kInf : NAN;
  for (size_t i = 11; i < p.size(); i += 37) p[i] = -kInf;
  for (const FloatFormat& format : kFormats) {
    const Losses plain = Evaluate(a, format);
    const Losses mixed = Evaluate({x, a.target, a.weight, p}, format);
    for (size_t i = 0; i < x.size(); ++i) {
      const LossElement e = {x[i], a.target[i], a.weight[i], p[i]};
      if (IsFinite(e)) {
        ASSERT_EQ(mixed.bits[i], plain.bits[i]);
        ASSERT_EQ(mixed.lower[i], plain.lower[i]);
        ASSERT_EQ(mixed.upper[i], plain.upper[i]);
      } else {
        const Losses alone = EvaluateOne(e, format);
        ASSERT_EQ(mixed.bits[i], alone.bits[0]) << Describe(e);
        ASSERT_TRUE(mixed.decided[i]);
      }
    }
  }
}

TEST(Loss, IsLinearInTheWeightForPowersOfTwo) {
  const TestInputs inputs(InputKind::kWide, 1000, 6);
  const LossArguments a = inputs.arguments();
  const Losses base = Evaluate(a, kFp32);
  for (const float factor : {2.0f, 0.25f, -1.0f}) {
    std::vector<float> scaled(a.weight.begin(), a.weight.end());
    for (float& w : scaled) w *= factor;
    const Losses other = Evaluate({a.self, a.target, scaled, a.pos_weight}, kFp32);
    for (size_t i = 0; i < inputs.size(); ++i) {
      EXPECT_EQ(ValueOfBits(kFp32, other.bits[i]), ValueOfBits(kFp32, base.bits[i]) * factor);
    }
  }
}

TEST(Loss, IsNeverNegativeAndGrowsWithTheLogitForLabelZero) {
  double previous = 0;
  for (float x = -100; x <= 100; x += 0.375f) {
    const Losses losses = EvaluateOne({x, 0, 1, 1}, kFp32);
    const double value = ValueOfBits(kFp32, losses.bits[0]);
    EXPECT_GE(losses.lower[0], 0);
    EXPECT_GE(value, previous) << x;
    previous = value;
  }
}

TEST(Loss, SpecialArgumentsGiveTheLimit) {
  const float x[] = {-kInf, kInf, -kInf, kInf, NAN, -kInf, kInf};
  const float y[] = {0, 0, 1, 1, 0, 0.9f, 0.9f};
  const Losses losses = Evaluate({x, y}, kBf16);
  EXPECT_EQ(losses.bits, (std::vector<uint32_t>{0, kBf16.infinity, kBf16.infinity, 0,
                                                kBf16.quiet_nan, kBf16.infinity, kBf16.infinity}));
  EXPECT_EQ(losses.lower[1], kInf);
  EXPECT_EQ(losses.upper[1], kInf);
  EXPECT_TRUE(std::isnan(losses.lower[4]) && std::isnan(losses.upper[4]));
  // Mere overflow of the format is not an infinite value.
  const Losses overflow = EvaluateOne({3e38f, 0, 3e38f, 1}, kFp32);
  EXPECT_EQ(overflow.bits[0], kFp32.infinity);
  EXPECT_TRUE(std::isfinite(overflow.lower[0]) && std::isfinite(overflow.upper[0]));
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
