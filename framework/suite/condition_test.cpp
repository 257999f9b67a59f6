// `where:`, `pairwise:` and `sample:`: which cases they leave, and what is wrong with them.
#include "framework/suite/condition.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const std::string kCase =
    "name: n\ninputs: {self: {shape: $shape, dtype: $dtype}, target: {shape: [4], dtype: fp32}}\n"
    "attrs: {reduction: none}\ntags: [$n, $t.k]\n"
    "matrix: {dtype: [fp16, fp32], shape: [[], [4], [4, 5]], n: [0.5, 2], t: [{k: a}, {k: b}]}\n";

size_t Count(const std::string& where) {
  return CasesOf(SuiteWithCase(kCase + "where: " + where)).size();
}
std::vector<std::string> Errors(const std::string& where) {
  return ErrorsOf(SuiteWithCase(kCase + "where: " + where));
}

TEST(Where, ComparesTextNumbersListsAndEntries) {
  EXPECT_EQ(Count("dtype == fp16"), 12u);
  EXPECT_EQ(Count("$dtype != 'fp16'"), 12u);
  EXPECT_EQ(Count("shape == [4, 5]"), 8u);
  EXPECT_EQ(Count("shape in [[4], []]"), 16u);
  EXPECT_EQ(Count("n == .5"), 12u);  // as a number, however it is written
  EXPECT_EQ(Count("n < 1"), 12u);
  EXPECT_EQ(Count("n >= 2"), 12u);
  EXPECT_EQ(Count("t.k == b"), 12u);
  EXPECT_EQ(Count("dtype not in [fp16]"), 12u);
  EXPECT_EQ(Count("rank(shape) <= 1"), 16u);
  EXPECT_EQ(Count("count(shape) == 20"), 8u);
  EXPECT_EQ(Count("rank(shape) > n"), 8u);  // ranks 1 and 2 over 0.5, none over 2
}

TEST(Where, NotBindsTightestThenAndThenOr) {
  EXPECT_EQ(Count("dtype == fp16 or dtype == fp32 and n < 1"), 18u);
  EXPECT_EQ(Count("(dtype == fp16 or dtype == fp32) and n < 1"), 12u);
  EXPECT_EQ(Count("not dtype == fp16 and n < 1"), 6u);
  EXPECT_EQ(Count("not (dtype == fp16 and n < 1)"), 18u);
  EXPECT_EQ(Count("[dtype == fp16, n < 1]"), 6u);  // a list: all of them
}

TEST(Where, SlipsAreShownWhereTheyStand) {
  EXPECT_THAT(Errors("dtype == fp61"),
              ElementsAre("9:21: where: axis 'dtype' has no value 'fp61'; did you mean 'fp16'?"));
  EXPECT_THAT(Errors("n < 1 and dtpye == fp16"),
              ElementsAre("9:22: where: unknown axis 'dtpye'; did you mean 'dtype'?"));
  EXPECT_THAT(Errors("\"dtype == fp16 and\""),
              ElementsAre("9:30: where: expected an axis or a value"));
  EXPECT_THAT(Errors("dtype < 3"),
              ElementsAre("9:12: where: '<' compares numbers, but dtype has the value 'fp16'"));
  EXPECT_THAT(Errors("dtype ~ fp16"), ElementsAre(HasSubstr("9:18: where: expected ==, !=")));
  EXPECT_THAT(Errors("dtype = fp16"), ElementsAre(HasSubstr("9:18: where: '=' is written ==")));
  EXPECT_THAT(Errors("n => 1"), ElementsAre(HasSubstr("where: '=>' is written >=")));
  EXPECT_THAT(Errors("(n < 1"), ElementsAre("9:18: where: expected ')'"));
  EXPECT_THAT(Errors("n < 1 n"), ElementsAre("9:18: where: expected 'and', 'or' or the end"));
  EXPECT_THAT(Errors("n in 3"), ElementsAre("9:17: where: expected '[' and a list of values"));
  EXPECT_THAT(
      Errors("rank(dtype) == 1"),
      ElementsAre(HasSubstr("rank takes lists of numbers, but axis 'dtype' has the value")));
  EXPECT_THAT(Errors("t.x == b"),
              ElementsAre("9:12: where: axis 't' has a value without the key 'x'"));
  EXPECT_THAT(Errors("dtype == 'fp16"), ElementsAre("9:21: where: the quoted text has no end"));
  EXPECT_THAT(Errors("{a: b}"), ElementsAre(HasSubstr("a condition must be text such as")));
  EXPECT_THAT(Errors(std::string(100, '(') + "n < 1"),
              ElementsAre(HasSubstr("nested more than 64 levels deep")));
}

