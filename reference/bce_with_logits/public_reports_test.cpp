// Publicly reported faults of references and tolerances (ids of the collection), as tests of ours.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/reduction.h"
#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr StatedArithmetic kRegBase = {OperationOrder::kRegBase, false, false};
constexpr StatedArithmetic kTbe = {OperationOrder::kTbe, false, false};

struct Value {
  double lower, upper;
  uint32_t bits;
};

Value LossOf(const LossElement& e, const FloatFormat& format) {
  Value value{};
  uint8_t decided = 0;
  EvaluateLoss({{&e.x, 1}, {&e.y, 1}, {&e.w, 1}, {&e.p, 1}}, format,
               {{&value.lower, 1}, {&value.upper, 1}, {&value.bits, 1}, {&decided, 1}});
  EXPECT_EQ(decided, 1);
  return value;
}

float StatedOf(const LossElement& e, bool has_weight, const StatedArithmetic& arithmetic) {
  LossArguments arguments = {{&e.x, 1}, {&e.y, 1}};
  if (has_weight) arguments.weight = {&e.w, 1};
  float loss = 0;
  uint8_t overflows = 0;
  StatedLoss(arguments, arithmetic, {&loss, 1}, {&overflows, 1});
  return loss;
}

ReductionResult Reduce(const LossArguments& arguments, ReductionKind kind,
                       const FloatFormat& format) {
  return ReduceLoss(SpanSource(arguments), {kind, format, kTbe, {false, 40}});
}

// Limit and stated order are two contracts, and both are known of every element.
TEST(PublicReports, G1_01_InfiniteLogitsWithHardLabels) {
  const LossElement elements[] = {{-kInf, 0}, {kInf, 0}, {-kInf, 1}, {kInf, 1}};
  const double limits[] = {0, kInf, kInf, 0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(LossOf(elements[i], kFp32).lower, limits[i]);
    for (const StatedArithmetic& order : {kRegBase, kTbe}) {
      const float stated = StatedOf(elements[i], false, order);
      EXPECT_TRUE(i == 1 ? stated == kInf : std::isnan(stated)) << i;
    }
  }
  const std::vector<float> x = {-kInf, kInf, -kInf, kInf}, y = {0, 0, 1, 1};
  const ReductionResult mean = Reduce({x, y}, ReductionKind::kMean, kFp16);
  EXPECT_EQ(mean.value.lower, kInf);
  EXPECT_EQ(mean.stated_class, ValueClass::kNan);
}

TEST(PublicReports, G1_02_InfiniteLogitsWithASoftLabel) {
  for (const float x : {-kInf, kInf}) EXPECT_EQ(LossOf({x, 0.9f}, kFp32).lower, kInf);
  EXPECT_TRUE(std::isnan(StatedOf({-kInf, 0.9f}, false, kRegBase)));
  EXPECT_EQ(StatedOf({kInf, 0.9f}, false, kRegBase), kInf);
}

TEST(PublicReports, G1_07_MeanOfASumThatOverflows) {
  const std::vector<float> x(128, 1000.0f), y(128, 0.0f);
  EXPECT_EQ(Reduce({x, y}, ReductionKind::kMean, kFp16).value.bits, 0x63D0u);
  EXPECT_EQ(Reduce({x, y}, ReductionKind::kSum, kFp16).value.bits, 0x7C00u);
}

// The bound of the device's tree must not admit what a running sum loses; `serial` may.
TEST(PublicReports, G1_09_AbsorbedTermsAreNoRounding) {
  std::vector<float> x(4097, 0.0f), y(4097, 0.0f);
  x[0] = 16777216.0f;
  const ReductionResult r = Reduce({x, y}, ReductionKind::kSum, kFp32);
  EXPECT_EQ(r.value.bits, 0x4B80058Cu);
  EXPECT_LT(r.rounding_bound, r.value.lower - 16777216);
  EXPECT_GE(r.serial_bound, r.value.upper - 16777216);
}

TEST(PublicReports, G1_33_InfiniteLossWithWeight0) {
  EXPECT_EQ(LossOf({kInf, 0, 0, 1}, kFp32).bits, 0u) << "the limit";
  EXPECT_TRUE(std::isnan(StatedOf({kInf, 0, 0, 1}, true, kTbe)));
  const std::vector<float> x = {kInf, 1}, y = {0, 0}, w = {0, 1};
  const ReductionResult sum = Reduce({x, y, w}, ReductionKind::kSum, kFp32);
  EXPECT_EQ(sum.value.bits, 0x3FA818F5u);
  EXPECT_EQ(sum.stated_class, ValueClass::kNan);
}

