// Defects that users reported of other comparison tools, each with the result that is right here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using ::testing::HasSubstr;

constexpr auto kPass = VerdictState::kPass;
constexpr auto kFail = VerdictState::kFail;

// Every gating standard that needs no benchmark.
Fixture AllStandardsOn(DType dtype = DType::kFp32) {
  Fixture fixture(dtype);
  for (const char* name :
       {"eco-v1", "eco-v2", "eco-v3", "torch-assert-close", "double-thousandth", "ulp",
        "correctly-rounded", "bitwise", "rounding-bound", "commercial-L0"}) {
    fixture.With(name);
  }
  return fixture;
}

void ExpectAll(const Fixture& fixture, VerdictState state) {
  for (const Verdict& verdict : fixture.Run().verdicts) {
    EXPECT_EQ(verdict.state, state) << verdict.standard << ": " << verdict.reason;
  }
}

TEST(PublicReports, G2_01_NanResultFails) {
  Fixture fixture = AllStandardsOn();
  fixture.Pairs({{1, 1}, {2, kNaN}, {3, 3}}).AllBounds(1e30);
  ExpectAll(fixture, kFail);
  const Judgement judgement = fixture.Run();
  EXPECT_EQ(judgement.metrics.nan, 1u);
  EXPECT_EQ(judgement.metrics.class_mismatches, 1u);
  EXPECT_EQ(judgement.metrics.elements, 3u);
  ASSERT_FALSE(judgement.worst.empty());
  EXPECT_EQ(judgement.worst[0].index, 1u);
  EXPECT_EQ(judgement.worst[0].note, "class: expected finite, got NaN");
  EXPECT_THAT(judgement.verdicts[0].reason,
              HasSubstr("1 of 3 elements have another class than expected, first element 1 [1]"));
}

TEST(PublicReports, G2_02_NanMatchesOnlyNan) {
  const auto state = [](double exact, double actual) {
    Fixture fixture = AllStandardsOn();
    fixture.Pair(exact, actual).AllBounds(1e30);
    const VerdictState first = fixture.State();
    for (const Verdict& verdict : fixture.Run().verdicts) EXPECT_EQ(verdict.state, first);
    return first;
  };
  EXPECT_EQ(state(1, kNaN), kFail);
  EXPECT_EQ(state(kNaN, 1), kFail);
  EXPECT_EQ(state(kNaN, kNaN), kPass);
  EXPECT_EQ(state(kNaN, kInf), kFail);
  EXPECT_EQ(state(0, kNaN), kFail);
}

TEST(PublicReports, G2_03_InfinitiesAndNanAreDifferentClasses) {
  Fixture fixture = AllStandardsOn();
  fixture.Pairs({{kInf, kNaN}, {kInf, -kInf}, {kNaN, kInf}, {-kInf, -kInf}});
  const Judgement judgement = fixture.Run();
  EXPECT_EQ(judgement.metrics.class_mismatches, 3u);
  std::vector<uint64_t> indices;
  for (const WorstElement& element : judgement.worst) indices.push_back(element.index);
  EXPECT_EQ(indices, (std::vector<uint64_t>{0, 1, 2}));
  for (const Verdict& verdict : judgement.verdicts) EXPECT_NE(verdict.state, kPass);
}

TEST(PublicReports, G2_06_SignedZerosAreNoUlpApart) {
  for (const auto& [dtype, negative_zero] :
       {std::pair{DType::kFp32, 0x80000000u}, {DType::kFp16, 0x8000u}, {DType::kBf16, 0x8000u}}) {
    EXPECT_EQ(tensor::UlpDistance(tensor::FormatOf(dtype), 0, negative_zero), 0u);
    Fixture fixture(dtype);
    fixture.With("ulp", {{"max_ulp", 0}}).With("correctly-rounded").With("bitwise");
    const Judgement judgement = fixture.PairBits(0, negative_zero).Run();
    EXPECT_EQ(judgement.metrics.max_error_ulp, 0);
    EXPECT_EQ(judgement.verdicts[0].state, kPass);
    EXPECT_EQ(judgement.verdicts[1].state, kPass);
    EXPECT_EQ(judgement.verdicts[2].state, kFail);
  }
}

