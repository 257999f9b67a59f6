#include "framework/judge/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// An output of honest values in which `change` is made to some elements.
std::string PatternOf(tensor::Dims shape, const std::function<void(Fixture&, size_t)>& change,
                      const soc::SocInfo* soc = nullptr) {
  Fixture fixture;
  const auto count = static_cast<size_t>(*tensor::ElementCount(shape));
  for (size_t i = 0; i < count; ++i) fixture.Pair(1 + 0.5 * std::sin(i), 1 + 0.5 * std::sin(i));
  fixture.AllBounds(1e-6);
  fixture.options.shape = std::move(shape);
  fixture.options.soc = soc;
  const std::vector<uint32_t> honest = fixture.actual.bits;
  for (size_t i = 0; i < count; ++i) change(fixture, i);
  const Judgement judgement = fixture.Run();
  if (!judgement.pattern.empty()) {
    EXPECT_THAT(judgement.verdicts.front().reason, HasSubstr("pattern: " + judgement.pattern));
  }
  return judgement.pattern;
}

void SetZero(Fixture& fixture, size_t i) { fixture.actual.bits[i] = 0; }

TEST(Pattern, Places) {
  EXPECT_THAT(PatternOf({100}, [](Fixture&, size_t) {}), IsEmpty());
  EXPECT_EQ(PatternOf({1000},
                      [](Fixture& f, size_t i) {
                        if (i >= 896) SetZero(f, i);
                      }),
            "104 bad elements, 896 to 999: the tail of the output; all are 0");
  EXPECT_THAT(PatternOf({10, 20},
                        [](Fixture& f, size_t i) {
                          if (i / 20 == 3) SetZero(f, i);
                        }),
              HasSubstr("row 3"));
  EXPECT_THAT(PatternOf({10, 20},
                        [](Fixture& f, size_t i) {
                          if (i % 20 == 7) SetZero(f, i);
                        }),
              HasSubstr("all in column 7"));
  EXPECT_THAT(PatternOf({1000},
                        [](Fixture& f, size_t i) {
                          if (i % 64 == 5) SetZero(f, i);
                        }),
              HasSubstr("a stripe: every 64th element from 5"));
  EXPECT_THAT(PatternOf({1100},
                        [](Fixture& f, size_t i) {
                          if (i / 64 % 2 == 1) SetZero(f, i);
                        }),
              HasSubstr("64 to 1099: all in the second 64 of every 128"));
  EXPECT_THAT(PatternOf({1100},
                        [](Fixture& f, size_t i) {
                          if (i / 64 % 2 == 0 && i > 200) SetZero(f, i);
                        }),
              HasSubstr("only in the first 64 of every 128"));
  EXPECT_THAT(PatternOf({100}, SetZero), HasSubstr("every element"));
  EXPECT_THAT(PatternOf({100},
                        [](Fixture& f, size_t i) {
                          if (i == 5) SetZero(f, i);
                        }),
              IsEmpty());
  EXPECT_THAT(PatternOf({100},
                        [](Fixture& f, size_t i) {
                          if (i * i % 97 < 9) SetZero(f, i);
                        }),
              HasSubstr("scattered"));
  const soc::SocInfo* const soc = *soc::FindSoc("Ascend310P3");  // 7 vector cores
  EXPECT_THAT(PatternOf(
                  {8192},
                  [](Fixture& f, size_t i) {
                    if (i / 1024 == 2) SetZero(f, i);
                  },
                  soc),
              HasSubstr("one block, about the share of one of 7 cores"));
  EXPECT_THAT(PatternOf(
                  {8192},
                  [](Fixture& f, size_t i) {
                    if (i / 64 == 2) SetZero(f, i);
                  },
                  soc),
              HasSubstr("to 191: one block;"));
}

