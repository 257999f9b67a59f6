// Each rule on both sides of each of its thresholds, with numbers worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/block_pass.h"
#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using tensor::ElementClass;
using ::testing::HasSubstr;

constexpr auto kPass = VerdictState::kPass;
constexpr auto kFail = VerdictState::kFail;
constexpr auto kUndecided = VerdictState::kUndecided;
constexpr auto kNotApplicable = VerdictState::kNotApplicable;

/// `count` elements of value 1 without error.
Fixture Ones(DType dtype, const std::string& standard, size_t count) {
  Fixture fixture(dtype);
  fixture.With(standard);
  for (size_t i = 0; i < count; ++i) fixture.Pair(1, 1);
  return fixture;
}

// eco-v1: T = 2^-10 (fp16), 2^-7 (bf16), 2^-13 (fp32). At golden 1 an error of exactly k has the
// relative error k / (1 + 1e-7), just below k.
TEST(EcoV1, MeanOnBothSides) {
  for (const auto& [dtype, threshold] :
       {std::pair{DType::kFp16, 0x1p-10}, {DType::kBf16, 0x1p-7}, {DType::kFp32, 0x1p-13}}) {
    Fixture below(dtype), above(dtype);
    below.With("eco-v1").Pairs({{1, 1 + threshold}, {-1, -1 - threshold}});
    EXPECT_EQ(below.State(), kPass) << tensor::Name(dtype);
    EXPECT_TRUE(below.First().certified);
    // In the mean 1.5 T.
    above.With("eco-v1").Pairs({{1, 1 + threshold}, {-1, -1 - 2 * threshold}});
    const Verdict verdict = above.First();
    EXPECT_EQ(verdict.state, kFail) << tensor::Name(dtype);
    EXPECT_TRUE(verdict.certified);
    EXPECT_THAT(verdict.reason, HasSubstr("mean_relative_error"));
    EXPECT_NEAR(verdict.values.at("mean_relative_error"), 1.5 * threshold, 1e-7 * threshold * 2);
    EXPECT_EQ(verdict.limits.at("mean_relative_error"), threshold);
  }
}

TEST(EcoV1, MaximumOnBothSides) {
  for (const auto& [dtype, threshold] :
       {std::pair{DType::kFp16, 0x1p-10}, {DType::kBf16, 0x1p-7}, {DType::kFp32, 0x1p-13}}) {
    Fixture below = Ones(dtype, "eco-v1", 99);
    below.Pair(1, 1 + 10 * threshold);
    EXPECT_EQ(below.State(), kPass) << tensor::Name(dtype);
    Fixture above = Ones(dtype, "eco-v1", 99);
    above.Pair(1, 1 + 11 * threshold);
    const Verdict verdict = above.First();
    EXPECT_EQ(verdict.state, kFail) << tensor::Name(dtype);
    EXPECT_THAT(verdict.reason, HasSubstr("1 of 100 elements beyond, first element 99 [99]"));
    EXPECT_EQ(verdict.limits.at("max_relative_error"), 10 * threshold);
  }
}

TEST(EcoV1, BothLimitsAreStrict) {
  // At golden 0 the relative error is |actual| / 1e-7; the product 10 T * 1e-7 is met exactly.
  Fixture fixture;
  const double limit = tensor::Decode(fixture.format(), 0x33D6BF95);  // 1e-7 rounded to fp32
  const double relative = limit / 1e-7;
  fixture.With("eco-v1", {{"threshold", relative}, {"max_multiple", 2}}).Pair(0, limit);
  EXPECT_NE(fixture.State(), kPass);  // equal as far as any arithmetic can tell
  fixture.options.standards[0].overrides["threshold"] = relative * (1 + 1e-12);
  EXPECT_EQ(fixture.State(), kPass);
  fixture.options.standards[0].overrides["threshold"] = relative * (1 - 1e-12);
  EXPECT_EQ(fixture.State(), kFail);
}

TEST(EcoV1, WideEnclosureLeavesTheVerdictOpen) {
  Fixture fixture;
  fixture.With("eco-v1").Pair(1, 1).Widen(1 - 1e-4, 1 + 1e-4);
  EXPECT_EQ(fixture.State(), kPass);  // at most 1e-4 < 2^-13
  fixture.Widen(1 - 2e-4, 1 + 2e-4);
  const Verdict verdict = fixture.First();
  EXPECT_EQ(verdict.state, kUndecided);
  EXPECT_FALSE(verdict.certified);
  EXPECT_THAT(verdict.reason, HasSubstr("not narrow enough"));
}

