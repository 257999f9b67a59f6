#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "framework/record/sample_record.h"
#include "reports/html/aggregates.h"
#include "reports/html/coverage.h"
#include "reports/html/page_sections.h"

namespace touchstone::reports {
namespace {

using nlohmann::json;
using record::CaseRecord;
using record::RunRecord;
using ::testing::Contains;
using ::testing::ElementsAre;

std::vector<std::string> Universe(const RunRecord& run, const std::string& column) {
  for (const CoverageDimension& dimension : CoverageDimensions(run)) {
    if (dimension.column == column) return dimension.universe;
  }
  ADD_FAILURE() << "no dimension " << column;
  return {};
}

TEST(CoverageSection, KnowsAllThatThereIsToBeReached) {
  const RunRecord run = record::SampleRecord();
  EXPECT_THAT(Universe(run, "dtype"), ElementsAre("fp16", "bf16", "fp32"));
  EXPECT_EQ(Universe(run, "rank").size(), 9u);
  EXPECT_THAT(Universe(run, "layout"), Contains("expanded"));
  EXPECT_THAT(Universe(run, "reduction"), ElementsAre("none", "mean", "sum"));
  EXPECT_THAT(Universe(run, "values"), Contains("subnormal"));
  EXPECT_THAT(Universe(run, "soc"), Contains("Ascend910B1"));
  EXPECT_TRUE(Universe(RunRecord{}, "reduction").empty()) << "no operator, no reductions";
  const json section = json::parse(CoverageSection(run));
  EXPECT_EQ(section["dimensions"].size(), 7u);
  EXPECT_EQ(section["axes"].size(), 2u);
}

TEST(CoverageSection, WhatCannotBeIsNoGap) {
  const std::vector<CoverageBar> bars = CoverageBars();
  const auto barred = [&](const std::string& value, const std::string& other) {
    return std::any_of(bars.begin(), bars.end(), [&](const CoverageBar& bar) {
      return bar.value == value && bar.other_value == other;
    });
  };
  EXPECT_TRUE(barred("rank 1", "transposed"));
  EXPECT_FALSE(barred("rank 2", "transposed"));
  EXPECT_TRUE(barred("rank 0", "lower rank"));
  EXPECT_TRUE(barred("bf16", "Ascend910A"));
  EXPECT_FALSE(barred("bf16", "Ascend910B1"));
}

TEST(CoverageSection, CasesTellWhatTheyReach) {
  CaseRecord one = record::SamplePass("a", "fp16", "none");
  one.inputs = {{"self", "given", "fp16", {4, 5}, "contiguous", "values: {values: [0, 1e-7]}", ""},
                {"target", "given", "fp16", {4, 5}, "contiguous", "soft_labels", ""},
                {"weight", "given", "fp16", {4, 1}, "contiguous", "soft_labels", ""},
                {"pos_weight", "absent", "", {}, "", "", ""}};
  EXPECT_EQ(BroadcastWords(one), "absent+axis of 1");
  EXPECT_EQ(ValueWords(one), "subnormal+zero");
  one.inputs[0].data = "specials";
  EXPECT_EQ(ValueWords(one), "NaN+infinity+normal+subnormal+zero");
  one.operator_name = "aclnnAdd";
  EXPECT_EQ(BroadcastWords(one), "-");
  one.inputs.clear();
  EXPECT_EQ(ValueWords(one), "-");
}

TEST(MutationSection, IsThereWhenTheRecordHasResults) {
  RunRecord run = record::SampleRecord();
  const json section = json::parse(MutationSection(run));
  ASSERT_EQ(section["mutants"].size(), 4u);
  EXPECT_EQ(section["mutants"][3]["state"], "survived");
  EXPECT_EQ(section["mutants"][2]["noticed_by"], json({"smoke"}));
  run.mutation->mutants[0].id = "x\x1b[31m";
  EXPECT_EQ(json::parse(MutationSection(run))["mutants"][0]["id"], "x\\x1b[31m");
  run.mutation.reset();
  EXPECT_EQ(MutationSection(run), "null");
}

TEST(DetectableSection, IsThereWhereTheBoundJudged) {
  RunRecord run = record::SampleRecord();
  const json section = json::parse(DetectableSection(run));
  ASSERT_EQ(section.size(), 1u);
  EXPECT_EQ(section[0]["rows"].size(), section[0]["counts"].size());
  EXPECT_EQ(section[0]["rows"][0].size(), section[0]["columns"].size());
  EXPECT_EQ(section[0]["columns"][1], json({"fp32 sum", 10}));
  for (CaseRecord& one : run.cases) one.verdicts.resize(std::min<size_t>(1, one.verdicts.size()));
  EXPECT_EQ(DetectableSection(run), "[]") << "eco-v3 alone has no such table";
}

TEST(Aggregates, ThinningKeepsWhatRoundingDoesNotExplain) {
  RunRecord run = record::SampleRecord();
  run.cases.clear();
  for (int i = 0; i < 1000; ++i) {
    run.cases.push_back(record::SamplePass(std::to_string(i), "fp32", "none"));
    judge::WorstElement& worst = run.cases.back().worst[0];
    worst.inputs["self"] = "0x0 (" + std::to_string(i) + ")";
    worst.error_ulp = i % 2 == 0 ? 50 : 3;
    worst.bound_ulp = i == 501 ? 2 : 60;
  }
  const auto points = ErrorPoints(run, 50).at("fp32");
  const auto beyond = [](const ErrorPoint& point) { return point.error_ulp > point.bound_ulp; };
  EXPECT_EQ(std::count_if(points.begin(), points.end(), beyond), 1);
  EXPECT_EQ(std::find_if(points.begin(), points.end(), beyond)->input, 501);
}

}  // namespace
}  // namespace touchstone::reports
