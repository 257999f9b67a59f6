#include "reference/bce_with_logits/reduction.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "reference/bce_with_logits/mpfr_oracle.h"
#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr FloatFormat kFormats[] = {kFp32, kFp16, kBf16};
constexpr ReductionKind kKinds[] = {ReductionKind::kSum, ReductionKind::kMean};

ReductionResult Reduce(const LossArguments& arguments, ReductionKind kind,
                       const FloatFormat& format = kFp32) {
  return ReduceLoss(SpanSource(arguments), {kind, format, {}, {}});
}

ReductionResult ReduceConstant(size_t count, float x, float y, ReductionKind kind,
                               const FloatFormat& format) {
  return Reduce({std::vector<float>(count, x), std::vector<float>(count, y)}, kind, format);
}

TEST(Reduction, AgreesWithTheOracle) {
  for (const InputKind kind : kAllInputKinds) {
    for (const size_t count : {1, 2, 3, 37, 200}) {
      const TestInputs inputs(kind, count, 31 + count);
      // 1000 bits do not hold sums over the whole range of fp32 arguments.
      if (kind == InputKind::kAllBits && count > 1) continue;
      for (const ReductionKind reduction : kKinds) {
        const uint64_t divisor = reduction == ReductionKind::kMean ? count : 1;
        for (const FloatFormat& format : kFormats) {
          const ReductionResult result = Reduce(inputs.arguments(), reduction, format);
          ASSERT_TRUE(result.value.decided);
          EXPECT_TRUE(MpfrOracle::IsSumEnclosed(inputs.elements(), divisor, result.value.lower,
                                                result.value.upper));
          if (kind == InputKind::kLargeX) continue;  // tails too small for the oracle's sums
          EXPECT_EQ(result.value.bits, MpfrOracle::RoundSum(inputs.elements(), divisor, format));
        }
      }
    }
  }
}

TEST(Reduction, PublishedNumbers) {
  using enum ReductionKind;
  EXPECT_EQ(ReduceConstant(128, 1000, 0, kMean, kFp16).value.bits, 0x63D0u);
  EXPECT_EQ(ReduceConstant(128, 1000, 0, kSum, kFp16).value.bits, kFp16.infinity);
  EXPECT_EQ(ReduceConstant(4096, 0, 0, kSum, kBf16).value.bits, 0x4531u);
  EXPECT_EQ(ReduceConstant(4096, 0, 0, kSum, kFp16).value.bits, 0x698Cu);
  EXPECT_EQ(ReduceConstant(4096, 0, 0, kSum, kFp32).value.bits, 0x45317218u);
  EXPECT_EQ(ReduceConstant(4096, 0, 0, kMean, kBf16).value.bits, 0x3F31u);
  EXPECT_EQ(ReduceConstant(4096, 0, 0, kMean, kFp16).value.bits, 0x398Cu);
  // Where elements rounded to fp16 first would overflow, and one element later.
  EXPECT_EQ(ReduceConstant(94525, 0, 0, kSum, kFp16).value.bits, 0x7BFFu);
  EXPECT_EQ(ReduceConstant(94526, 0, 0, kSum, kFp16).value.bits, kFp16.infinity);

  std::vector<float> x(4097), y(4097);
  x[0] = 16777216;
  EXPECT_EQ(Reduce({x, y}, kSum).value.bits, 0x4B80058Cu);

  const float masked_x[] = {kInf, 1}, masked_y[] = {0, 0}, masked_w[] = {0, 1};
  const ReductionResult masked = Reduce({masked_x, masked_y, masked_w}, kSum);
  EXPECT_EQ(masked.value.bits, 0x3FA818F5u);         // the limit
  EXPECT_EQ(masked.stated_class, ValueClass::kNan);  // 0 * inf
  EXPECT_EQ(masked.rounding_bound, kInf);
}

// Bit for bit, but for what the order of fp32 additions makes of the benchmark.
void ExpectSame(const ReductionResult& a, const ReductionResult& b) {
  EXPECT_EQ(a.value.lower, b.value.lower);
  EXPECT_EQ(a.value.upper, b.value.upper);
  EXPECT_EQ(a.value.bits, b.value.bits);
  EXPECT_EQ(a.absolute_sum_lower, b.absolute_sum_lower);
  EXPECT_EQ(a.absolute_sum_upper, b.absolute_sum_upper);
  EXPECT_EQ(a.condition_number, b.condition_number);
  EXPECT_EQ(a.rounding_bound, b.rounding_bound);
  EXPECT_EQ(a.serial_bound, b.serial_bound);
}

