#include "reports/gate/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <locale>
#include <string>
#include <vector>

#include "reports/approved.h"
#include "reports/gate/gate_metrics.h"
#include "reports/gate/gate_test_support.h"
#include "reports/gate/gate_text.h"

namespace touchstone::gate {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  const Result<Baseline> baseline = BaselineFromJson(text, "b.json");
  return baseline ? "" : baseline.error().ToString();
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

TEST(Baseline, IsSmallSortedAndOneCasePerLine) {
  record::RunRecord run = SmallRun();
  run.cases[1].id = "s/a[dtype=bf16,n=1]";
  run.cases[2].id = "s/a[dtype=bf16,n=10]";
  std::swap(run.cases[0], run.cases[2]);
  run.cases[1].metrics.reset();
  run.cases[1].output.digest.clear();
  const Result<Baseline> baseline = MakeBaseline(run);
  ASSERT_TRUE(baseline);
  reports::ExpectApproved("baseline.json", WriteBaseline(*baseline));
}

// Cases of one template lie together in the file, and by id in memory.
TEST(Baseline, OrdersCasesByIdWhateverTheirTemplates) {
  record::RunRecord run = SmallRun();
  run.cases[0].id = "s/a[n=1]";
  run.cases[1].id = "s/a[n=1,m=2]";
  run.cases[2].id = "s/a[n=2]";
  const std::string text = WriteBaseline(*MakeBaseline(run));
  const Result<Baseline> again = BaselineFromJson(text, "b.json");
  ASSERT_TRUE(again) << again.error().ToString();
  std::vector<std::string> ids;
  for (const BaselineCase& one : again->cases) ids.push_back(one.id);
  EXPECT_THAT(ids, ::testing::ElementsAre("s/a[n=1,m=2]", "s/a[n=1]", "s/a[n=2]"));
  EXPECT_EQ(WriteBaseline(*again), text);
}

TEST(Baseline, RoundTrips) {
  record::RunRecord run = SmallRun();
  run.cases[0].id = "s/\"quoted\" BaNaNa \xFF";
  run.cases[0].metrics->max_error_ulp = 1.0 / 3;
  run.cases[0].metrics->max_relative_error = std::numeric_limits<double>::infinity();
  const std::string text = WriteBaseline(*MakeBaseline(run));
  const Result<Baseline> again = BaselineFromJson(text, "b.json");
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(WriteBaseline(*again), text);
  EXPECT_TRUE(Compare(*again, run, DefaultPolicy(), kToday).findings.empty());
}

TEST(Baseline, HoldsFiveDigitsAndComparesThem) {
  EXPECT_EQ(RoundForBaseline(1.0 / 3), 0.33333);
  EXPECT_EQ(RoundForBaseline(0), 0);
  EXPECT_EQ(RoundForBaseline(123456789), 123460000);
  EXPECT_TRUE(std::isnan(RoundForBaseline(std::nan(""))));
}

TEST(Baseline, DurationsAreCoarseAndSteady) {
  record::RunRecord run = SmallRun();
  for (auto& one : run.cases) one.suite = "s";
  run.cases[0].duration_ms = 12345;
  Baseline earlier = *MakeBaseline(run);
  EXPECT_EQ(earlier.suites[0].duration_ms, 12000);
  run.cases[0].duration_ms = 15000;
  Baseline later = *MakeBaseline(run);
  KeepSteadyDurations(earlier, later);
  EXPECT_EQ(later.suites[0].duration_ms, 12000);
  run.cases[0].duration_ms = 40000;
  later = *MakeBaseline(run);
  KeepSteadyDurations(earlier, later);
  EXPECT_EQ(later.suites[0].duration_ms, 40000);
}

TEST(Baseline, TakesNoRecordThatIsNotGood) {
  const auto error_of = [](const record::RunRecord& run) {
    const Result<Baseline> baseline = MakeBaseline(run);
    return baseline ? "" : baseline.error().message;
  };
  record::RunRecord run = SmallRun();
  run.cases[1].status = record::CaseStatus::kTimeout;
  EXPECT_THAT(error_of(run), HasSubstr("1 of 3 cases are not good, the first is 's/b' (timeout)"));
  EXPECT_TRUE(MakeBaseline(run, {.accept_failures = true}));
  run = SmallRun();
  run.cases[1].status = record::CaseStatus::kKnownIssue;
  EXPECT_EQ(error_of(run), "");
  run.planned = 9;
  EXPECT_THAT(error_of(run), HasSubstr("incomplete"));
  run.cases.clear();
  run.planned = 0;
  EXPECT_THAT(error_of(run), HasSubstr("no cases"));
  run = SmallRun();
  run.cases[2].metrics->mean_error_ulp = std::nan("");
  EXPECT_THAT(error_of(run), HasSubstr("case 's/c': mean_error_ulp is NaN"));
}

// G3-22: null and NaN are never compared as numbers.
TEST(Baseline, RefusesWhatItDidNotWrite) {
  const std::string text = WriteBaseline(*MakeBaseline(SmallRun()));
  EXPECT_EQ(ErrorOf(text), "");
  EXPECT_THAT(ErrorOf(""), HasSubstr("b.json: the file is empty"));
  EXPECT_THAT(ErrorOf(text.substr(0, text.size() / 2)), HasSubstr("truncated"));
  EXPECT_THAT(ErrorOf(Replaced(text, "baseline/2", "run/1")),
              HasSubstr("b.json:2:11: the schema is \"touchstone.run/1\", but that of a baseline is"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"soc\"", "\"sock\"")), HasSubstr("'soc' is missing"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"soc\"", "\"pass_rate\": null,\n\"soc\"")),
              HasSubstr("'pass_rate' is not a known key"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"pass\"", "\"\"")), HasSubstr("no valid status"));
  EXPECT_THAT(ErrorOf(Replaced(text, "0.5,", "\"NaN\",")), HasSubstr("max_error_ulp is \"NaN\""));
  EXPECT_THAT(ErrorOf(Replaced(text, "0.5,", "")), HasSubstr("must be a list of 9 values"));
  EXPECT_THAT(ErrorOf(Replaced(text, "0.5,", "-1,")),
              HasSubstr("templates[0].cases[0] (s/a): max_error_ulp must not be negative, but is -1"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"s/b\"", "\"s\\nb\"")),
              HasSubstr("templates[0].cases[1] id holds a line end or control character"));
  EXPECT_THAT(ErrorOf(Replaced(text, "a5a5a5a5a5a5a5a5", "zz")),
              ::testing::MatchesRegex("b.json:[0-9]+:1: bad baseline: templates.0..cases.0. .s/a.: the digest is "
                                      "no digest of 16 or 32 hex digits: \"zz\""));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"duration_ms\":0", "\"duration_ms\":-1")),
              HasSubstr("duration_ms' must be finite and not negative"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"s/b\"", "\"s/a\"")), HasSubstr("there twice"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"s/b\"", "\"s/d\"")), HasSubstr("not in order"));
  EXPECT_THAT(ErrorOf(Replaced(text, "mean_error_ulp", "mean_ulp")), HasSubstr("--update"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"({"2":3})", "null")), HasSubstr("object of counts"));
  EXPECT_THAT(ErrorOf(text.substr(0, text.find("[\n{") + 1) + "]}"),
              HasSubstr("'templates' is empty"));
  const size_t rows = text.find("[\n[") + 1;
  EXPECT_THAT(ErrorOf(text.substr(0, rows) + text.substr(text.find("\n]}", rows))),
              HasSubstr("'templates[0].cases' is empty"));
}

