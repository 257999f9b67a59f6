// Honest running sums lie within the bound of their own order, whatever their length; what no
// running sum can give does not. The bound of the device's tree tells them apart.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/rounding_bound.h"
#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/stated_range.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();
constexpr StatedArithmetic kSaturating = {OperationOrder::kTbe, false, true, {}};
constexpr StatedArithmetic kIeee = {OperationOrder::kTbe, false, false, {}};

double Bound(uint64_t count, double sum, bool serial) {
  return ReductionBound({count, false, 0, sum, sum}, {serial, 40}, kIeee);
}

// fp32 sums stop growing where an addend is below half an ulp: at 2^24 times the addend for equal
// ones. Values are exact in double, and so are their sums.
TEST(SerialBound, StagnatingSumsAreWithinItAtEveryLength) {
  const float values[] = {0.75f, 1, 0.125f, 1.5f, 0.6875f};
  float running = 0;
  double exact = 0;
  uint64_t count = 0;
  for (const uint64_t length : {2u, 100u, 5000u, 1u << 20, 1u << 24, (1u << 25) + 7, 100'000'000u}) {
    for (; count < length; ++count) {
      running += values[count % 5];
      exact += values[count % 5];
    }
    const double error = std::fabs(static_cast<double>(running) - exact);
    EXPECT_LE(error, Bound(count, exact, true)) << count;
    EXPECT_EQ(error > Bound(count, exact, false), count >= 1u << 24) << count;
  }
  EXPECT_LT(running, 0.5 * exact);
}

// The first step at which rounding may act: two addends, one rounding.
TEST(SerialBound, IsTightForTwoAddends) {
  const double sum = 1 + 0x1p-24;
  EXPECT_LE(std::fabs(1.0f - sum), Bound(2, sum, true));
  EXPECT_GT(0x1.001p-24, Bound(2, 1, true));
}

// Each addend is just above half an ulp and is rounded to a whole one: the running sum overflows
// though the exact one is 2^-17 below the largest number. A tree stays below it.
TEST(SerialBound, NoneWhereRoundingAloneOverflows) {
  constexpr uint64_t kCount = 258;
  constexpr float kFirst = 0x1.fffffep127f - 0x1p112f, kAddend = 0x1.000002p103f;
  float running = kFirst;
  double exact = kFirst;
  for (uint64_t i = 1; i < kCount; ++i) {
    running += kAddend;
    exact += double{kAddend};
  }
  ASSERT_EQ(running, kInf);
  ASSERT_LT(exact, kLargest * (1 - 0x1p-18));
  EXPECT_EQ(Bound(kCount, exact, true), double{kInf});
  EXPECT_LT(Bound(kCount, exact, false), 1e-5 * exact);
}

ReductionResult Reduce(const std::vector<float>& x, const std::vector<float>& w,
                       const StatedArithmetic& chip, ReductionKind kind) {
  const std::vector<float> y(x.size(), 0.0f);
  return ReduceLoss(SpanSource({x, y, w, {}}), {kind, kFp32, chip, {false, 8}});
}

// Once saturated a running sum takes no notice of addends below half of its ulp; a tree adds them up
// first.
TEST(SerialBound, SaturatedRunningSumsHaveOne) {
  constexpr size_t kCount = 1000;
  std::vector<float> x(kCount, 1e31f), w(kCount, -1.0f);
  x[0] = kInf;
  w[0] = 1;
  float running = kLargest;
  for (size_t i = 1; i < kCount; ++i) running += -x[i];
  ASSERT_EQ(running, kLargest);
  for (const ReductionKind kind : {ReductionKind::kSum, ReductionKind::kMean}) {
    const ReductionResult result = Reduce(x, w, kSaturating, kind);
    ASSERT_FALSE(std::isnan(result.stated_value));
    const double count = kind == ReductionKind::kMean ? kCount : 1;
    const double off = std::fabs(running / count - result.stated_value);
    EXPECT_GT(off, result.stated_bound);
    EXPECT_LE(off, result.stated_serial_bound);
    EXPECT_LT(result.stated_serial_bound, 1e-4 * kLargest / count);
    const double tree = (double{kLargest} - (kCount - 1) * 1e31) / count;
    EXPECT_LE(std::fabs(tree - result.stated_value), result.stated_bound);
  }
}

// The bound on elements says nothing next to the largest number, but nothing overflows either.
TEST(SerialBound, HoldsWhereOnlyTheStatedRangeIsKnown) {
  const std::vector<float> x = {0x1.fffff0p127f, 1, 2, 3}, w(4, 1.0f);
  const ReductionResult result = Reduce(x, w, kSaturating, ReductionKind::kSum);
  EXPECT_TRUE(std::isnan(result.stated_value));
  EXPECT_LT(result.rounding_bound, 1e-6 * kLargest);
  EXPECT_GE(result.serial_bound, result.rounding_bound);
  EXPECT_LT(result.serial_bound, 1e-6 * kLargest);
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
