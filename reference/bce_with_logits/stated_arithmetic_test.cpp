#include "reference/bce_with_logits/stated_arithmetic.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/benchmark.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr StatedArithmetic kRegBase = {OperationOrder::kRegBase, true, false};
constexpr StatedArithmetic kTbe = {OperationOrder::kTbe, false, false};
constexpr StatedArithmetic kSaturating = {OperationOrder::kTbe, false, true};

struct Stated {
  float loss;
  bool overflows;
};

Stated Evaluate(const LossElement& e, const StatedArithmetic& arithmetic) {
  const LossBlock block(LossArguments{{&e.x, 1}, {&e.y, 1}, {&e.w, 1}, {&e.p, 1}});
  float loss = 0;
  uint8_t overflows = 0;
  StatedLoss(block, arithmetic, {&loss, 1}, {&overflows, 1});
  return {loss, overflows != 0};
}

ValueClass ClassIn(const FloatFormat& format, const LossElement& e,
                   const StatedArithmetic& arithmetic) {
  return StatedClass(Evaluate(e, arithmetic).loss, format, arithmetic);
}

TEST(StatedArithmetic, InfiniteLogitsGiveNanInThreeOfFourPairs) {
  for (const StatedArithmetic& arithmetic : {kRegBase, kTbe}) {
    EXPECT_TRUE(std::isnan(Evaluate({-kInf, 0}, arithmetic).loss));
    EXPECT_EQ(Evaluate({kInf, 0}, arithmetic).loss, kInf);
    EXPECT_TRUE(std::isnan(Evaluate({-kInf, 1}, arithmetic).loss));
    EXPECT_TRUE(std::isnan(Evaluate({kInf, 1}, arithmetic).loss));
    EXPECT_TRUE(std::isnan(Evaluate({-kInf, 0.9f}, arithmetic).loss));
    EXPECT_EQ(Evaluate({kInf, 0.9f}, arithmetic).loss, kInf);
    EXPECT_TRUE(std::isnan(Evaluate({NAN, 0}, arithmetic).loss));
    EXPECT_TRUE(std::isnan(Evaluate({kInf, 0, 0}, arithmetic).loss));
    EXPECT_FALSE(Evaluate({kInf, 0}, arithmetic).overflows) << "not an overflow: it came in";
  }
}

TEST(StatedArithmetic, OrdersLoseTheTailOfNegativeLogits) {
  // log(1 + e) with e added to 1 first: e^-17 is absorbed. The exact loss is 4.1e-8.
  EXPECT_EQ(Evaluate({-17, 0}, kRegBase).loss, 0);
  EXPECT_EQ(Evaluate({-17, 0}, kTbe).loss, 0);
  // In the older order the absorbed tail shows where M is added: x + (0 + |x|) is 0 as well.
  EXPECT_NEAR(Evaluate({-2, 0}, kTbe).loss, 0.126928, 1e-6);
  EXPECT_NEAR(Evaluate({-2, 0}, kRegBase).loss, 0.126928, 1e-6);
}

TEST(StatedArithmetic, OverflowBelongsToIntermediatesToo) {
  // The result is 0 * large, but (p - 1) y overflows on the way.
  const LossElement e = {1, 3e38f, 1, 3e38f};
  EXPECT_TRUE(Evaluate(e, kRegBase).overflows);
  EXPECT_TRUE(Evaluate(e, kTbe).overflows);
  const Stated plain = Evaluate({3e38f, 0, 3, 1}, kTbe);
  EXPECT_TRUE(plain.overflows);
  EXPECT_EQ(plain.loss, kInf);
  EXPECT_FALSE(Evaluate({3e38f, 0, 1, 1}, kTbe).overflows);
}

TEST(StatedArithmetic, ChipModes) {
  const LossElement large = {3e38f, 0, 3, 1};
  EXPECT_EQ(Evaluate(large, kSaturating).loss, std::numeric_limits<float>::max());
  EXPECT_TRUE(Evaluate(large, kSaturating).overflows);
  EXPECT_EQ(ClassIn(kFp16, large, kSaturating), ValueClass::kFinite);
  EXPECT_EQ(ClassIn(kFp16, large, kTbe), ValueClass::kPositiveInfinity);
  EXPECT_EQ(ClassIn(kFp16, {65530, 0}, kTbe), ValueClass::kPositiveInfinity);
  EXPECT_EQ(ClassIn(kFp16, {65519, 0}, kTbe), ValueClass::kFinite);
  EXPECT_EQ(ClassIn(kBf16, {-3e38f, 1, -3}, kTbe), ValueClass::kNegativeInfinity);
  EXPECT_EQ(ClassIn(kFp16, {NAN, 1}, kSaturating), ValueClass::kNan);
  // A subnormal result is kept or flushed.
  const LossElement small = {1, 0, 0x1p-130f, 1};
  EXPECT_NE(Evaluate(small, kTbe).loss, 0);
  EXPECT_EQ(Evaluate(small, kRegBase).loss, 0);
}