TEST(EcoV1, OneWideEnclosureWeighsOneElement) {
  // 1e-10 around 0 is 1e-3 of the denominator: too much for the mean alone, not as one of 1000.
  Fixture fixture = Ones(DType::kFp32, "eco-v1", 0);
  fixture.Pair(0, 0).Widen(-1e-10, 1e-10);
  EXPECT_EQ(fixture.State(), kUndecided);
  for (int i = 0; i < 999; ++i) fixture.Pair(1, 1);
  EXPECT_EQ(fixture.State(), kPass);
  EXPECT_TRUE(fixture.First().certified);
}

// The mean is computed with a small error of its own: what it proves begins and ends there.
TEST(EcoV1, MeanIsDecidedFromItsRadiusOn) {
  const auto state = [](double threshold) {
    Fixture fixture;
    fixture.With("eco-v1", {{"threshold", threshold}, {"max_multiple", 1e6}});
    return fixture.Pair(1, 1 + 0x1p-12).Pair(1, 1).First();
  };
  const double mean = state(1).values.at("mean_relative_error");
  const double radius = mean * 0x1p-50 + kFineRelativeUnit;
  ASSERT_EQ((mean - radius) + radius, mean);  // so that the sides below are what they seem
  EXPECT_EQ(state(mean - radius).state, kFail);
  EXPECT_TRUE(state(mean - radius).certified);
  EXPECT_EQ(state(std::nextafter(mean - radius, 1)).state, kUndecided);
  EXPECT_EQ(state(mean).state, kUndecided);
  EXPECT_EQ(state(mean + radius).state, kUndecided);
  EXPECT_EQ(state(std::nextafter(mean + radius, 1)).state, kPass);
}

TEST(EcoV1, MaximumIsStrict) {
  // At golden 0 the limit is max_multiple * threshold * 1e-7, here exactly 2^-20.
  const double limit = 0x1p-20 / 1e-7;
  ASSERT_EQ(limit * 1e-7, 0x1p-20);
  Fixture fixture;
  fixture.With("eco-v1", {{"threshold", 2 * limit}, {"max_multiple", 0.5}}).Pair(0, 0x1p-20);
  EXPECT_EQ(fixture.State(), kFail);
  fixture.actual.bits[0] -= 1;
  EXPECT_EQ(fixture.State(), kPass);
}

TEST(EcoV1, OneOpenElementLeavesTheMaximumOpen) {
  Fixture fixture = Ones(DType::kFp32, "eco-v1", 999);
  fixture.Pair(1, 1).Widen(1 - 0.002, 1 + 0.002);  // 10 T = 0.00122; the mean stays far below T
  EXPECT_EQ(fixture.State(), kUndecided);
}

TEST(EcoV1, RadiiSurviveMerging) {
  Fixture wide;
  wide.With("eco-v1").Pair(0, 0).Widen(-1e-10, 1e-10);
  OutputJudge first(wide.options), second(wide.options);
  second.Add(0, wide.actual, wide.expected);
  first.Merge(std::move(second));
  EXPECT_EQ(first.Finish().verdicts[0].state, kUndecided);
}

TEST(EcoV1, AtkOverridesPerDtypeAreHonoured) {
  Fixture fixture(DType::kFp16);
  fixture.With("eco-v1", {{"fp16_threshold", 0.001}, {"bf16_threshold", 1}}).Pair(1, 1 + 0x1p-9);
  EXPECT_EQ(fixture.State(), kFail);
  fixture.options.standards[0].overrides["fp16_threshold"] = 0.002;
  EXPECT_EQ(fixture.State(), kPass);
}

