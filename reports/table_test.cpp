// CSV, GitHub annotations and XLSX against hostile and large records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "framework/record/sample_record.h"
#include "reports/case_row.h"
#include "reports/csv.h"
#include "reports/github_annotations.h"
#include "reports/xlsx.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using ::testing::HasSubstr;

Cell CellOf(const CaseRecord& one, const std::string& heading) {
  const auto& headings = CaseColumns();
  const auto found = std::find(headings.begin(), headings.end(), heading);
  EXPECT_NE(found, headings.end()) << heading;
  return CaseRow(one)[static_cast<size_t>(found - headings.begin())];
}

// G2-18: one of three is 33.33 percent, and the share is of all elements.
TEST(CaseRow, MismatchShareIsOfAllElements) {
  CaseRecord one = record::SamplePass("x", "fp32", "none");
  one.metrics->elements = 3;
  one.metrics->bitwise_mismatches = 1;
  EXPECT_EQ(CellOf(one, "mismatch_share"), Cell(1.0 / 3));
  one.metrics->elements = 2;
  EXPECT_EQ(CellOf(one, "mismatch_share"), Cell(0.5));
  one.metrics->elements = one.metrics->bitwise_mismatches = 0;
  EXPECT_EQ(CellOf(one, "mismatch_share"), Cell());
}

TEST(Csv, QuotesAndDisarms) {
  EXPECT_EQ(CsvText("plain"), "plain");
  EXPECT_EQ(CsvText("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvText("say \"x\"\n"), "\"say \"\"x\"\"\n\"");
  EXPECT_EQ(CsvText("=HYPERLINK(1)"), "'=HYPERLINK(1)");
  EXPECT_EQ(CsvText("@SUM(1)"), "'@SUM(1)");
  EXPECT_EQ(CsvText("\x1b[0m"), "\\x1b[0m");
}

TEST(Csv, HasARowForEachCase) {
  const std::string text = WriteCsv(record::SampleRecord());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 13);
}

// G3-24: one line per annotation whatever it says.
TEST(GithubAnnotations, EscapeWhatWouldBreakALine) {
  RunRecord run = record::SampleRecord();
  run.suites[0].path = "cases/x,y:z.yaml";
  run.cases = {record::SamplePass("a,b:c", "fp32", "none")};
  run.cases[0].status = CaseStatus::kFail;
  run.cases[0].reason = "max 100% at a,b:c\nline2\r\n";
  const std::string text = GithubAnnotations(run);
  EXPECT_THAT(text, HasSubstr("::error file=cases/x%2Cy%3Az.yaml,title=fail%3A a%2Cb%3Ac::"
                              "reason: max 100%25 at a,b:c%0Aline2\\x0d%0A"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

// G3-24: cuts are marked, and what is not shown is counted.
TEST(GithubAnnotations, AreShortAndFew) {
  RunRecord run = record::SampleRecord();
  run.cases.assign(100, record::SamplePass("x", "fp32", "none"));
  for (CaseRecord& one : run.cases) {
    one.status = CaseStatus::kFail;
    one.reason = std::string(10000, '%');
  }
  const std::string text = GithubAnnotations(run);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_THAT(text, HasSubstr("more bytes"));
  EXPECT_THAT(text, HasSubstr("FAILED: 100 of 100 cases are not as expected; 91 more"));
  for (size_t start = 0; start < text.size(); start = text.find('\n', start) + 1) {
    EXPECT_LT(text.find('\n', start) - start, 4096u);
  }
  EXPECT_THAT(GithubAnnotations(RunRecord{}), HasSubstr("nothing was run"));
}

// The text of one file inside a workbook, by way of unzip where it is installed.
std::string Unzipped(const std::string& bytes, const std::string& name) {
  const auto file =
      std::filesystem::temp_directory_path() / ("xlsx_test." + std::to_string(::getpid()));
  std::ofstream(file, std::ios::binary) << bytes;
  std::string text;
  FILE* pipe = ::popen(("unzip -p '" + file.string() + "' " + name + " 2> /dev/null").c_str(), "r");
  for (char buffer[4096]; const size_t size = std::fread(buffer, 1, sizeof(buffer), pipe);) {
    text.append(buffer, size);
  }
  ::pclose(pipe);
  std::filesystem::remove(file);
  return text;
}

TEST(Xlsx, IsAWorkbookAndTheSameBytesEachTime) {
  const Result<std::string> a = WriteXlsx(record::SampleRecord());
  const Result<std::string> b = WriteXlsx(record::SampleRecord());
  ASSERT_TRUE(a);
  EXPECT_EQ(a->substr(0, 2), "PK");
  EXPECT_EQ(*a, *b);
}

TEST(Xlsx, FailureSheetsAreFilled) {
  if (std::system("command -v unzip > /dev/null") != 0) GTEST_SKIP() << "unzip is not installed";
  const std::string bytes = *WriteXlsx(record::SampleRecord());
  EXPECT_THAT(Unzipped(bytes, "xl/workbook.xml"), HasSubstr("name=\"failed cases\""));
  const auto rows = [&](const std::string& sheet) {
    const std::string text = Unzipped(bytes, "xl/worksheets/" + sheet);
    size_t count = 0;
    for (size_t at = text.find("<row "); at != std::string::npos; at = text.find("<row ", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(rows("sheet1.xml"), 13u);  // a heading and every case
  EXPECT_EQ(rows("sheet2.xml"), 3u);   // the suite and the total
  EXPECT_EQ(rows("sheet3.xml"), 10u);  // nine that are not good
  EXPECT_GT(rows("sheet4.xml"), 4u);
  EXPECT_THAT(Unzipped(bytes, "xl/sharedStrings.xml"),
              HasSubstr("eco-v3: max_relative_error 0.25 exceeds"));
}

TEST(Xlsx, TakesHostileAndLongTexts) {
  RunRecord run = record::SampleRecord();
  run.cases[0].reason = std::string(200'000, 'x') + "\x1b\x01</t>";
  run.cases[0].id = "=cmd|'/c calc'!A0";
  EXPECT_TRUE(WriteXlsx(run));
  EXPECT_TRUE(WriteXlsx(RunRecord{}));
}

}  // namespace
}  // namespace touchstone::reports