TEST(StatedArithmetic, AbsentWeightsAreSkippedOrOnes) {
  const float x = 1, y = kInf;
  const LossBlock block(LossArguments{{&x, 1}, {&y, 1}});
  float loss;
  uint8_t overflows;
  // The older order multiplies y by 1 - 1 even when pos_weight is absent: 0 * inf.
  StatedLoss(block, kTbe, {&loss, 1}, {&overflows, 1});
  EXPECT_TRUE(std::isnan(loss));
  StatedLoss(block, kRegBase, {&loss, 1}, {&overflows, 1});
  EXPECT_EQ(loss, -kInf);
}

TEST(StatedArithmetic, SumsByHalving) {
  // 2^24 + 1 + 1 + ...: halving pairs element i with i + 4, so the ones survive.
  std::vector<float> values = {0x1p24f, 1, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(StatedSum(values, kTbe), 16777222.0f);
  std::vector<float> odd = {1, 2, 3, 4, 5};
  EXPECT_EQ(StatedSum(odd, kTbe), 15);
  EXPECT_EQ(StatedSum({}, kTbe), 0);
  std::vector<float> large(4, 3e38f);
  EXPECT_EQ(StatedSum(large, kTbe), kInf);
  large.assign(4, 3e38f);
  EXPECT_EQ(StatedSum(large, kSaturating), std::numeric_limits<float>::max());
  EXPECT_EQ(StatedMean(1, 3, kTbe), 1.0f / 3);
  EXPECT_EQ(StatedMean(0x1p-120f, 1 << 10, kRegBase), 0);
}

TEST(SamePrecisionLoss, IsWithinAFewUnitsAndKeepsClasses) {
  const TestInputs inputs(InputKind::kUsual, 500, 9);
  const LossBlock block(inputs.arguments());
  float loss[LossBlock::kCapacity];
  SamePrecisionLoss(block, loss);
  for (size_t i = 0; i < block.count; ++i) {
    const auto [x, y, w, p] = inputs.arguments()[i];
    const double tail = std::log1p(std::exp(-std::fabs(static_cast<double>(x))));
    const double exact = w * ((1.0 - y) * x + ((p - 1.0) * y + 1.0) * (tail + std::fmax(-x, 0.0)));
    // x and softplus cancel for negative logits: compare with what cancels.
    EXPECT_NEAR(loss[i], exact, 4 * 0x1p-24 * w * (std::fabs(x) * (2 + p) + 1));
  }
  const float x[] = {kInf, -kInf, NAN, 1}, y[] = {0, 0, 0, 0};
  SamePrecisionLoss(LossArguments{x, y}, loss);
  EXPECT_EQ(loss[0], kInf);
  EXPECT_TRUE(std::isnan(loss[1]) && std::isnan(loss[2]));
  EXPECT_NEAR(loss[3], 1.3132617, 1e-6);
}

// One infinite logit takes its whole block through the loop for elements of any kind.
TEST(SamePrecisionLoss, BothLoopsGiveTheSameBits) {
  const TestInputs inputs(InputKind::kWide, 500, 10);
  const LossArguments a = inputs.arguments();
  std::vector<float> x(a.self.begin(), a.self.end());
  x[0] = kInf;
  for (const bool weights : {false, true}) {
    const LossArguments finite = {a.self, a.target, weights ? a.weight : std::span<const float>(),
                                  weights ? a.pos_weight : std::span<const float>()};
    LossArguments mixed = finite;
    mixed.self = x;
    std::vector<float> vector_loop(x.size()), any_loop(x.size());
    SamePrecisionLoss(finite, vector_loop);
    SamePrecisionLoss(mixed, any_loop);
    for (size_t i = 1; i < x.size(); ++i) {
      EXPECT_EQ(std::bit_cast<uint32_t>(vector_loop[i]), std::bit_cast<uint32_t>(any_loop[i])) << i;
    }
  }
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
