// What an element counts as where the reference left its rounding open, and what signed zeros count
// as wherever bits are compared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using ::testing::HasSubstr;

constexpr uint32_t kMinusZero = 0x80000000;
constexpr auto kPass = VerdictState::kPass;
constexpr auto kFail = VerdictState::kFail;
constexpr auto kUndecided = VerdictState::kUndecided;

// An enclosure over three fp32 numbers, 1 - 2^-24, 1 and 1 + 2^-23: each of them may be right.
Fixture Open(double actual) {
  Fixture fixture;
  fixture.With("correctly-rounded").With("bitwise");
  fixture.Pair(1, actual).Widen(1 - 0x1p-24, 1 + 0x1p-23);
  return fixture;
}

TEST(OpenRounding, BothEndsAndWhatLiesBetweenStayUndecided) {
  for (const double actual : {1 - 0x1p-24, 1.0, 1 + 0x1p-23}) {
    const Judgement judgement = Open(actual).Run();
    EXPECT_EQ(judgement.metrics.undecided, 1u) << actual;
    EXPECT_EQ(judgement.metrics.correctly_rounded, 0u) << actual;
    EXPECT_EQ(judgement.metrics.bitwise_mismatches, 0u) << actual;
    EXPECT_EQ(judgement.verdicts[0].state, kUndecided) << actual;
    EXPECT_EQ(judgement.verdicts[1].state, kUndecided) << actual;
  }
}

TEST(OpenRounding, TheNextNumberOnEitherSideIsWrong) {
  for (const double actual : {1 - 0x1p-23, 1 + 0x1p-22}) {
    const Judgement judgement = Open(actual).Run();
    EXPECT_EQ(judgement.metrics.undecided, 0u) << actual;
    EXPECT_EQ(judgement.metrics.bitwise_mismatches, 1u) << actual;
    EXPECT_EQ(judgement.verdicts[0].state, kFail) << actual;
    EXPECT_EQ(judgement.verdicts[1].state, kFail) << actual;
  }
}

TEST(OpenRounding, EndsThatRoundAlikeDecide) {
  Fixture fixture;
  fixture.With("correctly-rounded").With("bitwise");
  fixture.Pair(1, 1).Widen(1 - 0x1p-26, 1 + 0x1p-25);
  EXPECT_EQ(fixture.Run().metrics.correctly_rounded, 1u);
  EXPECT_EQ(fixture.Run().metrics.undecided, 0u);
  EXPECT_EQ(fixture.State(), kPass);
}

TEST(OpenRounding, AZeroOfTheOtherSignIsTheSameNumberWithOtherBits) {
  Fixture fixture;
  fixture.With("correctly-rounded").With("bitwise");
  fixture.PairBits(0, kMinusZero).Widen(0, 0);
  const Judgement judgement = fixture.Run();
  EXPECT_EQ(judgement.metrics.correctly_rounded, 1u);
  EXPECT_EQ(judgement.metrics.bitwise_mismatches, 1u);
  EXPECT_EQ(judgement.verdicts[0].state, kPass);
  EXPECT_EQ(judgement.verdicts[1].state, kFail);
}

TEST(SignedZeros, TheFirstElementNamedIsTheFirstThatIsWrong) {
  Fixture fixture;
  fixture.With("correctly-rounded").With("bitwise");
  fixture.Pair(1, 1).PairBits(0, kMinusZero).PairBits(-0.0, 0).Pair(1, 2);
  const Judgement judgement = fixture.Run();
  EXPECT_EQ(judgement.metrics.correctly_rounded, 3u);
  EXPECT_EQ(judgement.metrics.bitwise_mismatches, 3u);
  EXPECT_THAT(judgement.verdicts[0].reason, HasSubstr("first element 3 [3]"));
  EXPECT_THAT(judgement.verdicts[1].reason, HasSubstr("first element 1 [1]"));
}

}  // namespace
}  // namespace touchstone::judge
