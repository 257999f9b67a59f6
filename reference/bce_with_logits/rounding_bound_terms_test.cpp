// Every term of rounding_bound.md is in the bound: with any one left out a check here fails. Honest
// devices alone cannot show that, since their worst cases never meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "reference/bce_with_logits/bound_constants.h"
#include "reference/bce_with_logits/rounding_bound.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr double kU = 0x1p-24;
// What the bound may exceed the table by; a term that is left out must be larger.
constexpr double kSurplus = 0.012;

struct Case {
  LossElement e;
  bool has_w, has_p;
};

enum Term { kExp, kSum, kLog, kMax, kFactor, kProduct, kTarget, kLinear, kResult, kWeight, kTerms };

// The table "One element", in units of u |w|.
std::array<double, kTerms> Table(const Case& c) {
  const double x = c.e.x, y = c.e.y, p = c.has_p ? c.e.p : 1;
  const double a = std::fabs(x), d = std::exp(-a), tau = std::log1p(d);
  const double softplus = std::fmax(-x, 0) + tau, q = 1 - y;
  const double f = (p - 1) * y + 1, abs_f = std::fabs(f);
  const double result = std::fabs(q * x + f * softplus);
  double target = std::fabs(q);
  if (y > 0 && y < 0.5) target = 0.5;
  if (y == 0 || (y >= 0.5 && y <= 2)) target = 0;
  std::array<double, kTerms> terms{};
  terms[kExp] = abs_f * 2 * d / (1 + d);
  terms[kSum] = abs_f * (1 / (1 + d) + (a < double{kSumNearTwo} ? 0.5 : 0));
  terms[kLog] = abs_f * std::fmin(1, 2 * tau);
  terms[kMax] = x < 0 ? abs_f * softplus : 0;
  terms[kFactor] = c.has_p ? (2 * std::fabs((p - 1) * y) + abs_f) * softplus : 0;
  terms[kProduct] = c.has_p ? abs_f * softplus : 0;
  terms[kTarget] = a * target;
  terms[kLinear] = y == 0 || y == 1 ? 0 : std::fabs(q * x);
  terms[kResult] = result;
  terms[kWeight] = c.has_w ? result : 0;
  return terms;
}

// In units of u.
double ErrorOfSoftplus(double x) {
  const std::array<double, kTerms> terms = Table({{static_cast<float>(x), 1, 1, 1}, false, false});
  return terms[kExp] + terms[kSum] + terms[kLog] + terms[kMax];
}

std::vector<Case> Cases(bool wide) {
  std::vector<Case> cases;
  for (const float x : {0.0f, 0x1p-20f, -0x1p-20f, 0.01f, -0.01f, 0.69f, -0.69f, 3.1f, -3.1f, 17.0f,
                        -17.0f, 90.0f, -90.0f, 1e4f}) {
    for (const float y : {0.0f, 1.0f, 0.3f, 0.7f, 0.999f, -0.4f, 1.9f, 2.5f, 30.0f}) {
      for (const float p : {1.0f, 0.0f, 0.25f, 7.3f, -0.1f, -3.0f}) {
        // Beyond 2^30 the bound is evaluated in double.
        for (const float w : wide ? std::vector{0x1p31f, -0x1.8p40f} : std::vector{1.0f, -2.5f}) {
          for (const bool has_p : {false, true}) {
            cases.push_back({{x, y, w, p}, true, has_p});
            if (!wide) cases.push_back({{x, y, w, p}, false, has_p});
          }
        }
      }
    }
  }
  return cases;
}

TEST(RoundingBoundTerms, OfAnElementAreAllThere) {
  for (const bool wide : {false, true}) {
    std::array<double, kTerms> shares{};
    for (const Case& c : Cases(wide)) {
      const std::array<double, kTerms> terms = Table(c);
      double sum = 0;
      for (const double term : terms) sum += term;
      const double unit = kU * (c.has_w ? std::fabs(double{c.e.w}) : 1);
      const double bound = ElementBound(c.e, c.has_w, c.has_p, {});
      // Where (p-1) y is near -1 the error of f times that of S counts.
      const double slope = c.has_p ? std::fabs((double{c.e.p} - 1) * double{c.e.y}) : 0;
      const double of_softplus = ErrorOfSoftplus(c.e.x);
      ASSERT_GE(bound, unit * (sum + 2 * kU * slope * of_softplus)) << Describe(c.e);
      const double cancelled = 0x1p-20 * slope * of_softplus;
      ASSERT_LE(bound, unit * (sum * (1 + kSurplus) + cancelled)) << Describe(c.e);
      for (size_t t = 0; t < kTerms; ++t) shares[t] = std::max(shares[t], terms[t] / sum);
    }
    for (size_t t = 0; t < kTerms; ++t) EXPECT_GT(shares[t], 2 * kSurplus) << t;
  }
}

// w = 0, so that nothing is left but the underflow of the result; and in the factors of each input.
TEST(RoundingBoundTerms, UnderflowReachesTheLossThroughEveryInput) {
  for (const bool flushes : {false, true}) {
    const StatedArithmetic chip = {OperationOrder::kTbe, flushes, false, {}};
    const double mu = flushes ? 0x1p-126 : 0x1p-150;
    for (const float x : {0.0f, 7.0f, 1e20f}) {
      for (const float y : {0.0f, 5.0f}) {
        for (const float p : {0.0f, 9.0f}) {
          const double least = 21 * mu * (1 + double{x}) * (1 + double{y}) * (2 + double{p});
          EXPECT_GE(ElementBound({x, y, 0, p}, true, true, chip), least);
          EXPECT_LE(ElementBound({x, y, 0, p}, true, true, chip), 2 * least);
        }
      }
    }
  }
}

// Each with what stands beside it as small as can be.
TEST(RoundingBoundTerms, OfAReductionAreAllThere) {
  const StatedArithmetic plain{}, flushing = {OperationOrder::kTbe, true, false, {}};
  const auto expect = [](double bound, double sum) {
    EXPECT_GE(bound, sum);
    EXPECT_LE(bound, sum * (1 + 0x1p-38));
  };
  const auto bound = [](const ReductionMagnitudes& m, bool serial, const StatedArithmetic& chip) {
    return ReductionBound(m, {serial, 1}, chip);
  };
  constexpr uint64_t kCount = 1 << 12;
  constexpr double kDepthU = 13 * kU, kRunU = (kCount - 1) * kU;
  // The elements' bounds; their additions and those of the losses, in a tree and one by one.
  expect(bound({1, false, 3, 0, 0}, false, plain), 3);
  expect(bound({kCount, false, 3, 0, 0}, false, plain), 3 + 3 * kDepthU / (1 - kDepthU));
  expect(bound({kCount, false, 0, 5, 0}, false, plain), 5 * kDepthU / (1 - kDepthU));
  expect(bound({kCount, false, 3, 5, 0}, true, plain), 3 + 8 * kRunU);
  expect(bound({kCount, false, 0, 0, 0}, true, flushing), kCount * 0x1p-126);
  // Of a mean: the two roundings, of the mean as the device has it; its underflow.
  expect(bound({1, true, 0, 0, 2}, false, plain), 4 * kU + 0x1p-150);
  expect(bound({4, true, 8, 0, 0}, true, plain), (8 + 24 * kU) / 4 * (1 + 2 * kU));
  expect(bound({1, true, 0, 0, 0}, false, plain), 0x1p-150);
  expect(bound({1, true, 0, 0, 0}, false, flushing), 0x1p-126 * (2 + 2 * kU));
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
