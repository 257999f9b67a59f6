#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

constexpr VerdictState kPass = VerdictState::kPass;
constexpr VerdictState kFail = VerdictState::kFail;

// `device` and `benchmark` of 100 elements at `exact` are off by `error`.
Verdict Counts(double exact, double error, int device, int benchmark) {
  Fixture fixture;
  fixture.With("cann-bench");
  for (int i = 0; i < 100; ++i) {
    fixture.Pair(exact, exact + (i < device ? error : 0));
    fixture.Benchmark(exact + (i < benchmark ? error : 0));
  }
  return fixture.First();
}

TEST(CannBench, NormalValuesByMeanAndMaximum) {
  Fixture fixture;
  fixture.With("cann-bench");
  for (int i = 0; i < 100; ++i) fixture.Pair(1, 1);
  fixture.Pair(1, 1 + 9 * 0x1p-13);
  EXPECT_EQ(fixture.State(), kPass);
  fixture.Pair(1, 1 + 11 * 0x1p-13);
  EXPECT_EQ(fixture.State(), kFail);
  EXPECT_EQ(Counts(1, 0.9 * 0x1p-13, 100, 0).state, kPass);
  EXPECT_EQ(Counts(1, 1.1 * 0x1p-13, 100, 0).state, kFail) << "the mean";
}

TEST(CannBench, CancelledValuesByCount) {
  const double exact = 0x1p-9;  // between 2^-14 and 2^-8
  const double bad = exact * 11 * 0x1p-13;
  EXPECT_EQ(Counts(exact, bad, 2, 0).state, kPass);
  EXPECT_EQ(Counts(exact, bad, 3, 0).state, kFail);
  EXPECT_EQ(Counts(exact, bad, 6, 3).state, kPass);
  EXPECT_EQ(Counts(exact, bad, 7, 3).state, kFail);
  EXPECT_EQ(Counts(exact, exact * 9 * 0x1p-13, 100, 0).state, kPass) << "no error large enough";
  EXPECT_EQ(Counts(exact, bad, 1, 0).values.at("cancellation_elements"), 100);
  // At the threshold, and where the result is not small, the value is a normal one.
  EXPECT_EQ(Counts(0x1p-8, 0x1p-8 * 11 * 0x1p-13, 1, 0).state, kFail);
  EXPECT_EQ(Counts(exact, 1, 1, 0).state, kFail);
}

TEST(CannBench, SmallValuesByCount) {
  const double exact = 0x1p-16;
  EXPECT_EQ(Counts(exact, 0x1p-29, 2, 0).state, kPass);
  EXPECT_EQ(Counts(exact, 0x1p-29, 3, 0).state, kFail);
  EXPECT_EQ(Counts(exact, 0x1p-30, 100, 0).state, kPass) << "not above the allowed error";
}

}  // namespace
}  // namespace touchstone::judge
