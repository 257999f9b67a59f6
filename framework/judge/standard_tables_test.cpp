// The published tables cell by cell: what each dtype's number lets pass, and the nearest case that it
// does not. Errors are whole steps of the dtype at the golden value.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using ::testing::HasSubstr;

constexpr auto kPass = VerdictState::kPass;
constexpr auto kFail = VerdictState::kFail;

VerdictState One(DType dtype, const char* standard, double exact, double actual) {
  Fixture fixture(dtype);
  return fixture.With(standard).Pair(exact, actual).State();
}

// At golden 1 the tolerance is atol + rtol: 4 steps of fp16 and bf16, 65 * 2^-16 in fp32.
TEST(StandardTables, EcoV2Tolerances) {
  EXPECT_EQ(One(DType::kFp16, "eco-v2", 1, 1 + 0x4p-10), kPass);
  EXPECT_EQ(One(DType::kFp16, "eco-v2", 1, 1 + 0x5p-10), kFail);
  EXPECT_EQ(One(DType::kBf16, "eco-v2", 1, 1 + 0x4p-7), kPass);
  EXPECT_EQ(One(DType::kBf16, "eco-v2", 1, 1 + 0x5p-7), kFail);
  EXPECT_EQ(One(DType::kFp32, "eco-v2", 1, 1 + 0x41p-16), kPass);
  EXPECT_EQ(One(DType::kFp32, "eco-v2", 1, 1 + 0x41p-16 + 0x1p-23), kFail);
  for (const auto& [dtype, error] : {std::pair{DType::kFp16, 0x5p-10},
                                     {DType::kBf16, 0x5p-7},
                                     {DType::kFp32, 0x41p-16 + 0x1p-23}}) {
    for (const int wrong : {1, 2}) {
      Fixture fixture(dtype);
      fixture.With("eco-v2");
      for (int i = 0; i < 100; ++i) fixture.Pair(1, i < wrong ? 1 + error : 1);
      EXPECT_EQ(fixture.State(), wrong == 1 ? kPass : kFail) << "99 and 98 of 100";
    }
  }
}

// Where the golden value is large enough, an error within the tolerance is beyond 0.1, 1 or 0.01.
TEST(StandardTables, EcoV2Caps) {
  const auto cap = [](DType dtype, double exact, double actual) {
    Fixture fixture(dtype);
    const Verdict verdict = fixture.With("eco-v2").Pair(exact, actual).First();
    if (verdict.state == kFail) {
      EXPECT_THAT(verdict.reason, HasSubstr("max_absolute_error"));
      EXPECT_EQ(verdict.values.at("matched_ratio"), 1);
    }
    return verdict.state;
  };
  EXPECT_EQ(cap(DType::kFp16, 64, 64 + 0x1p-4), kPass);
  EXPECT_EQ(cap(DType::kFp16, 64, 64 + 0x2p-4), kFail);
  EXPECT_EQ(cap(DType::kBf16, 128, 129), kPass);
  EXPECT_EQ(cap(DType::kBf16, 128, 130), kFail);
  EXPECT_EQ(cap(DType::kFp32, 16, 16 + 0x51p-13), kPass);  // 0.009888
  EXPECT_EQ(cap(DType::kFp32, 16, 16 + 0x52p-13), kFail);  // 0.010010
}

TEST(StandardTables, TorchAssertCloseOfHalves) {
  EXPECT_EQ(One(DType::kFp16, "torch-assert-close", 1, 1 + 0x1p-10), kPass);  // 9.8e-4 of 1.01e-3
  EXPECT_EQ(One(DType::kFp16, "torch-assert-close", 1, 1 + 0x2p-10), kFail);
  EXPECT_EQ(One(DType::kBf16, "torch-assert-close", 1, 1 + 0x2p-7), kPass);  // 0.0156 of 0.01601
  EXPECT_EQ(One(DType::kBf16, "torch-assert-close", 1, 1 + 0x3p-7), kFail);
  EXPECT_EQ(One(DType::kFp16, "torch-assert-close", 0, 0xA7p-24), kPass);  // 9.954e-6 of 1e-5
  EXPECT_EQ(One(DType::kFp16, "torch-assert-close", 0, 0xA8p-24), kFail);  // 1.0014e-5
}