// eco-v3: at golden 1 the tolerance atol + rtol is 2 T.
TEST(EcoV3, ToleranceIsInclusiveAndRatioIsReached) {
  for (const auto& [dtype, tolerance, step] : {std::tuple{DType::kFp16, 0x1p-9, 0x1p-10},
                                               {DType::kBf16, 0x1p-6, 0x1p-7},
                                               {DType::kFp32, 0x1p-12, 0x1p-23}}) {
    Fixture at = Ones(dtype, "eco-v3", 0);
    at.Pair(1, 1 + tolerance);
    EXPECT_EQ(at.State(), kPass) << tensor::Name(dtype);
    EXPECT_TRUE(at.First().certified);
    Fixture one = Ones(dtype, "eco-v3", 99);
    one.Pair(1, 1 + tolerance + step);
    EXPECT_EQ(one.State(), kPass) << tensor::Name(dtype);  // 99 of 100
    EXPECT_EQ(one.First().values.at("matched_ratio"), 0.99);
    Fixture two = Ones(dtype, "eco-v3", 98);
    two.Pair(1, 1 + tolerance + step).Pair(1, 1 + tolerance + step);
    const Verdict verdict = two.First();
    EXPECT_EQ(verdict.state, kFail) << tensor::Name(dtype);
    EXPECT_THAT(verdict.reason, HasSubstr("matched_ratio 0.98 < 0.99; 2 of 100 elements beyond, "
                                          "first element 98 [98]"));
  }
}

// Decimals as they are written: the doubles of 0.9, 0.1 and 0.7 lie on different sides of them.
TEST(EcoV3, RatiosAreReachedByTheSharesTheyName) {
  for (const int tenths : {1, 7, 9}) {
    for (const int right : {tenths - 1, tenths}) {
      Fixture fixture;
      fixture.With("eco-v3", {{"required_matched_ratio", tenths / 10.0}});
      for (int i = 0; i < 1000; ++i) fixture.Pair(1, i < 100 * right ? 1 : 1 + 0x1p-8);
      EXPECT_EQ(fixture.State(), right == tenths ? kPass : kFail) << tenths;
    }
  }
}

TEST(EcoV3, CapFloorOnBothSides) {
  Fixture below = Ones(DType::kFp32, "eco-v3", 99);
  below.PairBits(0, 0x3C23D70A);  // 0.0099999998
  EXPECT_EQ(below.State(), kPass);
  Fixture above = Ones(DType::kFp32, "eco-v3", 99);
  above.PairBits(0, 0x3C23D70B);  // 0.0100000007
  EXPECT_EQ(above.State(), kFail);
  EXPECT_THAT(above.First().reason, HasSubstr("max_absolute_error"));
  Fixture half = Ones(DType::kFp16, "eco-v3", 99);
  half.PairBits(0, 0x2E66);  // 0.09998
  EXPECT_EQ(half.State(), kPass);
  Fixture more = Ones(DType::kFp16, "eco-v3", 99);
  more.PairBits(0, 0x2E67);  // 0.10004
  EXPECT_EQ(more.State(), kFail);
}

TEST(EcoV3, CapOf32UlpOnBothSides) {
  // 2^20 has an ulp of 2^-3 in fp32, so 32 ulp are 4; rtol alone would admit 128.
  Fixture at = Ones(DType::kFp32, "eco-v3", 0);
  at.Pair(0x1p20, 0x1p20 + 4);
  EXPECT_EQ(at.State(), kPass);
  Fixture above = Ones(DType::kFp32, "eco-v3", 0);
  above.Pair(0x1p20, 0x1p20 + 4.125);
  EXPECT_EQ(above.State(), kFail);
  // The ulp is that of golden narrowed to fp32: 2^20 - 2^-10 has a smaller one before.
  Fixture narrowed = Ones(DType::kFp32, "eco-v3", 0);
  narrowed.Pair(0x1p20 - 0x1p-10, 0x1p20 + 3.875);
  EXPECT_EQ(narrowed.State(), kPass);
}