TEST(Where, MustForbidSomethingAndLeaveSomething) {
  EXPECT_THAT(Errors("n > 0"),
              ElementsAre("9:12: this condition holds for every combination of the axes"));
  EXPECT_THAT(Errors("n < 1 and n > 1"), ElementsAre("4:5: the constraints leave no case"));
}

std::string Columns(const std::string& kind, int axes, int values) {
  std::string text = kind + ": {";
  for (int a = 0; a < axes; ++a) {
    text += fmt::format("{}a{}: [", a > 0 ? ", " : "", a);
    for (int v = 0; v < values; ++v) text += fmt::format("{}v{}", v > 0 ? ", " : "", v);
    text += "]";
  }
  return text + "}\n";
}
std::string Tags(int axes) {
  std::string text = "tags: [";
  for (int a = 0; a < axes; ++a) text += fmt::format("{}$a{}", a > 0 ? ", " : "", a);
  return text + "]\n";
}
const std::string kPlain = "name: n\n" + kInputs + kAttrs;

TEST(Pairwise, HoldsEveryPairInFewCases) {
  const auto cases = CasesOf(SuiteWithCase(kPlain + Tags(6) + Columns("pairwise", 6, 4)));
  EXPECT_LE(cases.size(), 32u);  // 4096 combinations; no array has fewer than 16 rows
  std::set<std::string> pairs;
  for (const Case& one : cases) {
    for (const auto& [a, x] : one.axes) {
      for (const auto& [b, y] : one.axes) {
        if (a < b) pairs.insert(a + x + b + y);
      }
    }
  }
  EXPECT_EQ(pairs.size(), 15u * 16u);
}

TEST(Pairwise, RespectsConstraintsAndMultipliesWithTheMatrix) {
  const auto cases =
      CasesOf(SuiteWithCase(kPlain + "tags: [$a0, $a1, $a2, $m]\nmatrix: {m: [p, q]}\n" +
                            Columns("pairwise", 3, 3) + "where: a0 != v0 or a1 == v0"));
  std::set<std::string> pairs;
  for (const Case& one : cases) {
    EXPECT_TRUE(one.axes.at("a0") != "v0" || one.axes.at("a1") == "v0");
    pairs.insert(one.axes.at("a0") + one.axes.at("a1") + one.axes.at("m"));
  }
  EXPECT_THAT(pairs, SizeIs(7 * 2));
}

TEST(Sample, IsOfTheWantedSizeAndFollowsTheSeed) {
  const auto ids = [](const std::string& sample) {
    return IdsOf(
        CasesOf(SuiteWithCase(kPlain + Tags(3) + Columns("matrix", 3, 10) + "sample: " + sample)));
  };
  const auto some = ids("{count: 50, seed: 7}");
  EXPECT_EQ(std::set<std::string>(some.begin(), some.end()).size(), 50u);
  EXPECT_EQ(ids("{count: 50, seed: 7}"), some);
  EXPECT_NE(ids("{count: 50, seed: 8}"), some);
  EXPECT_THAT(ids("{count: 1000}"), SizeIs(1000));
}

TEST(Sample, OfAProductTooLargeToEnumerate) {
  const auto cases = CasesOf(SuiteWithCase(kPlain + Tags(15) + Columns("matrix", 15, 10) +
                                           "where: a0 != v0\nsample: {count: 100}"));
  ASSERT_EQ(cases.size(), 100u);
  for (const Case& one : cases) EXPECT_NE(one.axes.at("a0"), "v0");
  EXPECT_THAT(ErrorsOf(SuiteWithCase(kPlain + Tags(25) + Columns("matrix", 25, 10) +
                                     "sample: {count: 100}")),
              ElementsAre(HasSubstr("more combinations than a sample can be drawn from")));
}

TEST(Sample, Slips) {
  const auto errors = [](const std::string& sample) {
    return ErrorsOf(
        SuiteWithCase(kPlain + Tags(2) + Columns("matrix", 2, 3) + "sample: " + sample));
  };
  EXPECT_THAT(errors("{count: 10}"),
              ElementsAre(HasSubstr("sample asks for 10 cases, but the axes and their constraints "
                                    "allow only 9")));
  EXPECT_THAT(errors("{count: 0}"), ElementsAre(HasSubstr("sample.count must be a number from 1")));
  EXPECT_THAT(errors("{count: '3'}"), ElementsAre(HasSubstr("sample.count must be")));
  EXPECT_THAT(errors("{seed: 1}"), ElementsAre(HasSubstr("sample lacks 'count'")));
  EXPECT_THAT(errors("{count: 3, sede: 1}"), ElementsAre(HasSubstr("unknown key 'sample.sede'")));
  EXPECT_THAT(errors("5"), ElementsAre(HasSubstr("'sample' must be a map")));
}

}  // namespace
}  // namespace touchstone::suite
