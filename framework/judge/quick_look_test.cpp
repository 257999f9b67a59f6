// What a quick look calls proven, exact comparison must confirm; and it must leave little open.
#include "framework/judge/quick_look.h"

#include <gtest/gtest.h>

#include "framework/judge/block_builder.h"
#include "framework/judge/judge_fixture.h"
#include "framework/judge/rounded_sum.h"

namespace touchstone::judge {
namespace {

using tensor::DType;

uint64_t Next(uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 11;
}

// Exact values over many binades, results around `limit(exact)` away from them; enclosures of no
// width, of a usual one, and as wide as the limit.
template <typename Limit>
Fixture Around(DType dtype, uint64_t seed, Limit limit) {
  Fixture fixture(dtype);
  for (size_t i = 0; i < kBlockSize; ++i) {
    const double exact = (Next(seed) % 2 == 0 ? 1 : -1) *
                         std::ldexp(1 + static_cast<double>(Next(seed) % 4096) / 4096,
                                    static_cast<int>(Next(seed) % 24) - 14);
    const double share = i % 3 == 0 ? 1 + (static_cast<double>(Next(seed) % 17) - 8) * 0x1p-50
                                    : static_cast<double>(Next(seed) % 512) / 256;
    const double away = limit(exact) * share * (Next(seed) % 2 == 0 ? 1 : -1);
    fixture.Pair(exact, exact + away).Bound(limit(exact));
    const double width = i % 4 == 0 ? 0 : std::fabs(exact) * (i % 16 == 1 ? 0x1p-12 : 0x1p-50);
    if (width > 0) fixture.Widen(exact - width, exact + width);
    fixture.expected.decided.back() = i % 5 != 0;
  }
  return fixture;
}

struct Built {
  ClassPolicy policy;
  BlockBuilder builder;
  const Block& block;

  explicit Built(const Fixture& fixture)
      : policy(fixture.format(), SpecialValues::kArithmetic, nullptr),
        builder(fixture.options.dtype, policy, 0),
        block(builder.Build(fixture.actual, fixture.expected, 0, fixture.size(), 0)) {}
};

// `check` is the exact answer for each element.
template <typename Check>
void ExpectProven(const Block& block, const QuickLook& look, size_t most_open, Check check) {
  size_t open = 0, within = 0;
  for (size_t i = 0; i < block.count; ++i) {
    within += look.proven[i] == QuickLook::kWithin;
    if (look.proven[i] == QuickLook::kOpen) {
      ++open;
      continue;
    }
    const Outcome proven =
        look.proven[i] == QuickLook::kWithin ? Outcome::kWithin : Outcome::kBeyond;
    ASSERT_EQ(check(i), proven) << i << " exact " << block.pass.exact[i];
  }
  EXPECT_EQ(look.within, within);
  EXPECT_GT(within, block.count / 8);
  EXPECT_LT(open, most_open);
}

constexpr DType kDTypes[] = {DType::kFp16, DType::kBf16, DType::kFp32};

TEST(QuickLook, LinearTolerancesAgreeWithExactComparison) {
  for (const DType dtype : kDTypes) {
    for (const LinearTolerance tolerance : {LinearTolerance{0x1p-7, 0x1p-7, false},
                                            LinearTolerance{0, 0x1p-6, true},
                                            LinearTolerance{0.25, 0, false},
                                            LinearTolerance{0.01, 1.5, false}}) {
      const Fixture fixture = Around(dtype, 7, [&](double exact) {
        return tolerance.absolute + tolerance.relative * std::fabs(exact);
      });
      const Built built(fixture);
      const Block& block = built.block;
      ASSERT_EQ(block.count, kBlockSize);
      QuickLook look;
      LookAt(tolerance, block, look);
      ExpectProven(block, look, block.count / 2, [&](size_t i) {
        return tolerance.Check(block.errors().actual[i], {block.lower[i], block.upper[i]});
      });
      LookAtRounded(tolerance, block, fixture.format(), look);
      ExpectProven(block, look, block.count / 2, [&](size_t i) {
        return tolerance.Check(block.errors().actual[i],
                               GoldenOf(block, i, Golden::kRounded, fixture.format()));
      });
    }
  }
}

TEST(QuickLook, UlpTolerancesAgreeWithExactComparison) {
  for (const DType dtype : kDTypes) {
    for (const double max_ulp : {0.5, 1.0, 3.0, 1000.0}) {
      const Fixture fixture = Around(dtype, 9, [&](double exact) {
        return max_ulp * tensor::Ulp(tensor::FormatOf(dtype), exact);
      });
      const Built built(fixture);
      const Block& block = built.block;
      const UlpTolerance tolerance{max_ulp};
      const UlpScale scale(fixture.format());
      QuickLook look;
      LookAt(tolerance, block, look);
      // Rounding leaves many results exactly one ulp or half a one away.
      const size_t most_open = max_ulp <= 1 ? block.count : block.count / 2;
      ExpectProven(block, look, most_open, [&](size_t i) {
        return tolerance.Check(block.errors().actual[i], {block.lower[i], block.upper[i]}, scale);
      });
    }
  }
}

TEST(QuickLook, BoundsAgreeWithOneRoundingOfExactSums) {
  for (const DType dtype : kDTypes) {
    for (const double places : {0.1, 1.0, 40.0}) {
      const Fixture fixture = Around(dtype, 11, [&](double exact) {
        return places * tensor::Ulp(tensor::FormatOf(dtype), exact);
      });
      const Built built(fixture);
      const Block& block = built.block;
      QuickLook look;
      LookAtBound(block.bound, HUGE_VAL, block, fixture.format(), look);
      const size_t most_open = places < 1 ? block.count : block.count * 3 / 4;
      ExpectProven(block, look, most_open, [&](size_t i) {
        const auto round = [&](double end, double bound) {
          return RoundedSum(fixture.format(), end, bound);
        };
        const double actual = block.errors().actual[i], bound = block.bound[i];
        const double lower = block.lower[i], upper = block.upper[i];
        if (round(upper, -bound) <= actual && actual <= round(lower, bound)) {
          return Outcome::kWithin;
        }
        const bool below = actual < round(lower, -bound), above = actual > round(upper, bound);
        return below || above ? Outcome::kBeyond : Outcome::kOpen;
      });
    }
  }
}

TEST(QuickLook, InfiniteBoundsAndSaturatedNumbersStayOpen) {
  Fixture fixture(DType::kFp16);
  fixture.Pair(1, 2).Bound(kInf).Pair(60000, 65504).Bound(1).Pair(1, 2).Bound(0.01);
  const Built built(fixture);
  QuickLook look;
  LookAtBound(built.block.bound, 65504, built.block, fixture.format(), look);
  EXPECT_EQ(look.proven[0], QuickLook::kOpen);
  EXPECT_EQ(look.proven[1], QuickLook::kOpen);
  EXPECT_EQ(look.proven[2], QuickLook::kBeyond);
  LookAtBound(built.block.bound, HUGE_VAL, built.block, fixture.format(), look);
  EXPECT_EQ(look.proven[1], QuickLook::kBeyond);
}

// 65521 rounds to infinity in fp16, from which every number is infinitely far.
TEST(QuickLook, RoundedValuesThatOverflowAreNotNumbers) {
  Fixture fixture(DType::kFp16);
  fixture.With("torch-assert-close").Pair(65521, 65504).Stated(tensor::ElementClass::kFinite);
  EXPECT_EQ(fixture.State(), VerdictState::kFail);
}

}  // namespace
}  // namespace touchstone::judge