TEST(EcoV3, RecordsTheCapOfTheElementThatUsedMostOfItsOwn) {
  // At 2^20 the cap is 32 ulp = 4, so an error of 2 uses half of it although it is 200 times the
  // floor; at 1 the cap is the floor of 0.01, of which 2^-8 uses less.
  Fixture fixture = Ones(DType::kFp32, "eco-v3", 600);
  fixture.Pair(0x1p20, 0x1p20 + 2).Pair(1, 1 + 0x1p-8);
  Verdict verdict = fixture.First();
  EXPECT_EQ(verdict.state, kPass);
  EXPECT_EQ(verdict.values.at("capped_error"), 2);
  EXPECT_EQ(verdict.limits.at("capped_error"), 4);
  EXPECT_EQ(verdict.limits.at("max_abs_error_limit"), 0.01);
  fixture.Pair(1, 1 + 0x1p-7);  // 0.0078 of 0.01
  verdict = fixture.First();
  EXPECT_EQ(verdict.state, kPass);
  EXPECT_EQ(verdict.values.at("capped_error"), 0x1p-7);
  EXPECT_EQ(verdict.limits.at("capped_error"), 0.01);
  fixture.Pair(0x1p20, 0x1p20 + 6);
  verdict = fixture.First();
  EXPECT_EQ(verdict.state, kFail);
  EXPECT_EQ(verdict.values.at("capped_error"), 6);
  EXPECT_EQ(verdict.limits.at("capped_error"), 4);
  EXPECT_EQ(Ones(DType::kFp32, "eco-v3", 3).First().values.at("capped_error"), 0);
}

TEST(EcoV3, CapIsOpenWhereTheEnclosureStraddlesABinade) {
  // 32 ulp are 2 below 2^20 and 4 above; the error lies between 1 and 3.
  Fixture fixture;
  fixture.With("eco-v3").Pair(0x1p20, 0x1p20 + 2).Widen(0x1p20 - 1, 0x1p20 + 1);
  EXPECT_EQ(fixture.State(), kUndecided);
  EXPECT_THAT(fixture.First().reason, HasSubstr("cap"));
}

TEST(EcoV3, VacuousOnlyWhereZeroMeetsTheCapToo) {
  Fixture fixture;
  fixture.With("eco-v3", {{"atol", 1}}).Pair(0.05, 0.05);
  EXPECT_FALSE(fixture.First().vacuous);  // 0.05 away from 0.05 is above the cap of 0.01
  fixture.options.standards[0].overrides["max_abs_error_limit"] = 0.05;
  EXPECT_TRUE(fixture.First().vacuous);
}

TEST(EcoV1, NarrowRadiiCountAndSurviveMerging) {
  Fixture fixture;
  const double mean = 0x1p-13 / (1 + 1e-7);
  fixture.With("eco-v1", {{"threshold", mean * (1 + 0x1p-40)}}).Pair(1, 1 + 0x1p-13);
  EXPECT_EQ(fixture.State(), kPass);
  fixture.Widen(1 - 0x1p-42, 1 + 0x1p-42);
  EXPECT_EQ(fixture.State(), kUndecided);
  OutputJudge first(fixture.options), second(fixture.options);
  second.Add(0, fixture.actual, fixture.expected);
  first.Merge(std::move(second));
  EXPECT_EQ(first.Finish().verdicts[0].state, kUndecided);
}

TEST(EcoV3, OpenElementsMakeTheRatioUndecidedOnlyWhereTheyMatter) {
  Fixture fixture = Ones(DType::kFp32, "eco-v3", 98);
  fixture.Pair(1, 1.001).Pair(1, 1).Widen(1, 1.0003);
  EXPECT_EQ(fixture.State(), kUndecided);  // 98 certainly, perhaps 99
  Fixture enough = Ones(DType::kFp32, "eco-v3", 99);
  enough.Pair(1, 1).Widen(1, 1.0003);
  EXPECT_EQ(enough.State(), kPass);
  EXPECT_TRUE(enough.First().certified);
  Fixture hopeless = Ones(DType::kFp32, "eco-v3", 97);
  hopeless.Pair(1, 1.001).Pair(1, 1.001).Pair(1, 1).Widen(1, 1.0003);
  EXPECT_EQ(hopeless.State(), kFail);
  EXPECT_TRUE(hopeless.First().certified);
}

TEST(EcoV3, SuiteNumbersReplaceTheStandards) {
  Fixture fixture;
  fixture.With("eco-v3", {{"rtol", 0}, {"atol", 0}, {"required_matched_ratio", 1}});
  EXPECT_EQ(fixture.Pair(1, 1).State(), kPass);
  EXPECT_EQ(fixture.Pair(1, 1 + 0x1p-23).State(), kFail);
  EXPECT_EQ(fixture.First().limits.at("rtol"), 0);
}