TEST(Pattern, Values) {
  EXPECT_THAT(PatternOf({100},
                        [](Fixture& f, size_t i) {
                          if (i > 9) f.Unwritten(i);
                        }),
              HasSubstr("never written"));
  EXPECT_THAT(PatternOf({100}, [](Fixture& f, size_t i) { f.actual.bits[i] ^= 0x80000000u; }),
              HasSubstr("sign: all have the opposite sign"));
  EXPECT_THAT(PatternOf({100}, [](Fixture& f, size_t i) { f.actual.bits[i] = 0x7F800000u; }),
              HasSubstr("overflow"));
  EXPECT_THAT(PatternOf({100}, [](Fixture& f, size_t i) { f.actual.bits[i] = 0x7FC00000u; }),
              HasSubstr("all are NaN"));
  EXPECT_THAT(PatternOf({100}, [](Fixture& f, size_t i) { f.actual.bits[i] += 0x00800000u; }),
              HasSubstr("twice"));
  const auto shifted = [](Fixture& f, size_t i) {
    f.actual.bits[i] = f.expected.rounded_bits[i + 1 < f.size() ? i + 1 : i];
  };
  EXPECT_THAT(PatternOf({100}, shifted), HasSubstr("shift: each holds the value of the next"));
}

TEST(Pattern, MergesWithoutATrace) {
  std::vector<uint64_t> indices;
  for (uint64_t i = 7; i < 5000; i += 48) indices.push_back(i);
  BadElements all, first, second;
  for (const uint64_t i : indices) {
    const auto kind = BadElements::Kind::kValue;
    all.Add(i, kind, 0x3F800000u + static_cast<uint32_t>(i), 0);
    (i % 5 < 2 ? first : second).Add(i, kind, 0x3F800000u + static_cast<uint32_t>(i), 0);
  }
  const tensor::FloatFormat& format = tensor::FormatOf(tensor::DType::kFp32);
  BadElements one = first, other = second;
  one.Merge(second);
  other.Merge(first);
  EXPECT_EQ(one.Describe({5000}, 8, format), all.Describe({5000}, 8, format));
  EXPECT_EQ(other.Describe({5000}, 8, format), all.Describe({5000}, 8, format));
  EXPECT_THAT(all.Describe({5000}, 8, format), HasSubstr("every 48th element from 7"));
}

// Two parts with one step each may lie off each other's stripes, and one element has no step at all.
TEST(Pattern, StripesOfPartsAreNotThoseOfTheWhole) {
  const auto kind = BadElements::Kind::kValue;
  const tensor::FloatFormat& format = tensor::FormatOf(tensor::DType::kFp32);
  for (const bool many : {false, true}) {
    BadElements even, odd, all;
    for (uint64_t i = 0; i < 600; i += 3) {
      if (!many && i != 3 && i % 2 != 0) continue;
      const auto bits = 0x3F800000u + static_cast<uint32_t>(i);
      (i % 2 == 0 ? even : odd).Add(i, kind, bits, 0);
      all.Add(i, kind, bits, 0);
    }
    even.Merge(odd);
    EXPECT_EQ(even.Describe({5000}, 1, format), all.Describe({5000}, 1, format));
    EXPECT_THAT(all.Describe({5000}, 1, format), HasSubstr("every 3th element from 0"));
  }
}

// The element with the largest ULP error is not the one that broke a relative rule.
TEST(Worst, ElementsThatBrokeARuleComeFirstAndSayWhich) {
  Fixture fixture;
  fixture.With("eco-v1").With("eco-v3");
  for (int i = 0; i < 400; ++i) fixture.Pair(1, 1);
  fixture.Pair(1e-20, 2e-9);   // eco-v1: 0.02 of 1e-7, countless ulp
  fixture.Pair(4096, 4097);    // 2^-12: fine for eco-v1; beyond the cap of eco-v3
  fixture.Pair(0.01, 0.0101);  // 1 %: breaks eco-v1 in the sight of everyone
  const Judgement judgement = fixture.Run();
  ASSERT_GE(judgement.worst.size(), 3u);
  EXPECT_EQ(judgement.worst[0].index, 400u);
  EXPECT_THAT(judgement.worst[0].note, HasSubstr("eco-v1: max_relative_error"));
  EXPECT_EQ(judgement.worst[1].index, 402u);
  EXPECT_THAT(judgement.worst[1].note, HasSubstr("eco-v1: max_relative_error"));
  EXPECT_EQ(judgement.worst[2].index, 401u);
  EXPECT_THAT(judgement.worst[2].note, HasSubstr("eco-v3: capped_error"));
  std::set<uint64_t> seen;
  for (const WorstElement& element : judgement.worst) {
    EXPECT_TRUE(seen.insert(element.index).second) << "listed twice: " << element.index;
  }
}

}  // namespace
}  // namespace touchstone::judge