TEST(PublicReports, G2_07_UlpAcrossZeroIsANumberNotARefusal) {
  Fixture tiny;
  EXPECT_EQ(tiny.PairBits(0x1p-149, 0x80000001).Run().metrics.max_error_ulp, 2);
  EXPECT_EQ(tiny.With("ulp", {{"max_ulp", 2}}).State(), kPass);
  // Fractions of the golden value's ulp: 2 / 2^-23. The count of numbers between is another matter.
  Fixture ones;
  EXPECT_EQ(ones.Pair(1, -1).Run().metrics.max_error_ulp, 0x1p24);
  const tensor::FloatFormat& fp32 = tensor::FormatOf(DType::kFp32);
  EXPECT_EQ(tensor::UlpDistance(fp32, 0x3F800000, 0xBF800000), 2130706432u);
  EXPECT_EQ(tensor::UlpDistance(fp32, 0x7F7FFFFF, 0xFF7FFFFF), 4278190078u);
  Fixture extremes;
  EXPECT_EQ(extremes.PairBits(0x1.fffffep127, 0xFF7FFFFF).Run().metrics.max_error_ulp,
            2 * 0x1.fffffep127 / 0x1p104);
}

TEST(PublicReports, G2_08_OverflowIsNoSmallUlpError) {
  for (const double max_ulp : {1., 4., 1e9}) {
    Fixture half(DType::kFp16);
    EXPECT_EQ(half.With("ulp", {{"max_ulp", max_ulp}}).PairBits(65504, 0x7C00).State(), kFail);
    Fixture brain(DType::kBf16);
    const double largest = tensor::Decode(brain.format(), 0x7F7F);
    EXPECT_EQ(brain.With("ulp", {{"max_ulp", max_ulp}}).PairBits(largest, 0x7F80).State(), kFail);
  }
}

TEST(PublicReports, G2_14_UlpIsAStepFunction) {
  Fixture fixture(DType::kBf16);
  EXPECT_EQ(fixture.With("ulp", {{"max_ulp", 1}}).PairBits(65.5, 0x4284).State(), kPass);
  EXPECT_EQ(fixture.Run().metrics.max_error_ulp, 1);
  const tensor::FloatFormat& bf16 = fixture.format();
  EXPECT_EQ(tensor::Ulp(bf16, 66), 0.5);
  EXPECT_EQ(tensor::Ulp(bf16, 127.5), 0.5);
  EXPECT_EQ(tensor::Ulp(bf16, 128), 1);
  for (const double exact : {64., 127.5, 128.}) {
    Fixture at(DType::kBf16);
    at.Pair(exact, exact + tensor::Ulp(bf16, exact));
    EXPECT_EQ(at.Run().metrics.max_error_ulp, 1) << exact;
  }
}

TEST(PublicReports, G2_15_UlpIsThatOfTheDeclaredDtype) {
  Fixture brain(DType::kBf16);
  brain.PairBits(tensor::Decode(brain.format(), 0x3F31), 0x3F32);
  EXPECT_EQ(brain.Run().metrics.max_error_ulp, 1);
  Fixture widened(DType::kFp32);  // what the container would have said
  widened.PairBits(tensor::Decode(widened.format(), 0x3F310000), 0x3F320000);
  EXPECT_EQ(widened.Run().metrics.max_error_ulp, 65536);
}

TEST(PublicReports, G2_16_BinadeEdgesAndTheFailureTextHold) {
  Fixture half(DType::kFp16);
  const Verdict verdict = half.With("ulp", {{"max_ulp", 1}}).Pair(1, 2).First();
  EXPECT_EQ(verdict.state, kFail);
  EXPECT_EQ(verdict.reason, "max_error_ulp 1024 > 1; 1 of 1 elements beyond, first element 0 [0]");
  // -(1 - 2^-23) is two steps from -1, and one ulp of -1, since steps halve below a power of two.
  Fixture edge;
  edge.With("ulp", {{"max_ulp", 0.99}}).Pair(-1, -(1 - 0x1p-23));
  EXPECT_EQ(edge.State(), kFail);
  EXPECT_EQ(edge.Run().metrics.max_error_ulp, 1);
  EXPECT_EQ(tensor::UlpDistance(edge.format(), 0xBF800000, 0xBF7FFFFE), 2u);
  // Failure texts of rank 0, of a shape that does not fit, and of zero-sized shapes.
  for (const tensor::Dims& shape : {tensor::Dims{}, {7, 0}, {1, 1, 1}, {-1}}) {
    edge.options.shape = shape;
    EXPECT_THAT(edge.First().reason, HasSubstr("first element 0"));
  }
}