TEST(EcoV31, IsReportedButNeverGates) {
  Fixture fixture;
  const Verdict verdict = fixture.With("eco-v3.1").Pair(1, 2).First();
  EXPECT_EQ(verdict.state, kFail);
  EXPECT_TRUE(verdict.advisory);
}

TEST(EcoV2, LooserThanEcoV3) {
  Fixture fixture(DType::kFp16);
  fixture.With("eco-v2").With("eco-v3").Pair(1, 1 + 0x3p-10);  // v2 admits 4, v3 2 steps
  const auto verdicts = fixture.Run().verdicts;
  EXPECT_EQ(verdicts[0].state, kPass);
  EXPECT_EQ(verdicts[1].state, kFail);
  Fixture beyond(DType::kFp16);
  EXPECT_EQ(beyond.With("eco-v2").Pair(1, 1 + 0x5p-10).State(), kFail);
}

TEST(TorchAssertClose, EveryElementAgainstTheRoundedValue) {
  Fixture fixture;
  fixture.With("torch-assert-close");
  EXPECT_EQ(fixture.Pair(1, 1 + 0x5Ep-23).State(), kPass);  // 1.1206e-5 <= 1e-5 + 1.3e-6
  Fixture beyond;
  beyond.With("torch-assert-close");
  EXPECT_EQ(beyond.Pair(1, 1 + 0x5Fp-23).State(), kFail);  // 1.1325e-5
}

TEST(TorchAssertClose, GoldenIsRoundedOnce) {
  Fixture fixture;
  fixture.With("torch-assert-close", {{"rtol", 0}, {"atol", 0}})
      .With("eco-v3", {{"rtol", 0}, {"atol", 0}});
  fixture.Pair(1 + 0x1p-25, 1);
  EXPECT_EQ(fixture.Run().verdicts[0].state, kPass);
  EXPECT_EQ(fixture.Run().verdicts[1].state, kFail);  // against the exact value
}

TEST(DoubleThousandth, ShareOfElements) {
  Fixture fixture;
  fixture.With("double-thousandth");
  for (int i = 0; i < 999; ++i) fixture.Pair(1, 1.0009);
  EXPECT_EQ(fixture.Pair(1, 1.0011).State(), kPass);  // 999 of 1000
  EXPECT_EQ(fixture.Pair(1, 1.0011).State(), kFail);  // 999 of 1001
}

TEST(UlpRule, BothSides) {
  Fixture fixture;
  fixture.With("ulp", {{"max_ulp", 2}}).Pair(1, 1 + 0x1p-22);
  EXPECT_EQ(fixture.State(), kPass);
  EXPECT_EQ(fixture.First().values.at("max_error_ulp"), 2);
  fixture.Pair(1, 1 + 0x3p-23);
  const Verdict verdict = fixture.First();
  EXPECT_EQ(verdict.state, kFail);
  EXPECT_EQ(verdict.reason, "max_error_ulp 3 > 2; 1 of 2 elements beyond, first element 1 [1]");
  // Fractions of an ulp count: 2.5 is beyond 2, and 2 + 2^-20 as well.
  Fixture fraction;
  fraction.With("ulp", {{"max_ulp", 2}}).Pair(1 - 0x1p-24 * 0x1p-19, 1 + 0x1p-22);
  EXPECT_EQ(fraction.State(), kFail);
  Fixture zero;
  zero.With("ulp", {{"max_ulp", 0}}).Pair(1, 1);
  EXPECT_EQ(zero.State(), kPass);
}

TEST(UlpRule, SubnormalsHaveTheUlpOfTheSmallest) {
  Fixture fixture(DType::kFp16);
  fixture.With("ulp", {{"max_ulp", 1}}).Pair(0, 0x1p-24);
  EXPECT_EQ(fixture.State(), kPass);
  EXPECT_EQ(fixture.Pair(0x1p-24, 0x3p-24).State(), kFail);
}

TEST(UlpRule, OpenWhereTheEnclosureDecides) {
  Fixture fixture;
  fixture.With("ulp").Pair(1, 1 + 0x1p-23).Widen(1 - 0x1p-30, 1 + 0x1p-30);
  const Verdict verdict = fixture.First();
  EXPECT_EQ(verdict.state, kUndecided);
  EXPECT_FALSE(verdict.certified);
}