TEST(Baseline, RefusesCasesThatDoNotFitTheirTemplate) {
  record::RunRecord run = SmallRun();
  run.cases[1].id = "s/b[n=1,m=2]";
  run.cases[2].id = "s/b[n=2,m=2]";
  const std::string text = WriteBaseline(*MakeBaseline(run));
  EXPECT_EQ(ErrorOf(text), "");
  EXPECT_THAT(ErrorOf(Replaced(text, "\"1,2\"", "\"1\"")),
              HasSubstr("templates[1].cases[0] has values that do not fit \"s/b[n=,m=]\": \"1\""));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"1,2\"", "1")), HasSubstr("has no values"));
  EXPECT_THAT(ErrorOf(Replaced(text, "[n=,m=]", "[n=1,m=]")), HasSubstr("do not fit"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"1,2\"", "\"2,2\"")),
              HasSubstr("templates[1].cases[1] (s/b[n=2,m=2]) is not in order or there twice"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"1,2\"", "\"3,2\"")), HasSubstr("not in order"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"1,2\"", "\"\\n,2\"")), HasSubstr("control character"));
  EXPECT_THAT(ErrorOf(Replaced(text, "\"cases\"", "\"rows\"")),
              HasSubstr("'templates[0].cases' is missing"));
}

struct CommaForPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// G3-08: decimal commas and grouped thousands of a global locale reach neither baseline nor gate.
TEST(Baseline, IgnoresTheLocale) {
  record::RunRecord run = SmallRun();
  run.cases[0].metrics->max_error_ulp = 2112.5;
  record::RunRecord worse = run;
  worse.cases[0].metrics->max_error_ulp = 12345.5;
  worse.cases[1].metrics->mean_relative_error = 1e-3;
  const auto texts = [&] {
    const std::string text = WriteBaseline(*MakeBaseline(run));
    const GateReport report =
        Compare(*BaselineFromJson(text, "b.json"), worse, DefaultPolicy(), kToday);
    return std::vector<std::string>{text, GateText(report), GateMarkdown(report), GateJson(report)};
  };
  const std::vector<std::string> before = texts();
  EXPECT_THAT(before[1], HasSubstr("max_error_ulp was 2112.5, is 12346"));
  const std::locale old = std::locale::global(std::locale(std::locale(), new CommaForPoint));
  const std::vector<std::string> after = texts();
  std::locale::global(old);
  EXPECT_EQ(before, after);
}

