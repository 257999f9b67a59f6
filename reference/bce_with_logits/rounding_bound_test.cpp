#include "reference/bce_with_logits/rounding_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

// A device that is honest but unlucky: every operation rounds to nearest, exp and log return a
// neighbour of the rounded result, up or down as `luck` says: within 1 ULP of the exact value.
class Device {
 public:
  explicit Device(uint64_t luck) : luck_(luck) {}

  // e^0 = 1 is assumed.
  float Exp(float a) { return a == 0 ? 1.0f : Nudge(std::exp(static_cast<double>(a))); }
  float Log(float a) { return Nudge(std::log(static_cast<double>(a))); }

  float RegBase(const LossElement& e, bool has_w, bool has_p) {
    float s = std::fmin(e.x, 0.0f) - Log(1.0f + Exp(-std::fabs(e.x)));
    if (has_p) s *= (e.p - 1.0f) * e.y + 1.0f;
    const float loss = (1.0f - e.y) * e.x - s;
    return has_w ? loss * e.w : loss;
  }
  float Tbe(const LossElement& e, bool has_w, bool has_p) {
    const float m = std::fmax(0.0f - e.x, 0.0f);
    const float l = Log(Exp(-m) + Exp(-m - e.x)) + m;
    const float p = has_p ? e.p : 1.0f;
    const float loss = (1.0f - e.y) * e.x + ((p - 1.0f) * e.y + 1.0f) * l;
    return has_w ? loss * e.w : loss;
  }

 private:
  // A neighbour of the rounded value, where that is within 1 ULP of the exact value.
  float Nudge(double exact) {
    const auto rounded = static_cast<float>(exact);
    const bool up = (luck_ >> (count_++ % 64) & 1) != 0;
    const float moved = std::nextafter(rounded, up ? kInfinity : -kInfinity);
    const double ulp = std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
    return exact != 0 && std::fabs(moved - exact) <= ulp ? moved : rounded;
  }
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  uint64_t luck_;
  int count_ = 0;
};

struct Exact {
  double lower, upper;
};

Exact ExactLoss(const LossElement& e, bool has_w, bool has_p) {
  Exact exact{};
  uint32_t bits;
  uint8_t decided;
  LossArguments arguments = {{&e.x, 1}, {&e.y, 1}};
  if (has_w) arguments.weight = {&e.w, 1};
  if (has_p) arguments.pos_weight = {&e.p, 1};
  EvaluateLoss(arguments, kFp32, {{&exact.lower, 1}, {&exact.upper, 1}, {&bits, 1}, {&decided, 1}});
  return exact;
}

// Largest |device - exact| / E over many elements and much bad luck; above 1 is a violation.
double WorstShare(InputKind kind, OperationOrder order, bool has_w, bool has_p) {
  const TestInputs inputs(kind, 3000, 77);
  const StatedArithmetic arithmetic = {order, false, false};
  double worst = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const LossElement e = inputs.arguments()[i];
    const double bound = ElementBound(e, has_w, has_p, arithmetic);
    if (!std::isfinite(bound)) continue;
    const Exact exact = ExactLoss(e, has_w, has_p);
    for (uint64_t luck = 0; luck < 8; ++luck) {
      Device device(luck);
      const float loss = order == OperationOrder::kRegBase ? device.RegBase(e, has_w, has_p)
                                                           : device.Tbe(e, has_w, has_p);
      const double error = std::max(std::fabs(loss - exact.lower), std::fabs(loss - exact.upper));
      worst = std::max(worst, error / bound);
    }
  }
  return worst;
}

TEST(RoundingBound, HoldsForHonestDevicesAndIsNotLoose) {
  for (const OperationOrder order : {OperationOrder::kRegBase, OperationOrder::kTbe}) {
    for (const bool has_w : {false, true}) {
      for (const bool has_p : {false, true}) {
        double worst = 0;
        for (const InputKind kind : kAllInputKinds) {
          const double share = WorstShare(kind, order, has_w, has_p);
          EXPECT_LE(share, 1) << static_cast<int>(kind);
          worst = std::max(worst, share);
        }
        // Worst cases of a dozen roundings do not meet in a sample; a bound that leaves more than a
        // factor of five would hide faults.
        EXPECT_GE(worst, 0.2) << static_cast<int>(order) << has_w << has_p;
      }
    }
  }
}