TEST(UlpRule, BelowAPowerOfTwoTheUlpIsHalf) {
  // 2 ulp for an exact value just below 1, 1 ulp just above.
  Fixture fixture;
  fixture.With("ulp", {{"max_ulp", 1.5}}).Pair(1, 1 + 0x1p-23).Widen(1 - 0x1p-30, 1 + 0x1p-29);
  EXPECT_EQ(fixture.State(), kUndecided);
  fixture.Widen(1 + 0x1p-30, 1 + 0x1p-29);
  EXPECT_EQ(fixture.State(), kPass);
  fixture.Widen(1 - 0x1p-29, 1 - 0x1p-30);
  EXPECT_EQ(fixture.State(), kFail);
}

TEST(UlpRule, VacuousWhereZeroWouldPass) {
  Fixture normal, subnormal;
  EXPECT_FALSE(normal.With("ulp").Pair(1, 1).First().vacuous);
  EXPECT_FALSE(subnormal.With("ulp").Pair(0x1p-148, 0x1p-148).First().vacuous);
  subnormal.options.standards[0].overrides = {{"max_ulp", 2}};
  EXPECT_TRUE(subnormal.First().vacuous);
}

TEST(Bitwise, SignedZerosDifferAndNanPayloadsDoNot) {
  Fixture same;
  EXPECT_EQ(same.With("bitwise").Pair(0, 0.0).State(), kPass);
  Fixture zeros;
  EXPECT_EQ(zeros.With("bitwise").PairBits(0, 0x80000000).State(), kFail);
  Fixture nan;
  EXPECT_EQ(nan.With("bitwise").PairBits(kNaN, 0xFFC12345).State(), kPass);
  Fixture neighbour;
  EXPECT_EQ(neighbour.With("bitwise").Pair(1, 1 + 0x1p-23).State(), kFail);
}

TEST(CorrectlyRounded, NearestValueOrNothing) {
  Fixture near;
  near.With("correctly-rounded").Pair(1 + 0x1p-25, 1).PairBits(0, 0x80000000);
  EXPECT_EQ(near.State(), kPass);
  Fixture far;
  far.With("correctly-rounded").Pair(1 + 0x3p-25, 1);  // 1 + 2^-23 is nearer
  EXPECT_EQ(far.State(), kFail);
  EXPECT_EQ(far.First().values.at("not_correctly_rounded"), 1);
}

TEST(CorrectlyRounded, OpenRoundingIsNeitherPassNorFail) {
  Fixture fixture;
  fixture.With("correctly-rounded").With("bitwise");
  fixture.Pair(1, 1).Widen(1 + 0x1p-25, 1 + 0x3p-25);
  EXPECT_EQ(fixture.Run().verdicts[0].state, kUndecided);
  EXPECT_EQ(fixture.Run().verdicts[1].state, kUndecided);
  EXPECT_EQ(fixture.Run().metrics.undecided, 1u);
  fixture.Widen(1 - 0x1p-26, 1 + 0x1p-25);  // both ends round to 1
  EXPECT_EQ(fixture.State(), kPass);
  fixture.Pair(1, 2).Widen(1 + 0x1p-25, 1 + 0x3p-25);  // wrong whichever it is
  EXPECT_EQ(fixture.State(), kFail);
}

// rounding-bound around 1 in fp32: RN(1 - 2^-24) = 1 - 2^-24, RN(1 + 2^-24) = 1 (a tie).
TEST(RoundingBound, BothSidesBelowAndAbove) {
  const auto state = [](double actual, double bound) {
    Fixture fixture;
    return fixture.With("rounding-bound").Pair(1, actual).Bound(bound).State();
  };
  EXPECT_EQ(state(1, 0), kPass);
  EXPECT_EQ(state(1 - 0x1p-24, 0x1p-24), kPass);
  EXPECT_EQ(state(1 - 0x1p-24, 0x1p-25), kFail);  // RN(1 - 2^-25) is a tie and goes to 1
  EXPECT_EQ(state(1 - 0x1p-24, 0x1.1p-25), kPass);
  EXPECT_EQ(state(1 + 0x1p-23, 0x1p-24), kFail);
  EXPECT_EQ(state(1 + 0x1p-23, 0x1.00001p-24), kPass);
  EXPECT_EQ(state(1 + 0x1p-22, 0x1.00001p-24), kFail);
  // Just below 1 numbers are twice as dense: 1 - 2^-24 is nearer than 1.
  Fixture dense;
  EXPECT_EQ(dense.With("rounding-bound").Pair(1 - 0x1.8p-25, 1).State(), kFail);
}