TEST(PublicReports, G2_18_ShareCountsAllElements) {
  Fixture third;
  third.With("eco-v3", {{"rtol", 1e-7}, {"atol", 0}});
  third.Pairs({{1, 1}, {2, 2.01}, {3, 3}});
  EXPECT_DOUBLE_EQ(third.First().values.at("matched_ratio"), 2. / 3);
  EXPECT_THAT(third.First().reason, HasSubstr("1 of 3 elements beyond"));
  Fixture half;
  half.With("eco-v3").Pairs({{kInf, kInf}, {0, 1}});
  EXPECT_DOUBLE_EQ(half.First().values.at("matched_ratio"), 0.5);
}

TEST(PublicReports, G2_19_MatchingZerosDoNotPolluteTheMaximum) {
  for (const bool swapped : {false, true}) {
    Fixture fixture;
    fixture.With("eco-v1");
    if (swapped) {
      fixture.Pairs({{2, 1}, {0, 0}});
    } else {
      fixture.Pairs({{0, 0}, {2, 1}});
    }
    const Judgement judgement = fixture.Run();
    EXPECT_NEAR(judgement.metrics.max_relative_error, 0.5, 1e-7);
    ASSERT_EQ(judgement.worst.size(), 1u);
    EXPECT_EQ(judgement.worst[0].index, swapped ? 0u : 1u);
  }
  Fixture zero;  // golden 0: the added 1e-7 keeps the quotient defined, and it is large
  EXPECT_NEAR(zero.Pair(0, 1).Run().metrics.max_relative_error, 1e7, 1);
  EXPECT_EQ(zero.With("eco-v1").State(), kFail);
}

TEST(PublicReports, G2_21_ZerosDoNotPassForSmallValues) {
  const double loss = 4.539889921686464676949e-5;   // log(1 + e^-10)
  const double bound = 4 * 0x1p-24 * (2 * 10 + 1);  // k u (1 + |y|) |x| and the rest
  for (const DType dtype : {DType::kFp32, DType::kBf16}) {
    Fixture zeros(dtype);
    zeros.With("eco-v3").With("rounding-bound").With("ulp").With("eco-v1");
    for (int i = 0; i < 1024; ++i) zeros.Pair(loss, 0).Bound(bound);
    const auto verdicts = zeros.Run().verdicts;
    // The standard's atol is larger than the signal: it passes, and is marked as no evidence.
    EXPECT_EQ(verdicts[0].state, kPass);
    EXPECT_TRUE(verdicts[0].vacuous);
    EXPECT_EQ(verdicts[1].state, kFail) << "rounding-bound";
    EXPECT_FALSE(verdicts[1].vacuous);
    EXPECT_EQ(verdicts[2].state, kFail);
    EXPECT_EQ(verdicts[3].state, kFail);
    EXPECT_FALSE(verdicts[3].vacuous);
  }
}

TEST(PublicReports, G2_24_NoScaleBlindMeasure) {
  Fixture zeros = AllStandardsOn();
  for (int i = 0; i < 8; ++i) zeros.Pair(0, 0);
  ExpectAll(zeros, kPass);
  Fixture scaled = AllStandardsOn(), negated = AllStandardsOn();
  for (int i = 1; i <= 8; ++i) {
    scaled.Pair(0.1 * i, 0.2 * i);
    negated.Pair(i, -i);
  }
  ExpectAll(scaled, kFail);
  ExpectAll(negated, kFail);
}

TEST(PublicReports, G2_25_ZeroedTailIsSeen) {
  Fixture fixture = AllStandardsOn();
  for (int i = 0; i < 1000; ++i) {
    const double value = 1 + i / 1024.0;
    fixture.Pair(value, i < 896 ? value : 0);
  }
  ExpectAll(fixture, kFail);
  EXPECT_EQ(fixture.Run().metrics.bitwise_mismatches, 104u);
  EXPECT_THAT(fixture.Run().verdicts[5].reason,
              HasSubstr("104 of 1000 elements beyond, first element 896 [896]"));
}

}  // namespace
}  // namespace touchstone::judge