TEST(Reduction, DoesNotDependOnOrderOrThreads) {
  for (const InputKind kind : {InputKind::kWide, InputKind::kUsual}) {
    const TestInputs inputs(kind, 50000, 8);
    const LossArguments a = inputs.arguments();
    const ReductionResult result = Reduce(a, ReductionKind::kSum);
    std::vector<size_t> order(inputs.size());
    std::iota(order.rbegin(), order.rend(), size_t{0});  // backwards, then at random
    for (int round = 0; round < 3; ++round) {
      std::vector<float> x, y, w, p;
      for (const size_t i : order) {
        x.push_back(a.self[i]);
        y.push_back(a.target[i]);
        w.push_back(a.weight[i]);
        p.push_back(a.pos_weight[i]);
      }
      ExpectSame(result, Reduce({x, y, w, p}, ReductionKind::kSum));
      for (size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[Random(static_cast<uint64_t>(round), i) % i]);
      }
    }
    for (const size_t threads : {1, 3}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      const ReductionResult other = Reduce(a, ReductionKind::kSum);
      ExpectSame(result, other);
      EXPECT_EQ(result.benchmark, other.benchmark);
    }
  }
}

// Tails too small for any grid beside the others: zero, whatever the number of elements.
TEST(Reduction, SumsOfTailsAloneAreDecidedAtAnyCount) {
  const std::vector<float> x((1u << 20) + 5, 1000.0f), y(x.size(), 1.0f);
  const ReductionResult result = Reduce({x, y}, ReductionKind::kSum);
  EXPECT_TRUE(result.value.decided);
  EXPECT_FALSE(result.climbed);
  EXPECT_EQ(result.value.bits, 0u);
}

// Weights 1 and -1 on equal elements: the sum is zero, which no precision alone can show.
TEST(Reduction, SeesExactCancellation) {
  const TestInputs inputs(InputKind::kUsual, 3000, 12);
  std::vector<float> x, y, w, p;
  for (size_t i = 0; i < inputs.size(); ++i) {
    for (const float sign : {1.0f, -1.0f}) {
      const LossElement e = inputs.arguments()[i];
      x.push_back(e.x);
      y.push_back(e.y);
      w.push_back(sign * e.w);
      p.push_back(e.p);
    }
  }
  const ReductionResult zero = Reduce({x, y, w, p}, ReductionKind::kMean);
  EXPECT_TRUE(zero.value.decided);
  EXPECT_TRUE(zero.climbed);
  EXPECT_EQ(zero.value.bits, 0u);
  EXPECT_EQ(zero.condition_number, kInf);
  // A tail of e^-3000 on top of what cancels still decides the sign.
  x.push_back(3000);
  y.push_back(1);
  w.push_back(-1);
  p.push_back(1);
  const ReductionResult negative = Reduce({x, y, w, p}, ReductionKind::kSum);
  EXPECT_TRUE(negative.value.decided);
  EXPECT_EQ(negative.value.bits, kFp32.sign_bit);
}

TEST(Reduction, DecidesMidpointsOfSumsAndMeans) {
  // bf16: the sum of A is 257 exactly, halfway between 256 and 258; the tails push it up.
  const float x[] = {100, 157}, y[] = {0, 0};
  EXPECT_EQ(ValueOfBits(kBf16, Reduce({x, y}, ReductionKind::kSum, kBf16).value.bits), 258);
  const float down[] = {-1, -1};
  EXPECT_EQ(ValueOfBits(kBf16, Reduce({x, y, down}, ReductionKind::kSum, kBf16).value.bits), -258);
  // kappa = 0 throughout: an exact tie, to even. (y = 1/2, p = -1, A = w x / 2.)
  const float half[] = {0.5f, 0.5f}, two[] = {2, 2}, minus[] = {-1, -1};
  EXPECT_EQ(
      ValueOfBits(kBf16, Reduce({x, half, two, minus}, ReductionKind::kSum, kBf16).value.bits),
      256);
  // Means: (771 + tails) / 3.
  const float three[] = {171, 300, 300}, zeros[] = {0, 0, 0};
  EXPECT_EQ(ValueOfBits(kBf16, Reduce({three, zeros}, ReductionKind::kMean, kBf16).value.bits),
            258);
}

