#include "reference/bce_with_logits/enclosure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/bce_with_logits/mpfr_oracle.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

// Encloses and compares with 1000 bits; returns the largest share of a radius that was needed.
// `weighted`: with both weights, else with neither.
double CheckEnclosures(const std::vector<LossElement>& elements, bool weighted = true) {
  double used = 0;
  double lower[LossBlock::kCapacity], upper[LossBlock::kCapacity];
  std::vector<float> x, y, w, p;
  for (const LossElement& e : elements) {
    x.push_back(e.x);
    y.push_back(e.y);
    w.push_back(e.w);
    p.push_back(e.p);
  }
  const LossArguments all = weighted ? LossArguments{x, y, w, p} : LossArguments{x, y};
  for (size_t first = 0; first < x.size(); first += LossBlock::kCapacity) {
    const LossBlock block(all.Part(first, std::min(LossBlock::kCapacity, x.size() - first)));
    EncloseBlock(block, {lower, block.count}, {upper, block.count});
    for (size_t i = 0; i < block.count; ++i) {
      const LossElement e = block.Element(i);
      EXPECT_TRUE(MpfrOracle::IsEnclosed(e, lower[i], upper[i])) << Describe(e);
      if (lower[i] == 0 || upper[i] == 0) continue;
      const double radius = 0.5 * (upper[i] - lower[i]);
      used = std::max(used, MpfrOracle::ErrorOf(lower[i] + radius, e) / radius);
    }
  }
  return used;
}

TEST(Enclosure, HoldsOnEveryKindOfInput) {
  for (const InputKind kind : kAllInputKinds) {
    CheckEnclosures(TestInputs(kind, 700, 21).elements());
  }
}

// In each of these one term of the bound stands almost alone, and is needed.
TEST(Enclosure, NeedsItsTailTerm) {
  std::vector<LossElement> elements;
  for (int i = 0; i < 1000; ++i)
    elements.push_back(
        {0.01f * static_cast<float>(i % 97), 1, 1.7f, 1.3f + static_cast<float>(i) * 1e-3f});
  EXPECT_GE(CheckEnclosures(elements), 0.25);
}

TEST(Enclosure, NeedsItsTailTermWithoutWeightsToo) {
  std::vector<LossElement> elements;
  for (int i = 0; i < 2000; ++i) elements.push_back({0.003f * static_cast<float>(i), 1, 1, 1});
  EXPECT_GE(CheckEnclosures(elements, false), 0.25);
}

TEST(Enclosure, NeedsItsLinearTerm) {
  // y = 0, logits beyond 40: the tail is too small to matter; 1 - y is inexact.
  std::vector<LossElement> elements;
  for (int i = 0; i < 1000; ++i) {
    elements.push_back({50 + 0.37f * static_cast<float>(i),
                        1e-9f * (1 + 0.0137f * static_cast<float>(i)),
                        1.1f + static_cast<float>(i) * 1e-3f, 1});
  }
  EXPECT_GE(CheckEnclosures(elements), 0.25);
}

TEST(Enclosure, NeedsItsTargetTerm) {
  // p y = -1 nearly: kappa is as small as the rounding of 1 - y, and x = 0 leaves nothing else.
  std::vector<LossElement> elements;
  for (int i = 0; i < 1000; ++i) {
    const float y = 1e-12f * (1 + 0.0137f * static_cast<float>(i));
    elements.push_back({0, y, 1.0f + static_cast<float>(i) * 1e-3f, -1 / y});
  }
  CheckEnclosures(elements);
  // Where p y is -1 exactly, P is -y and the rounded one 0: the whole error comes from 1 - y.
  std::vector<LossElement> exact;
  for (int i = 60; i < 100; ++i)
    exact.push_back({0, std::ldexp(1.0f, -i), 1, -std::ldexp(1.0f, i)});
  for (int i = 0; i < 1000; ++i) {
    exact.push_back({0, 0x1p-54f + 0x1p-70f * static_cast<float>(i), 1, -0x1p54f});
  }
  EXPECT_GE(CheckEnclosures(exact), 0.25);
}

TEST(Enclosure, HoldsBeyondTheLargestArgument) {
  std::vector<LossElement> elements;
  for (const float x : {260.0f, 265.0f, 299.0f, 300.0f, 301.0f, 700.0f, 800.0f, 1e5f, 3e38f}) {
    for (const float w : {1.0f, -1.0f, 3e38f, 1e-45f}) {
      for (const float y : {0.0f, 1.0f, 3e38f, 1e-45f}) {
        for (const float p : {1.0f, 3e38f, -1e-45f, 0.0f}) {
          elements.push_back({x, y, w, p});
          elements.push_back({-x, y, w, p});
        }
      }
    }
  }
  CheckEnclosures(elements);
}

TEST(Enclosure, KnowsTheSignWhereTheFormulaShowsIt) {
  const float x[] = {800, 800, -800, -800};
  const float y[] = {1, 1, 0, 0};
  const float w[] = {1, -1, 1, -1};
  double lower[4], upper[4];
  EncloseBlock(LossArguments{x, y, w}, lower, upper);
  for (const int i : {0, 2}) {
    EXPECT_EQ(lower[i], 0);
    EXPECT_GT(upper[i], 0);
    EXPECT_LT(lower[i + 1], 0);
    EXPECT_TRUE(upper[i + 1] == 0 && std::signbit(upper[i + 1]));
  }
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
