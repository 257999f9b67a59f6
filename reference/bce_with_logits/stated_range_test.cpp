#include "reference/bce_with_logits/stated_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();

StatedArithmetic Saturating(OperationOrder order, bool widened = false) {
  return {order, false, true, {widened, widened, widened, widened}};
}

float Saturate(float value) { return std::isinf(value) ? std::copysign(kLargest, value) : value; }

// A saturating device whose exp and log return a neighbour of the rounded result.
class Device {
 public:
  explicit Device(uint64_t luck) : luck_(luck) {}

  float Exp(float a) {
    return a == 0 ? 1.0f : Nudge(Saturate(static_cast<float>(std::exp(double{a}))));
  }
  float Log(float a) { return Nudge(static_cast<float>(std::log(double{a}))); }

  float Loss(const LossElement& e, OperationOrder order) {
    const auto s = Saturate;
    const float linear = s(s(1.0f - e.y) * e.x);
    const float factor = s(s(s(e.p - 1.0f) * e.y) + 1.0f);
    if (order == OperationOrder::kRegBase) {
      const float log = Log(s(1.0f + Exp(-std::fabs(s(e.x)))));
      return s(s(linear - s(s(std::fmin(s(e.x), 0.0f) - log) * factor)) * e.w);
    }
    const float m = s(std::fmax(s(0.0f - e.x), 0.0f));
    const float log = Log(s(Exp(-m) + Exp(s(-m - e.x))));
    return s(s(linear + s(factor * s(log + m))) * e.w);
  }

 private:
  float Nudge(float value) {
    const uint64_t luck = luck_ >> (2 * count_++ % 64) & 3;
    if (luck == 0 || value == 0 || value == kLargest) return value;
    return std::nextafter(value, luck == 1 ? kInf : -kInf);
  }
  uint64_t luck_;
  int count_ = 0;
};

TEST(StatedRange, SaturatedLogits) {
  const auto range = [](const LossElement& e, bool widened) {
    return RangeOfStatedLoss(e, false, false, Saturating(OperationOrder::kTbe, widened));
  };
  const auto plus = range({kInf, 0}, false);
  ASSERT_TRUE(plus.has_value());
  EXPECT_EQ(plus->lower, kLargest);
  EXPECT_EQ(plus->upper, kLargest);
  EXPECT_TRUE(plus->overflows);
  // (1 - y) x and M cancel: both are the largest number.
  EXPECT_EQ(range({-kInf, 0}, false)->upper, 0);
  EXPECT_FALSE(range({-kInf, 1}, false).has_value()) << "0 * inf";
  EXPECT_EQ(range({-kInf, 1}, true)->lower, kLargest) << "0 times the largest number";
  EXPECT_NEAR(range({kInf, 1}, true)->upper, 0, 1e-40);
  EXPECT_FALSE(range({NAN, 0}, true).has_value());
  const StatedArithmetic ieee = {OperationOrder::kTbe, false, false};
  EXPECT_FALSE(RangeOfStatedLoss({kInf, 0}, false, false, ieee).has_value());
  EXPECT_EQ(Narrowed(*plus, kFp16, Saturating(OperationOrder::kTbe)).upper, 65504);
}

TEST(StatedRange, HoldsForHonestDevices) {
  int known = 0, overflows = 0, wide = 0;
  for (const OperationOrder order : {OperationOrder::kRegBase, OperationOrder::kTbe}) {
    for (const InputKind kind : kAllInputKinds) {
      const TestInputs inputs(kind, 2000, 5);
      for (size_t i = 0; i < inputs.size(); ++i) {
        LossElement e = inputs.arguments()[i];
        if (i % 7 == 0) e.x = i % 2 == 0 ? kInf : -kInf;
        const auto range = RangeOfStatedLoss(e, true, true, Saturating(order));
        for (const uint64_t luck : {0x0ull, 0x5ull, 0xAull, 0x6ull, 0x9ull, 0x19ull, 0x26ull}) {
          const float loss = Device(luck).Loss(e, order);
          if (!range) continue;
          ASSERT_LE(range->lower, loss) << Describe(e);
          ASSERT_GE(range->upper, loss) << Describe(e);
        }
        known += range.has_value();
        overflows += range && range->overflows;
        wide += range && range->upper - range->lower > 1e-3 * (std::fabs(range->upper) + 1);
      }
    }
  }
  EXPECT_GT(known, 25000);
  EXPECT_GT(overflows, 1000);
  EXPECT_LT(wide, known / 4);
}

// A chip that flushes results may or may not flush the operand: e^-|x| is then 1 or one of its
// neighbours, whatever the sign of x.
TEST(StatedRange, SubnormalLogitsOfEitherSignAreTheSame) {
  for (const OperationOrder order : {OperationOrder::kRegBase, OperationOrder::kTbe}) {
    const StatedArithmetic flushing = {order, true, true, {}};
    const auto plus = RangeOfStatedLoss({0x1p-130f, 1}, false, false, flushing);
    const auto minus = RangeOfStatedLoss({-0x1p-130f, 0}, false, false, flushing);
    ASSERT_TRUE(plus && minus);
    EXPECT_EQ(plus->lower, minus->lower);
    EXPECT_EQ(plus->upper, minus->upper);
    EXPECT_LT(plus->lower, 0x1.62e42ep-1);
    EXPECT_GT(plus->upper, 0x1.62e430p-1);
  }
}

TEST(StatedRange, SumsInAnyTree) {
  const std::vector<std::vector<float>> logits = {
      {kInf, 1, 2, -3}, {kInf, kInf, 1}, {2e38f, 2e38f, 2e38f, 1}, {1e38f, 1e38f, -2, 3}};
  for (const std::vector<float>& x : logits) {
    for (const ReductionKind kind : {ReductionKind::kSum, ReductionKind::kMean}) {
      const std::vector<float> y(x.size(), 0.0f);
      const SpanSource source({x, y});
      const ReductionOptions options = {kind, kFp32, Saturating(OperationOrder::kTbe), {false, 8}};
      const auto [range, serial] = RangesOfStatedReduction(source, options);
      ASSERT_TRUE(range.has_value());
      ASSERT_TRUE(serial.has_value());
      EXPECT_LE(serial->lower, range->lower);
      EXPECT_GE(serial->upper, range->upper);
      std::vector<float> values;
      for (size_t i = 0; i < x.size(); ++i) {
        values.push_back(Device(0).Loss({x[i], 0, 1, 1}, OperationOrder::kTbe));
      }
      for (size_t start = 0; start < values.size(); ++start) {  // serial, from any element
        float sum = values[start];
        for (size_t i = 1; i < values.size(); ++i) {
          sum = Saturate(sum + values[(start + i) % values.size()]);
        }
        const float factor = kind == ReductionKind::kMean ? 1.0f / static_cast<float>(x.size()) : 1;
        ASSERT_LE(range->lower, sum * factor);
        ASSERT_GE(range->upper, sum * factor);
      }
      EXPECT_LE(range->upper - range->lower, 1e-5 * range->upper);
      const ReductionResult result = ReduceLoss(source, options);
      // Where nothing overflows a finite bound on the exact value says the same.
      EXPECT_NE(std::isnan(result.stated_value), std::isinf(result.rounding_bound));
    }
  }
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