TEST(Reduction, EmptyAndSpecialElements) {
  const ReductionResult sum = Reduce({}, ReductionKind::kSum);
  EXPECT_EQ(sum.value.bits, 0u);
  EXPECT_EQ(sum.value.upper, 0);
  EXPECT_EQ(sum.stated_class, ValueClass::kFinite);
  const ReductionResult mean = Reduce({}, ReductionKind::kMean, kFp16);
  EXPECT_EQ(mean.value.bits, kFp16.quiet_nan);
  EXPECT_TRUE(std::isnan(mean.value.lower));
  EXPECT_EQ(mean.stated_class, ValueClass::kNan);

  const float x[] = {-kInf, kInf, -kInf, kInf}, y[] = {0, 0, 1, 1};
  EXPECT_EQ(Reduce({x, y}, ReductionKind::kMean).value.bits, kFp32.infinity);
  const float both[] = {1, 1, -1, 1};
  EXPECT_EQ(Reduce({x, y, both}, ReductionKind::kSum).value.bits, kFp32.quiet_nan);
  const float nan[] = {NAN, 0, 0, 0};
  EXPECT_EQ(Reduce({nan, y}, ReductionKind::kSum).value.bits, kFp32.quiet_nan);
  const float negative[] = {1, -1, -1, 1};
  EXPECT_EQ(Reduce({x, y, negative}, ReductionKind::kSum).value.lower, -kInf);
}

TEST(Reduction, ConditionNumberAndAbsoluteSum) {
  const float x[] = {1, 1}, y[] = {0, 0}, w[] = {1, -0.5f};
  const ReductionResult result = Reduce({x, y, w}, ReductionKind::kMean);
  EXPECT_NEAR(result.condition_number, 3, 1e-12);
  EXPECT_LE(result.absolute_sum_lower, 1.5 * 1.3132616875182228);
  EXPECT_GE(result.absolute_sum_upper, 1.5 * 1.3132616875182228);
  EXPECT_LT(result.absolute_sum_upper - result.absolute_sum_lower, 1e-12);
  EXPECT_EQ(Reduce({x, y}, ReductionKind::kMean).condition_number, 1);
}

TEST(Reduction, StatedSumsOverflowWhereTheResultIsFinite) {
  const std::vector<float> x(8, 1e38f), y(8);
  const ReductionResult mean = Reduce({x, y}, ReductionKind::kMean);
  EXPECT_EQ(mean.value.bits, std::bit_cast<uint32_t>(1e38f));
  EXPECT_EQ(mean.stated_class, ValueClass::kPositiveInfinity);
  EXPECT_EQ(mean.rounding_bound, kInf);
  const ReductionResult saturated = ReduceLoss(
      SpanSource({x, y}), {ReductionKind::kMean, kFp32, {OperationOrder::kTbe, false, true}, {}});
  EXPECT_EQ(saturated.stated_class, ValueClass::kFinite);
}

TEST(Reduction, BenchmarkIsCloseInItsOwnPrecision) {
  const TestInputs inputs(InputKind::kUsual, 20000, 2);
  for (const FloatFormat& format : kFormats) {
    const ReductionResult result = Reduce(inputs.arguments(), ReductionKind::kMean, format);
    const double exact = ValueOfBits(format, result.value.bits);
    EXPECT_NEAR(result.benchmark, exact, 2 * UlpAt(format, exact));
  }
}

TEST(Reduction, StaysUndecidedBeyondTheCertifiedSize) {
  // Alternating signs cancel exactly, which float64 cannot show, and the ladder is not tried.
  std::vector<float> x(kLargestCertifiedSum + 2, 1.5f), y(x.size()), w(x.size());
  for (size_t i = 0; i < w.size(); ++i) w[i] = i % 2 == 0 ? 1.0f : -1.0f;
  const ReductionResult result = Reduce({x, y, w}, ReductionKind::kSum);
  EXPECT_FALSE(result.value.decided);
  EXPECT_LT(result.value.lower, 0);
  EXPECT_GT(result.value.upper, 0);
  const LossArguments all = {x, y, w};
  const ReductionResult certified = Reduce(all.Part(0, kLargestCertifiedSum), ReductionKind::kSum);
  EXPECT_TRUE(certified.value.decided);
  EXPECT_EQ(certified.value.bits, 0u);
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
