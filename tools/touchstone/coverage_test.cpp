#include "tools/touchstone/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "framework/suite/suite.h"
#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

const std::string kSuite = R"(suite: s
operator: aclnnBinaryCrossEntropyWithLogits
cases:
  - name: n
    matrix: {dtype: [fp16, fp32], shape: [[4], [2, 3]], soc: [Ascend910A]}
    exclude: [{dtype: fp32, shape: [4]}]
    soc: $soc
    inputs:
      self: {shape: $shape, dtype: $dtype, view: strided}
      target: {shape: $shape, dtype: $dtype, data: soft_labels}
      weight: {shape: [1], dtype: $dtype}
    attrs: {reduction: sum}
)";

const CoverageDimension& Dimension(const Coverage& coverage, const std::string& name) {
  for (const CoverageDimension& one : coverage.dimensions) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << name;
  return coverage.dimensions.front();
}

Coverage OfSuite() {
  const auto loaded = suite::LoadSuiteText(kSuite, "s.yaml");
  EXPECT_TRUE(loaded.ok());
  return CoverageOf(loaded->cases);
}

TEST(Coverage, CountsWhatIsReachedAndShowsGaps) {
  const Coverage coverage = OfSuite();
  EXPECT_THAT(Dimension(coverage, "dtype").counts,
              ElementsAre(Pair("fp16", 2u), Pair("bf16", 0u), Pair("fp32", 1u)));
  EXPECT_THAT(Dimension(coverage, "rank").counts, Contains(Pair("2", 2u)));
  EXPECT_THAT(Dimension(coverage, "rank").counts, Contains(Pair("8", 0u)));
  EXPECT_THAT(Dimension(coverage, "layout").counts, Contains(Pair("strided", 3u)));
  EXPECT_THAT(Dimension(coverage, "layout").counts, Contains(Pair("expanded", 0u)));
  EXPECT_THAT(Dimension(coverage, "broadcast").counts, Contains(Pair("one element", 3u)));
  EXPECT_THAT(Dimension(coverage, "broadcast").counts, Contains(Pair("absent", 3u)));
  EXPECT_THAT(Dimension(coverage, "reduction").counts,
              ElementsAre(Pair("none", 0u), Pair("mean", 0u), Pair("sum", 3u)));
  EXPECT_THAT(Dimension(coverage, "soc").counts, Contains(Pair("Ascend910A", 3u)));
}

TEST(Coverage, SeesTheClassesOfValues) {
  const auto classes = [](const std::string& dtype, const std::string& data) {
    const auto loaded = suite::LoadSuiteText(
        "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ncases:\n  - name: n\n    inputs: "
        "{self: {shape: [4], dtype: " + dtype + ", data: " + data +
            "}, target: {shape: [4], dtype: fp32}}\n    attrs: {reduction: none}\n",
        "s.yaml");
    EXPECT_TRUE(loaded.ok()) << data;
    std::string reached;
    const Coverage coverage = CoverageOf(loaded->cases);
    for (const auto& [value, count] : Dimension(coverage, "values").counts) {
      if (count > 0) reached += (reached.empty() ? "" : " ") + value;
    }
    return reached;
  };
  EXPECT_EQ(classes("fp32", "{uniform: [-1, 1]}"), "normal");
  EXPECT_EQ(classes("fp32", "[0, 1, .nan, -.inf]"), "normal zero infinity NaN");
  EXPECT_EQ(classes("fp16", "[1e-6]"), "subnormal");
  EXPECT_EQ(classes("fp32", "[1e-6]"), "normal");
  EXPECT_EQ(classes("fp32", "1e-40"), "subnormal");
  EXPECT_EQ(classes("bf16", "specials"), "normal zero subnormal infinity NaN");
  EXPECT_EQ(classes("bf16", "{bits: {finite_only: true}}"), "normal zero subnormal");
}

TEST(Coverage, CountsPairs) {
  const Coverage coverage = OfSuite();
  ASSERT_EQ(coverage.templates.size(), 1u);
  const TemplateCoverage& one = coverage.templates[0];
  EXPECT_EQ(one.place, "s.yaml:4");
  EXPECT_EQ(one.cases, 3u);
  EXPECT_EQ(one.reached, 7u);  // 3 of dtype x shape, 2 and 2 with the single chip
  EXPECT_EQ(one.possible, 8u);
  for (const CoveragePair& pair : coverage.pairs) {
    if (pair.first != "dtype" || pair.second != "reduction") continue;
    EXPECT_EQ(pair.reached, 2u);
    EXPECT_EQ(pair.possible, 9u);
    EXPECT_THAT(pair.missing, Contains("bf16 x sum"));
    EXPECT_THAT(pair.missing, Not(Contains("fp16 x sum")));
  }
}

TEST(Coverage, IsPrintedByList) {
  const ScratchDirectory scratch;
  const std::string path = scratch.Write("s.yaml", kSuite);
  const Outcome text = RunTouchstone({"list", path, "--summary"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("3 case(s), 7 of 8 pairs of axis values (87.5 %)"));
  EXPECT_THAT(text.out, HasSubstr("    dtype: fp16 (2) fp32 (1)\n"));
  EXPECT_THAT(text.out, HasSubstr("bf16 0"));
  const Outcome json = RunTouchstone({"list", path, "--summary", "--json"});
  const auto root = nlohmann::json::parse(json.out);
  EXPECT_EQ(root["templates"][0]["axes"]["dtype"]["fp16"], 2);
}

}  // namespace
}  // namespace touchstone::tools
