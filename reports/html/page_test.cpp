#include "reports/html/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "framework/record/sample_record.h"
#include "reports/html/aggregates.h"
#include "reports/html/pack.h"
#include "reports/html/page_data.h"

namespace touchstone::reports {
namespace {

using nlohmann::json;
using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

RunRecord Large(int cases) {
  RunRecord run = record::SampleRecord();
  const CaseRecord pass = record::SamplePass("", "fp16", "mean");
  const std::vector<CaseRecord> sample = run.cases;
  run.cases.clear();
  for (int i = 0; i < cases; ++i) {
    CaseRecord one = i % 20 == 0 ? sample[i / 20 % sample.size()] : pass;
    one.id = "bce_with_logits/precision/range[dtype=fp16,reduction=mean,range=" +
             std::to_string(i * 7919 % 100003) + "," + std::to_string(i) + "]";
    one.output.digest = std::to_string(std::hash<int>()(i) * 0x9E3779B97F4A7C15u);
    if (one.metrics) one.metrics->max_error_ulp = std::fmod(i * 0.6180339887, 1.0);
    run.cases.push_back(std::move(one));
  }
  record::MakeConsistent(run);
  return run;
}

TEST(Page, NeedsNothingElse) {
  const std::string page = *WriteHtml(record::SampleRecord());
  EXPECT_THAT(page, HasSubstr("Chart.js v3.9"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* outside : {"src=\"http", "href=\"http", "@import", "url(http", "fetch(", "{{"}) {
    const size_t script = page.find("Chart.js v3.9");  // its own text may hold any of them
    EXPECT_EQ(page.substr(0, script).find(outside), std::string::npos) << outside;
  }
}

TEST(Page, SaysTheAnswerWithoutScripts) {
  EXPECT_THAT(*WriteHtml(record::SampleRecord()),
              HasSubstr("<h1>FAILED: 9 of 12 cases are not as expected</h1>"));
  EXPECT_THAT(*WriteHtml(RunRecord{}), HasSubstr("<h1>FAILED: nothing was run</h1>"));
}

// G3-25: names and messages are text, in the page and in its data.
TEST(Page, HostileTextsAreInert) {
  RunRecord run = record::SampleRecord();
  run.cases[0].id = "<script>alert(1)</script>";
  run.cases[0].reason = "</script><b>bold</b> <!-- {{SCRIPT}}";
  run.suites[0].name = "<svg onload=alert(2)>";
  run.device.soc = "\"><img src=x onerror=alert(3)>";
  record::MakeConsistent(run);
  const std::string plain = *WriteHtml(record::SampleRecord());
  const std::string page = *WriteHtml(run);
  EXPECT_EQ(Count(page, "<script"), Count(plain, "<script"));
  EXPECT_EQ(Count(page, "</script"), Count(plain, "</script"));
  EXPECT_EQ(Count(page, "<!--"), Count(plain, "<!--"));
  EXPECT_THAT(page, Not(HasSubstr("<svg")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("\\u003cscript>alert(1)\\u003c/script>"));
}

TEST(Page, IsSmallWith30000Cases) {
  const Result<std::string> page = WriteHtml(Large(30000));
  ASSERT_TRUE(page);
  EXPECT_LT(page->size(), 5'000'000u);
  EXPECT_THAT(*page, HasSubstr("data-encoding=\"zlib+base64\""));
}

// G3-25: the size is bounded.
TEST(Page, IsBoundedWhateverTheCasesHold) {
  RunRecord run = record::SampleRecord();
  CaseRecord huge = run.cases[0];
  huge.status = CaseStatus::kFail;
  huge.reason = huge.error_text = huge.repro = std::string(1 << 20, 'r');
  huge.worst.resize(1000);
  huge.strict_reports.assign(1000, std::string(10000, 's'));
  huge.verdicts.assign(100, {});
  run.cases.assign(20, huge);
  for (size_t i = 0; i < run.cases.size(); ++i) run.cases[i].id = "case " + std::to_string(i);
  record::MakeConsistent(run);
  const json data = json::parse(PageData(run));
  EXPECT_LT(data.dump().size(), 20u * 100'000);
  EXPECT_EQ(data["details"]["0"]["worst"].size(), 10u);
  EXPECT_THAT(data["details"]["0"]["reason"].get<std::string>(), HasSubstr("more bytes"));
}

TEST(PageData, HoldsEveryCaseAndDetailsOfWhatIsNotGood) {
  const json data = json::parse(PageData(record::SampleRecord()));
  EXPECT_EQ(data["columns"]["id"].size(), 12u);
  EXPECT_EQ(data["columns"]["operands"]["values"][0], "self, target");
  EXPECT_EQ(data["columns"]["size"]["values"][0], "16 to 63");
  EXPECT_EQ(data["columns"]["divisor"]["values"][0], "4");
  EXPECT_EQ(data["columns"]["hint"].size(), 1u);
  EXPECT_EQ(data["details"].size(), 10u);  // nine that are not good, and the known issue
  RunRecord many = Large(30000);
  for (CaseRecord& one : many.cases) one.status = CaseStatus::kFail;
  EXPECT_EQ(json::parse(PageData(many))["details"].size(), kMostDetails);
}

TEST(Aggregates, BucketsFollowTheShareOfTheLimit) {
  RunRecord run = record::SampleRecord();
  run.cases.clear();
  for (const double value : {0.0, 0.5, 1.0, 1.0000001, 1e9, std::nan("")}) {
    run.cases.push_back(record::SamplePass("x" + std::to_string(run.cases.size()), "fp32", "none"));
    run.cases.back().verdicts.resize(1);
    run.cases.back().verdicts[0].limits = {{"m", 1.0}};
    run.cases.back().verdicts[0].values = {{"m", value}};
  }
  const std::vector<LimitUse> uses = LimitUses(run);
  ASSERT_EQ(uses.size(), 1u);
  EXPECT_THAT(uses[0].buckets, ElementsAre(1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1));
  EXPECT_EQ(LimitUseLabels().size(), uses[0].buckets.size());
  EXPECT_EQ(LimitUseLabels()[FirstBeyondBucket()], "to 200 %");
  EXPECT_EQ(uses[0].beyond, 3u);
  EXPECT_EQ(uses[0].nearest_row, 5u);  // NaN is the furthest
}

TEST(Aggregates, KnownIssuesAreCountedApart) {
  RunRecord run = record::SampleRecord();
  run.cases = {record::SamplePass("a", "fp32", "none"), record::SamplePass("b", "fp32", "none")};
  for (CaseRecord& one : run.cases) one.verdicts.resize(1);
  run.cases[1].status = CaseStatus::kKnownIssue;
  run.cases[1].verdicts[0].values["max_relative_error"] = 0.25;
  const std::vector<LimitUse> uses = LimitUses(run);
  ASSERT_EQ(uses.size(), 1u);
  EXPECT_EQ(uses[0].cases, 1u);
  EXPECT_EQ(uses[0].known, 1u);
  EXPECT_EQ(uses[0].beyond, 0u);
  EXPECT_EQ(uses[0].nearest_row, 0u);
  std::swap(run.cases[0], run.cases[1]);
  EXPECT_EQ(LimitUses(run)[0].nearest_row, 1u);
  run.cases.resize(1);
  EXPECT_EQ(LimitUses(run)[0].cases, 0u);
  EXPECT_EQ(LimitUses(run)[0].nearest.standard, "eco-v3");
}

TEST(Aggregates, HistogramsAreSummedByType) {
  const auto histograms = UlpHistograms(record::SampleRecord());
  ASSERT_TRUE(histograms.contains("bf16"));
  EXPECT_EQ(histograms.at("bf16").size(), histograms.at("fp32").size());
  EXPECT_EQ(histograms.at("bf16")[1], 1u);
}

TEST(Aggregates, PointsAreThinnedButKeepTheirPeaks) {
  RunRecord run = record::SampleRecord();
  run.cases.clear();
  for (int i = 0; i < 1000; ++i) {
    run.cases.push_back(record::SamplePass(std::to_string(i), "fp32", "none"));
    run.cases.back().worst[0].inputs["self"] = "0x0 (" + std::to_string(i) + ")";
    run.cases.back().worst[0].error_ulp = i == 555 ? 99 : 0.25;
  }
  const auto points = ErrorPoints(run, 50).at("fp32");
  EXPECT_EQ(points.size(), 50u);
  EXPECT_EQ(std::count_if(points.begin(), points.end(),
                          [](const ErrorPoint& point) { return point.error_ulp == 99; }),
            1);
  EXPECT_EQ(NumberInParentheses("0x3F800000 (-1.5e-3)"), -0.0015);
  EXPECT_TRUE(std::isnan(NumberInParentheses("0x7FC00000 (NaN)")));
  EXPECT_TRUE(std::isnan(NumberInParentheses("(1")));
}

TEST(Pack, RoundTripsThroughZlibAndBase64) {
  const std::string text(100000, 'a');
  const std::string packed = *Deflate(text);
  std::string again(text.size(), '\0');
  uLongf size = again.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(again.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
            Z_OK);
  EXPECT_EQ(again, text);
  EXPECT_EQ(Base64(""), "");
  EXPECT_EQ(Base64("f"), "Zg==");
  EXPECT_EQ(Base64("fo"), "Zm8=");
  EXPECT_EQ(Base64("foo"), "Zm9v");
  EXPECT_EQ(Base64("foob"), "Zm9vYg==");
  EXPECT_EQ(Base64("\xff\xfe\xfd"), "//79");
}

TEST(Pack, EscapesForScriptsAndMarkup) {
  EXPECT_EQ(ScriptSafe("</script><!--\xE2\x80\xA8"), "\\u003c/script>\\u003c!--\\u2028");
  EXPECT_EQ(HtmlText("<a href=\"x\">&'\x1b"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\x1b");
}

}  // namespace
}  // namespace touchstone::reports
