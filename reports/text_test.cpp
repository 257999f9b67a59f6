// Numbers, case lines, headroom, summary and Markdown.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "framework/record/sample_record.h"
#include "reports/case_text.h"
#include "reports/headroom.h"
#include "reports/markdown.h"
#include "reports/number_text.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(NumberText, IsExactOrShort) {
  EXPECT_EQ(ExactNumber(2112), "2112");
  EXPECT_EQ(ExactNumber(0.5), "0.5");
  EXPECT_EQ(ExactNumber(1e-9), "1e-09");
  EXPECT_EQ(ExactNumber(kNan), "NaN");
  EXPECT_EQ(ShortNumber(-kInfinity), "-Infinity");
  EXPECT_EQ(ShortNumber(1.0 / 3), "0.3333");
  EXPECT_EQ(Counted(1, "case"), "1 case");
  EXPECT_EQ(Counted(12345678, "element"), "12,345,678 elements");
  EXPECT_EQ(BitsText(0x3C00, "fp16"), "0x3C00");
  EXPECT_EQ(BitsText(0x1, "fp32"), "0x00000001");
  EXPECT_EQ(DurationText(135), "2 min 15 s");
  EXPECT_EQ(ShapeText({}), "scalar");
}

TEST(Shortened, CutsBetweenCodePointsAndSaysSo) {
  EXPECT_EQ(Shortened("abc", 3), "abc");
  EXPECT_EQ(Shortened("abcd", 3), "abc... (1 more bytes)");
  EXPECT_EQ(Shortened("ab\xE2\x82\xAC", 3), "ab... (3 more bytes)");
}

CaseRecord Judged(std::map<std::string, double> limits, std::map<std::string, double> values) {
  CaseRecord one = record::SamplePass("x", "fp32", "none");
  one.verdicts.resize(1);
  one.verdicts[0].limits = std::move(limits);
  one.verdicts[0].values = std::move(values);
  return one;
}

TEST(Headroom, IsTheShareOfTheLimit) {
  EXPECT_EQ(ClosestToLimit(Judged({{"a", 4}, {"b", 2}}, {{"a", 1}, {"b", 1}}))->metric, "b");
  EXPECT_EQ(ClosestToLimit(Judged({{"a", 4}}, {{"a", 1}}))->used, 0.25);
  EXPECT_EQ(ClosestToLimit(Judged({{"a", 0}}, {{"a", 0}}))->used, 0);
  EXPECT_EQ(ClosestToLimit(Judged({{"a", 0}}, {{"a", 1}}))->used, kInfinity);
  EXPECT_EQ(ClosestToLimit(Judged({{"a", kInfinity}}, {{"a", 1}}))->used, 0);
  EXPECT_TRUE(
      std::isnan(ClosestToLimit(Judged({{"a", 4}, {"b", 1}}, {{"a", kNan}, {"b", 9}}))->used));
  EXPECT_DOUBLE_EQ(
      ClosestToLimit(Judged({{"matched_ratio", 0.5}}, {{"matched_ratio", 0.75}}))->used, 0.5);
  EXPECT_FALSE(ClosestToLimit(Judged({{"a", 4}}, {})));
}

TEST(Headroom, OfAdvisoryStandardsDoesNotCount) {
  CaseRecord one = Judged({{"a", 4}}, {{"a", 4}});
  one.verdicts[0].advisory = true;
  EXPECT_FALSE(ClosestToLimit(one));
  EXPECT_EQ(HeadroomsOf(one).size(), 1u);
  one.verdicts[0].state = judge::VerdictState::kNotApplicable;
  EXPECT_TRUE(HeadroomsOf(one).empty());
}

TEST(Summary, IsGoodOnlyWhenEverythingWasRunAndIsGood) {
  RunRecord run = record::SampleRecord();
  EXPECT_FALSE(AsExpected(run));
  EXPECT_EQ(Headline(run), "FAILED: 9 of 12 cases are not as expected");
  std::erase_if(run.cases, [](const CaseRecord& one) { return !record::IsGood(one.status); });
  record::MakeConsistent(run);
  EXPECT_TRUE(AsExpected(run));
  EXPECT_EQ(Headline(run), "passed: 3 cases as expected");
  run.planned = 4;
  EXPECT_FALSE(AsExpected(run));
  EXPECT_EQ(Headline(run), "FAILED: 4 cases planned, 3 in the record");
  run.cases.clear();
  run.planned = 0;
  EXPECT_FALSE(AsExpected(run));
  EXPECT_EQ(Headline(run), "FAILED: nothing was run");
}