TEST(RoundingBound, InfinitiesBelongToTheLine) {
  const auto state = [](uint32_t bits, double bound, const char* soc) {
    Fixture fixture(DType::kFp16);
    fixture.options.soc = *soc::FindSoc(soc);
    return fixture.With("rounding-bound").PairBits(65504, bits).Bound(bound).State();
  };
  EXPECT_EQ(state(0x7C00, 16, "Ascend910B1"), kPass);
  EXPECT_EQ(state(0x7C00, 15.99, "Ascend910B1"), kFail);
  EXPECT_EQ(state(0xFC00, 16, "Ascend910B1"), kFail);
  EXPECT_EQ(state(0x7E00, 16, "Ascend910B1"), kFail);
  EXPECT_EQ(state(0x7C00, 16, "Ascend310P3"), kFail);  // saturates: never an infinity
  EXPECT_EQ(state(0x7BFF, 16, "Ascend310P3"), kPass);
}

TEST(RoundingBound, NotApplicableWhereAnIntermediateOverflows) {
  Fixture all;
  all.With("rounding-bound").Pair(1, 5).Bound(kInf);
  EXPECT_EQ(all.State(), kNotApplicable);
  all.Pair(1, 1);
  EXPECT_EQ(all.State(), kPass);
  EXPECT_EQ(all.First().values.at("elements_not_applicable"), 1);
  all.Pair(1, 5).Bound(1);
  EXPECT_EQ(all.State(), kFail);
  // Not a licence for another class than the expected one.
  Fixture other;
  other.With("rounding-bound").Pair(kInf, 5).Bound(kInf);
  EXPECT_EQ(other.State(), kFail);
}

TEST(RoundingBound, EnclosureDecidesOnlyWhatItCan) {
  Fixture fixture;
  fixture.With("rounding-bound").Pair(1, 1 + 0x1p-23).Bound(0x1p-24);
  fixture.Widen(1, 1 + 0x1p-40);
  EXPECT_EQ(fixture.State(), kUndecided);  // 1 says no, the upper end says yes
  EXPECT_FALSE(fixture.First().certified);
}

TEST(RoundingBound, VacuousWhereZeroOrAConstantFits) {
  const auto vacuous = [](std::vector<double> exact, double bound) {
    Fixture fixture;
    fixture.With("rounding-bound");
    for (const double value : exact) fixture.Pair(value, value).Bound(bound);
    EXPECT_EQ(fixture.State(), kPass);
    return fixture.First().vacuous;
  };
  EXPECT_TRUE(vacuous({1e-5}, 1e-5));
  EXPECT_FALSE(vacuous({1e-5}, 0.99e-5));
  EXPECT_TRUE(vacuous({-1e-5, 1e-6}, 1e-5));
  EXPECT_FALSE(vacuous({1e-5, 1}, 1e-5));
  EXPECT_TRUE(vacuous({1, 2}, 0.5));
  EXPECT_FALSE(vacuous({1, 2}, 0.49));
  EXPECT_FALSE(vacuous({1, 1}, 0.1));  // one right value throughout is no constant by accident
}

TEST(RoundingBound, AlwaysShownAndGatesOnlyOnRequest) {
  Fixture fixture;
  fixture.With("ulp").Pair(1, 1 + 0x1p-23);
  const auto verdicts = fixture.Run().verdicts;
  ASSERT_EQ(verdicts.size(), 2u);
  EXPECT_EQ(verdicts[1].standard, "rounding-bound");
  EXPECT_TRUE(verdicts[1].advisory);
  EXPECT_FALSE(verdicts[0].advisory);
  fixture.With("rounding-bound");
  ASSERT_EQ(fixture.Run().verdicts.size(), 2u);
  EXPECT_FALSE(fixture.Run().verdicts[1].advisory);
}

}  // namespace
}  // namespace touchstone::judge
