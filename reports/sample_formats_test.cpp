// Whole files as approved by a person, for the record with every status in it.
#include <gtest/gtest.h>

#include <clocale>
#include <locale>

#include "framework/record/sample_record.h"
#include "reports/approved.h"
#include "reports/format.h"
#include "reports/html/page_data.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

using record::RunRecord;
using record::SampleRecord;

struct Case {
  const char* format;
  const char* approved;
};

class ApprovedFormats : public ::testing::TestWithParam<Case> {};

std::string Write(const std::string& format, const RunRecord& run) {
  const auto formats = ParseFormats(format);
  EXPECT_TRUE(formats.ok());
  Result<std::string> bytes = formats->front()->write(run);
  EXPECT_TRUE(bytes.ok());
  return *bytes;
}

TEST_P(ApprovedFormats, Match) {
  ExpectApproved(GetParam().approved, Write(GetParam().format, SampleRecord()));
}

INSTANTIATE_TEST_SUITE_P(All, ApprovedFormats,
                         ::testing::Values(Case{"json", "run.json"}, Case{"junit", "junit.xml"},
                                           Case{"md", "summary.md"}, Case{"csv", "cases.csv"},
                                           Case{"github", "annotations.txt"}),
                         [](const auto& info) { return info.param.format; });

TEST(ApprovedText, Summary) {
  ExpectApproved("summary.txt", SummaryText(SampleRecord(), {.most_failures = 20}));
}

TEST(ApprovedText, PageData) { ExpectApproved("page_data.json", PageData(SampleRecord())); }

struct CommaForPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// G3-08: decimal commas and grouped thousands of a global locale reach no file.
TEST(Formats, IgnoreTheLocale) {
  const RunRecord run = SampleRecord();
  std::vector<std::string> before, after;
  for (const Format& format : AllFormats()) before.push_back(*format.write(run));
  const std::string summary = SummaryText(run);
  const std::locale old = std::locale::global(std::locale(std::locale(), new CommaForPoint));
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_ALL, name);
  for (const Format& format : AllFormats()) after.push_back(*format.write(run));
  const std::string other_summary = SummaryText(run);
  std::locale::global(old);
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(before, after);
  EXPECT_EQ(summary, other_summary);
}

TEST(Formats, AreTheSameBytesEachTime) {
  const RunRecord run = SampleRecord();
  for (const Format& format : AllFormats()) EXPECT_EQ(*format.write(run), *format.write(run));
}

}  // namespace
}  // namespace touchstone::reports
