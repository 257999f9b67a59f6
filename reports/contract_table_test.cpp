#include "reports/contract_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/sample_record.h"
#include "reports/markdown.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using ::testing::HasSubstr;
using ::testing::Not;

CaseRecord Tagged(const std::string& name, const std::string& contract, const std::string& dtype,
                  const std::string& expected, CaseStatus status = CaseStatus::kPass) {
  CaseRecord one = record::SamplePass(
      "s/" + name + "[contract=" + contract + ",dtype=" + dtype + "]", dtype, "none");
  one.axes["contract"] = one.contract = contract;
  one.tags = {"x", kPageVersusSource};
  one.expected = expected;
  one.status = status;
  return one;
}

RunRecord Sample() {
  RunRecord run;
  run.cases = {Tagged("empty", "documented", "fp32", "success"),
               Tagged("empty", "source", "fp32", "success"),
               Tagged("weight", "documented", "fp32", "161002"),
               Tagged("weight", "documented", "int8", "161002"),
               Tagged("weight", "source", "fp32", "success"),
               Tagged("weight", "source", "int8", "success", CaseStatus::kWrongStatus),
               record::SamplePass("s/other", "fp32", "none")};
  run.cases[5].reason = "expected 0, got 561103";
  record::MakeConsistent(run);
  return run;
}

TEST(ContractTable, OneRowPerKindOfCall) {
  const RunRecord run = Sample();
  const std::vector<ContractRow> rows = ContractTable(run);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "s/empty");
  EXPECT_FALSE(rows[0].Parted());
  EXPECT_EQ(rows[1].name, "s/weight");
  EXPECT_TRUE(rows[1].Parted());
  EXPECT_EQ(ContractSideText(rows[1].documented), "161002: 2 of 2 as expected");
  EXPECT_EQ(ContractSideText(rows[1].source), "success: 1 of 2 as expected");
  EXPECT_EQ(run.cases[rows[1].first_row].id, "s/weight[contract=documented,dtype=fp32]");
  EXPECT_EQ(ContractSideText({}), "not run");
}

TEST(ContractTable, IsPartOfTheSummaries) {
  const std::string text = SummaryText(Sample());
  EXPECT_THAT(text, HasSubstr("  page against source: 2 kinds of calls, 1 of them with another "
                              "status; not as expected: 1\n"
                              "    NOT as expected: weight\n"
                              "      page    161002: 2 of 2 as expected\n"
                              "      source  success: 1 of 2 as expected\n"
                              "              wrong status: expected 0, got 561103\n"
                              "    empty: both success\n"));
  EXPECT_THAT(ContractTableText(Sample(), 1), HasSubstr("    and 1 more\n"));
  EXPECT_THAT(WriteMarkdown(Sample()),
              HasSubstr("| s/weight | 161002: 2 of 2 as expected | success: 1 of 2 as expected |"));
}

TEST(ContractTable, IsNotThereWithoutSuchCases) {
  RunRecord run = Sample();
  for (CaseRecord& one : run.cases) one.tags.clear();
  EXPECT_EQ(ContractTableText(run), "");
  EXPECT_THAT(SummaryText(run), Not(HasSubstr("page against")));
  EXPECT_THAT(WriteMarkdown(run), Not(HasSubstr("Page against")));
}

}  // namespace
}  // namespace touchstone::reports