TEST(RoundingBound, CatchesADeviceThatIsSlightlyWrong) {
  const StatedArithmetic arithmetic = {OperationOrder::kTbe, false, false};
  const LossElement e = {0.5f, 1, 1, 1};
  const Exact exact = ExactLoss(e, false, false);
  const double bound = ElementBound(e, false, false, arithmetic);
  EXPECT_LT(bound, 1e-6);
  // A logarithm with 16 bits, a forgotten factor of pos_weight, a label moved by one bf16 step.
  EXPECT_GT(0x1p-17 * exact.lower, bound);
  EXPECT_GT(ExactLoss({0.5f, 1, 1, 1.00001f}, false, true).lower - exact.upper, bound);
}

TEST(RoundingBound, DoesNotApplyWhereSomethingMayOverflow) {
  const StatedArithmetic tbe = {OperationOrder::kTbe, false, false};
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ElementBound({1, 3e38f, 1, 3e38f}, true, true, tbe), infinity);
  EXPECT_EQ(ElementBound({3e38f, 1, 1, 1}, true, true, tbe), infinity);
  EXPECT_EQ(ElementBound({1, 0, static_cast<float>(INFINITY), 1}, true, true, tbe), infinity);
  EXPECT_EQ(ElementBound({NAN, 0, 1, 1}, true, true, tbe), infinity);
  EXPECT_LT(ElementBound({1e38f, 0, 1, 1}, true, true, tbe), infinity);
}

TEST(RoundingBound, FlushingWidensIt) {
  const LossElement e = {1, 0, 0x1p-130f, 1};
  EXPECT_GE(ElementBound(e, true, false, {OperationOrder::kRegBase, true, false}),
            ExactLoss(e, true, false).upper);
  EXPECT_LT(ElementBound(e, true, false, {OperationOrder::kRegBase, false, false}),
            ExactLoss(e, true, false).upper / 100);
}

TEST(RoundingBound, DepthOfSummation) {
  EXPECT_EQ(SummationDepth(0, {}), 0);
  EXPECT_EQ(SummationDepth(1, {}), 0);
  EXPECT_EQ(SummationDepth(2, {false, 48}), 1);
  EXPECT_EQ(SummationDepth(1000, {true, 48}), 999);
  EXPECT_EQ(SummationDepth(1024, {false, 1}), 11);
  EXPECT_EQ(SummationDepth(1 << 20, {false, 48}), 22);
  // Any tiles, and any blocks of one size but the last, on any number of cores.
  const auto ceil_log2 = [](uint64_t n) { return static_cast<int>(std::bit_width(n - 1)); };
  for (uint64_t n = 2; n < 700; ++n) {
    for (uint64_t block = 1; block <= n; ++block) {
      const uint64_t blocks = (n + block - 1) / block;
      int deepest = 0;
      for (uint64_t tile = 1; tile <= block; ++tile) {
        deepest = std::max(deepest, ceil_log2(tile) + ceil_log2((block + tile - 1) / tile));
      }
      const double depth = deepest + ceil_log2(blocks);
      ASSERT_LE(std::min(depth, n - 1.0), SummationDepth(n, {false, blocks > 1 ? 48 : 1}))
          << n << " " << block;
    }
  }
}

TEST(RoundingBound, HoldsForSumsInSingleAndTreeOrder) {
  for (const uint64_t seed : {1, 2, 3}) {
    for (const size_t count : {2, 100, 5000}) {
      std::vector<float> values(count);
      double exact = 0, absolute = 0;
      for (size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(static_cast<int64_t>(Random(seed, i) >> 40) -
                                       (seed == 3 ? 1 << 23 : 0)) *
                    0x1p-20f;
        exact += values[i];  // at most 24 + 13 bits: exact
        absolute += std::fabs(values[i]);
      }
      float serial = 0;
      for (const float value : values) serial += value;
      const StatedArithmetic plain{};
      std::vector<float> scratch = values;
      const float tree = StatedSum(scratch, plain);
      const ReductionMagnitudes sum = {count, false, 0, absolute, std::fabs(exact)};
      EXPECT_LE(std::fabs(serial - exact), ReductionBound(sum, {true, 1}, plain));
      EXPECT_LE(std::fabs(tree - exact), ReductionBound(sum, {false, 1}, plain));
      EXPECT_LT(ReductionBound(sum, {false, 48}, plain), 30 * 0x1p-24 * absolute);
      const double n = static_cast<double>(count);
      const ReductionMagnitudes mean = {count, true, 0, absolute, std::fabs(exact) / n};
      EXPECT_LE(std::fabs(StatedMean(tree, count, plain) - exact / n),
                ReductionBound(mean, {false, 1}, plain));
    }
  }
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ReductionBound({10, false, 0, 4e38, 0}, {}, {}), infinity);
  EXPECT_EQ(ReductionBound({10, false, infinity, 1, 1}, {true, 1}, {}), infinity);
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