TEST(PublicReports, G1_34_OnlyTheResultIsNarrowed) {
  std::vector<float> x(16, 0.0f), y(16, 0.0f), w(16, 0.0f);
  x[0] = 8;
  w[0] = 60000;
  EXPECT_EQ(Reduce({x, y, w}, ReductionKind::kMean, kFp16).value.bits, 0x7753u);
  for (const size_t count : {94525u, 94526u}) {
    const std::vector<float> zeros(count, 0.0f);
    EXPECT_EQ(Reduce({zeros, zeros}, ReductionKind::kSum, kFp16).value.bits,
              count == 94525 ? 0x7BFFu : 0x7C00u);
  }
}

TEST(PublicReports, G2_10_NothingIsRoundedTwice) {
  const float x = 67 * 0x1p-20f;
  EXPECT_EQ(LossOf({-x, 0}, kFp16).bits, 0x398Bu);
  EXPECT_EQ(LossOf({x, 1}, kFp16).bits, 0x398Bu);
}

TEST(PublicReports, G2_11_G2_12_G2_13_Conversions) {
  EXPECT_EQ(RoundToBits(kBf16, 16842753), 0x4B81u);
  EXPECT_EQ(RoundToBits(kBf16, 1 + 0x1p-8 + 0x1p-40), 0x3F81u);
  EXPECT_EQ(RoundToBits(kBf16, 0.2691408770292272), 0x3E8Au);
  EXPECT_EQ(RoundToBits(kBf16, std::nan("")), 0x7FC0u);
  EXPECT_EQ(RoundToBits(kBf16, ValueOfBits(kFp32, 0x3F808000)), 0x3F80u);
  EXPECT_EQ(RoundToBits(kBf16, ValueOfBits(kFp32, 0x3F818000)), 0x3F82u);
  EXPECT_EQ(RoundToBits(kBf16, ValueOfBits(kFp32, 0x7F7FFFFF)), 0x7F80u);
  const std::pair<uint32_t, uint32_t> to_half[] = {{0x341FFFFF, 0x0002},
                                                   {0x34200000, 0x0002},
                                                   {0x34200001, 0x0003},
                                                   {0x34600000, 0x0004},
                                                   {0x40001000, 0x4000}};
  for (const auto& [from, to] : to_half) {
    EXPECT_EQ(RoundToBits(kFp16, ValueOfBits(kFp32, from)), to) << std::hex << from;
  }
}

// The identities of the loss, to the width of its enclosures: a wrong oracle breaks one of them.
TEST(PublicReports, G2_27_IdentitiesOfTheReference) {
  const TestInputs inputs(InputKind::kWide, 10000, 27);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const LossElement e = inputs.arguments()[i];
    const Value one = LossOf({e.x, 1}, kFp32), other = LossOf({-e.x, 0}, kFp32);
    ASSERT_TRUE(one.lower <= other.upper && other.lower <= one.upper) << Describe(e);
    const Value plain = LossOf({e.x, e.y, e.w, e.p}, kFp32);
    const Value scaled = LossOf({e.x, e.y, 4 * e.w, e.p}, kFp32);
    ASSERT_TRUE(4 * plain.lower <= scaled.upper && scaled.lower <= 4 * plain.upper) << Describe(e);
    // Linear in y: l(y) = l(0) + y (l(1) - l(0)).
    const Value at0 = LossOf({e.x, 0, e.w, e.p}, kFp32), at1 = LossOf({e.x, 1, e.w, e.p}, kFp32);
    const double line = at0.lower + e.y * (at1.lower - at0.lower);
    const double slack =
        (1 + 2 * std::fabs(e.y)) * (at0.upper - at0.lower + at1.upper - at1.lower) +
        1e-12 * (std::fabs(at0.lower) + std::fabs(e.y * at1.lower) + std::fabs(e.y * at0.lower));
    ASSERT_TRUE(plain.lower - slack <= line && line <= plain.upper + slack) << Describe(e);
  }
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