TEST(StandardTables, DoubleThousandthOfEveryDType) {
  for (const DType dtype : {DType::kFp16, DType::kBf16, DType::kFp32}) {
    EXPECT_EQ(One(dtype, "double-thousandth", 1.0009, 1), kPass);
    EXPECT_EQ(One(dtype, "double-thousandth", 1.0011, 1), kFail);
    for (const int wrong : {1, 2}) {
      Fixture fixture(dtype);
      fixture.With("double-thousandth");
      for (int i = 0; i < 1000; ++i) fixture.Pair(i < wrong ? 1.0011 : 1, 1);
      EXPECT_EQ(fixture.State(), wrong == 1 ? kPass : kFail) << "999 and 998 of 1000";
    }
  }
}

// `wrong` of 100 results are off by `error`, those of the benchmark by nothing.
Verdict Hundred(DType dtype, const char* standard, double exact, double error, int wrong) {
  Fixture fixture(dtype);
  fixture.With(standard);
  for (int i = 0; i < 100; ++i) {
    fixture.Pair(exact, exact + (i < wrong ? error : 0)).Benchmark(exact);
  }
  return fixture.First();
}

struct Row {
  DType dtype;
  double threshold;  ///< T
  double small_value_threshold, small_value_error, cancellation_threshold;
};
constexpr Row kRows[] = {{DType::kFp16, 0x1p-10, 0x1p-11, 0x1p-16, 0x1p-5},
                         {DType::kBf16, 0x1p-7, 0x1p-8, 0x1p-16, 0x1p-3},
                         {DType::kFp32, 0x1p-13, 0x1p-14, 0x1p-30, 0x1p-8}};

TEST(StandardTables, CannBenchOfEveryDType) {
  for (const auto& [dtype, t, small, small_error, cancelled] : kRows) {
    const auto state = [d = dtype](double exact, double error, int wrong) {
      return Hundred(d, "cann-bench", exact, error, wrong).state;
    };
    // The mean: 0.9 T and 1.1 T.
    EXPECT_EQ(state(1, 2 * t, 45), kPass);
    EXPECT_EQ(state(1, 2 * t, 55), kFail);
    // The maximum: 10 T / (1 + 1e-7) is just below 10 T.
    EXPECT_EQ(state(1, 10 * t, 1), kPass);
    EXPECT_EQ(state(1, 11 * t, 1), kFail);
    // Small values: more than 2 errors above the allowed one; at the threshold they are none.
    EXPECT_EQ(state(small / 2, small_error, 100), kPass);
    EXPECT_EQ(state(small / 2, 2 * small_error, 2), kPass);
    EXPECT_EQ(state(small / 2, 2 * small_error, 3), kFail);
    // Values of cancellation: more than 2 relative errors above 10 T; from the threshold on none.
    const double middle = cancelled / 2;
    EXPECT_EQ(state(middle, 9 * t * middle, 100), kPass);
    EXPECT_EQ(state(middle, 11 * t * middle, 2), kPass);
    EXPECT_EQ(state(middle, 11 * t * middle, 3), kFail);
    EXPECT_EQ(state(cancelled, 11 * t * cancelled, 1), kFail);
  }
}

TEST(StandardTables, CommercialSmallValuesOfEveryDType) {
  for (const char* const level :
       {"commercial-L0", "commercial-L1", "commercial-L2", "commercial-L0-floor",
        "commercial-L1-floor", "commercial-L2-floor"}) {
    for (const Row& row : kRows) {
      const double small = row.small_value_threshold, error = row.small_value_error;
      const auto state = [&](double exact, double off, int wrong) {
        return Hundred(row.dtype, level, exact, off, wrong).state;
      };
      EXPECT_EQ(state(small / 2, error, 100), kPass) << level;
      EXPECT_EQ(state(small / 2, 2 * error, 2), kPass) << level;
      EXPECT_EQ(state(small / 2, 2 * error, 3), kFail) << level;
      // The next number below the threshold is small, the threshold itself is judged by ratios.
      const double below = small - tensor::Ulp(tensor::FormatOf(row.dtype), small / 2);
      EXPECT_EQ(Hundred(row.dtype, level, below, 2 * error, 1).values.at("mare_device"), 0);
      EXPECT_GT(Hundred(row.dtype, level, small, 2 * error, 1).values.at("mare_device"), 0);
    }
  }
}

}  // namespace
}  // namespace touchstone::judge
