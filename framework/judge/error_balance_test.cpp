// error-balance on both sides of each limit: |mean of (a - g) / max(|g|, 1)|.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using ::testing::HasSubstr;

constexpr auto kPass = VerdictState::kPass;
constexpr auto kFail = VerdictState::kFail;

Fixture Balance(DType dtype, const std::vector<std::pair<double, double>>& pairs) {
  Fixture fixture(dtype);
  return fixture.With("error-balance").Pairs(pairs);
}

TEST(ErrorBalance, BothSidesOfEachDTypesLimit) {
  for (const auto& [dtype, limit, ulp] : {std::tuple{DType::kFp16, 0x1p-10, 0x1p-10},
                                          {DType::kBf16, 0x1p-7, 0x1p-7},
                                          {DType::kFp32, 0x1p-14, 0x1p-23}}) {
    for (const double sign : {1.0, -1.0}) {
      EXPECT_EQ(Balance(dtype, {{1, 1 + sign * limit}}).State(), kPass);
      // Two elements: the mean is half of the second one's error.
      EXPECT_EQ(Balance(dtype, {{0.5, 0.5}, {0.5, 0.5 + sign * 2 * limit}}).State(), kPass);
      EXPECT_EQ(Balance(dtype, {{0.5, 0.5}, {0.5, 0.5 + sign * 2 * (limit + ulp)}}).State(), kFail);
    }
  }
}

TEST(ErrorBalance, RelativeAboveOneAndSignsEvenOut) {
  // 4 + 2^-12 is off by 2^-14 relative, 2^-12 absolute.
  EXPECT_EQ(Balance(DType::kFp32, {{4, 4 + 0x1p-12}}).State(), kPass);
  EXPECT_EQ(Balance(DType::kFp32, {{-4, -4 - 0x1p-12}}).State(), kPass);
  EXPECT_EQ(Balance(DType::kFp32, {{4, 4 + 0x1.01p-12}}).State(), kFail);
  EXPECT_EQ(Balance(DType::kFp32, {{0.25, 0.25 + 0x1p-12}}).State(), kFail);
  EXPECT_EQ(Balance(DType::kFp32, {{1, 3}, {1, -1}}).State(), kPass);
  const Verdict verdict = Balance(DType::kFp32, {{1, 0.5}}).First();
  EXPECT_EQ(verdict.values.at("error_balance"), -0.5);
  EXPECT_TRUE(verdict.advisory) << "reported, never gating";
  EXPECT_THAT(verdict.reason, HasSubstr("too small on average"));
}

TEST(ErrorBalance, WideEnclosuresLeaveItOpen) {
  Fixture fixture = Balance(DType::kFp32, {{1, 1 + 0x1p-14}});
  fixture.Widen(1 - 0x1p-30, 1 + 0x1p-30);
  EXPECT_EQ(fixture.State(), VerdictState::kUndecided);
  fixture.Widen(1 + 0x1p-20, 1 + 0x1p-20);
  EXPECT_EQ(fixture.State(), kPass);
}

}  // namespace
}  // namespace touchstone::judge