// A file of an earlier version is told apart from one that is no baseline.
TEST(Baseline, OfAnotherVersionSaysHowToGoOn) {
  const std::string text = WriteBaseline(*MakeBaseline(SmallRun()));
  const Result<Baseline> old = BaselineFromJson(Replaced(text, "baseline/2", "baseline/1"), "b.json");
  ASSERT_FALSE(old);
  ASSERT_EQ(old.errors().size(), 2u);
  EXPECT_THAT(old.errors()[0].ToString(),
              HasSubstr("b.json:2:11: the schema is \"touchstone.baseline/1\", but that of a "
                        "baseline is \"touchstone.baseline/2\""));
  EXPECT_THAT(old.errors()[1].ToString(), HasSubstr("`touchstone gate --update`"));
}

// As long as those of cases/full.yaml, whose 31,238 cases take 4.4 MB.
TEST(Baseline, Of30000CasesStaysUnder5Megabytes) {
  record::RunRecord run = SmallRun();
  const record::CaseRecord one = run.cases[0];
  for (int i = 0; i < 30000; ++i) {
    run.cases.push_back(one);
    run.cases.back().id =
        "bce_with_logits/full/both weights[shape=2x2x2x2x2x2x2x17,weight_shape=17,dtype=bf16,"
        "reduction=sum,values={uniform:-5_0},labels=hard_labels,seed=" +
        std::to_string(i) + "]";
    run.cases.back().metrics->mean_error_ulp = 0.25 + i / 333333.0;
  }
  record::MakeConsistent(run);
  EXPECT_LT(WriteBaseline(*MakeBaseline(run)).size(), 5'000'000u);
}

}  // namespace
}  // namespace touchstone::gate