TEST(Summary, ShowsTheFirstFailuresAndHowManyAreLeft) {
  const std::string text = SummaryText(record::SampleRecord(), {.most_failures = 2});
  EXPECT_THAT(text, HasSubstr("and 7 more"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_THAT(SummaryText(record::SampleRecord(), {.colour = true}), HasSubstr("\x1b[1;31mFAILED"));
}

TEST(Summary, LetsNoControlCharacterThrough) {
  RunRecord run = record::SampleRecord();
  run.cases[0].id = "\x1b[2J\x07";
  run.cases[0].reason = "\x1b]0;x\x07";
  EXPECT_EQ(SummaryText(run).find('\x1b'), std::string::npos);
}

TEST(Markdown, KeepsHostileTextsInTheirCells) {
  EXPECT_EQ(MarkdownText("a|b\n<img> `x` [y](z) *b* @team"),
            "a&#124;b &#60;img&#62; &#96;x&#96; &#91;y&#93;(z) &#42;b&#42; &#64;team");
  EXPECT_EQ(MarkdownText("max_error _x_"), "max_error &#95;x&#95;");
  EXPECT_EQ(MarkdownCode("a"), "`a`");
  EXPECT_EQ(MarkdownCode("a`b``c"), "``` a`b``c ```");
  RunRecord run = record::SampleRecord();
  run.cases[0].id = "<script>alert(1)</script>|";
  EXPECT_THAT(WriteMarkdown(run), Not(HasSubstr("<script>")));
}

TEST(Markdown, StaysSmall) {
  RunRecord run = record::SampleRecord();
  for (int i = 0; i < 2000; ++i) {
    run.cases.push_back(run.cases[0]);
    run.cases.back().id = std::string(5000, 'x') + std::to_string(i);
    run.cases.back().reason = std::string(50000, '|');
  }
  record::MakeConsistent(run);
  const std::string text = WriteMarkdown(run);
  EXPECT_LT(text.size(), 1'000'000u);
  EXPECT_THAT(text, HasSubstr("more; all of them are in run.json"));
}

// G3-32: seed, data and the command that runs this case alone are with every failure.
TEST(CaseText, LeadsBackToTheCase) {
  const record::CaseRecord one = record::SamplePass("x", "fp32", "none");
  const std::string text = fmt::format("{}", fmt::join(DetailLines(one), "\n"));
  EXPECT_THAT(text, HasSubstr("data: seed 7, key x; self 0123456789abcdef; target fedcba9876543210"));
  EXPECT_THAT(text, HasSubstr(one.repro));
  EXPECT_THAT(text, HasSubstr("eco-v3 3.0: pass"));
}

TEST(CaseText, HintsAtTheCause) {
  CaseRecord one = record::SamplePass("s/a", "fp32", "none");
  EXPECT_EQ(HintText(one), "");
  one.pattern = "3 bad elements, 0 to 2: one block";
  EXPECT_EQ(HintText(one), "pattern: " + one.pattern);
  one.reason = "ulp: 2 > 1; pattern: " + one.pattern;
  EXPECT_EQ(HintText(one), "");
  one.reason = std::string(200, '.') + one.reason;
  EXPECT_EQ(HintText(one), "pattern: " + one.pattern);
  one.determinism.first_difference = "run 2, element 0 [0]: 0x3F800000 (1) then 0x3F800001 (1)";
  EXPECT_EQ(HintText(one), "pattern: " + one.pattern);
  one.determinism.first_difference = "run 3, element 0 [0]: 0x7FC00000 (nan) then 0x3F800000 (1)";
  EXPECT_EQ(HintText(one), "pattern: " + one.pattern);
  one.determinism.first_difference = "run 2, element 0 [0]: 0x7FC00000 (nan) then 0x3F800000 (1)";
  EXPECT_THAT(HintText(one), HasSubstr("a result of memory that nothing wrote"));
  one.strict_reports = {"out_of_bounds: kernel 'K' reads\x1b"};
  one.reason = "expected ACLNN_SUCCESS (0), got 507035";
  EXPECT_EQ(HintText(one), "device report: out_of_bounds: kernel 'K' reads\\x1b");
  one.reason = "the device reported out_of_bounds: kernel 'K' reads";
  EXPECT_EQ(HintText(one), "");
}

TEST(CaseText, ShowsBothValuesOfTheWorstElement) {
  const CaseRecord one = record::SamplePass("x", "fp32", "none");
  EXPECT_EQ(
      WorstText(one.worst[0], "fp32"),
      "element 3 [0, 3]: actual 0x3FA818C2 (1.3132555484771729), expected 0x3FA818C1 "
      "(1.3132616875182228), 0.5 ulp, absolute 6.139e-06, relative to |exact|+1e-7 4.675e-06, at "
      "self=0x3F800000 (1) target=0x00000000 (0)");
  EXPECT_EQ(InputsText(one),
            "self fp32 4x5 {uniform: [-20, 20]}; target fp32 4x5 transposed soft_labels; weight "
            "absent; reduction=none");
}

}  // namespace
}  // namespace touchstone::reports
