// Expansion: order, ids, zips, exclusions, references, and their errors.
#include "framework/suite/axes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kCase =
    "name: n\ninputs: {self: {shape: $shape, dtype: $dtype}, target: {shape: [4], dtype: fp32}}\n"
    "attrs: {reduction: none}\n";

std::vector<std::string> Ids(const std::string& rest) {
  return IdsOf(CasesOf(SuiteWithCase(kCase + rest)));
}
std::vector<std::string> Errors(const std::string& rest) {
  return ErrorsOf(SuiteWithCase(kCase + rest));
}

TEST(Axes, MatrixInFileOrderLastAxisFastest) {
  EXPECT_THAT(Ids("matrix: {dtype: [fp16, fp32], shape: [[4], [], [4, 1]]}"),
              ElementsAre("s/n[dtype=fp16,shape=4]", "s/n[dtype=fp16,shape=scalar]",
                          "s/n[dtype=fp16,shape=4x1]", "s/n[dtype=fp32,shape=4]",
                          "s/n[dtype=fp32,shape=scalar]", "s/n[dtype=fp32,shape=4x1]"));
  EXPECT_THAT(Ids("matrix: {shape: [[4]], dtype: [fp16, fp32]}"),
              ElementsAre("s/n[shape=4,dtype=fp16]", "s/n[shape=4,dtype=fp32]"));
  const auto cases = CasesOf(SuiteWithCase(kCase + "matrix: {dtype: [fp16], shape: [[4, 1]]}"));
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_THAT(cases[0].axes,
              ElementsAre(testing::Pair("dtype", "fp16"), testing::Pair("shape", "4x1")));
  EXPECT_EQ(cases[0].inputs.at("self").layout.shape, (tensor::Dims{4, 1}));
  EXPECT_EQ(cases[0].data_key, cases[0].id);
}

TEST(Axes, ZipAdvancesTogetherAndMultipliesWithTheRest) {
  EXPECT_THAT(Ids("zip: {dtype: [fp16, fp32], shape: [[4], [5]]}"),
              ElementsAre("s/n[dtype=fp16,shape=4]", "s/n[dtype=fp32,shape=5]"));
  EXPECT_THAT(Ids("matrix: {r: [a, b]}\nzip: {dtype: [fp16, fp32], shape: [[4], [5]]}\ntags: [$r]"),
              ElementsAre("s/n[r=a,dtype=fp16,shape=4]", "s/n[r=a,dtype=fp32,shape=5]",
                          "s/n[r=b,dtype=fp16,shape=4]", "s/n[r=b,dtype=fp32,shape=5]"));
  EXPECT_THAT(Ids("zip: [{dtype: [fp16, fp32]}, {shape: [[4], [5]]}]"), testing::SizeIs(4));
  EXPECT_THAT(Errors("zip: {dtype: [fp16, fp32], shape: [[4]]}"),
              ElementsAre("7:32: the axes of a zip must be equally long: 'dtype' has 2 values, "
                          "'shape' has 1"));
}

TEST(Axes, References) {
  const auto cases = CasesOf(
      SuiteWithCase("name: case $what\n"
                    "matrix:\n"
                    "  what: [x]\n"
                    "  t: [{shape: [2, 3], dtype: fp16}]\n"
                    "  high: [2]\n"
                    "inputs:\n"
                    "  self: $t\n"
                    "  target: {shape: $t.shape, dtype: $t.dtype, data: {uniform: [0, $high]}}\n"
                    "  weight: {shape: [1], dtype: fp32, data: {values: [$high]}}\n"
                    "attrs: {reduction: none}\n"
                    "tags: ['${what}y', a$what.z, 5$, $$what]\n"));
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].id, "s/case x[what=x,t={shape:2x3;dtype:fp16},high=2]");
  EXPECT_EQ(cases[0].inputs.at("self").layout.shape, (tensor::Dims{2, 3}));
  EXPECT_EQ(cases[0].inputs.at("target").layout.dtype, tensor::DType::kFp16);
  EXPECT_EQ(std::get<double>(cases[0].inputs.at("target").data.parameters.at("high")), 2);
  EXPECT_THAT(cases[0].tags, ElementsAre("xy", "ax.z", "5$", "$what"));
}

TEST(Axes, WrongReferences) {
  EXPECT_THAT(Errors("matrix: {dtyp: [fp16], shape: [[4]]}"),
              ElementsAre("5:43: unknown axis '$dtype'; did you mean 'dtyp'?",
                          "7:14: axis 'dtyp' is not used by the case; write $dtyp where its value "
                          "belongs"));
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\n" + kInputs + "attrs: {reduction: $r}")),
              ElementsAre("6:24: unknown axis '$r'; the case has no axes ('$$' is a dollar sign)"));
  EXPECT_THAT(Errors("matrix: {dtype: [fp16], shape: [[4]], soc: [Ascend910B1]}"),
              ElementsAre("7:43: axis 'soc' is not used by the case; write $soc where its value "
                          "belongs"));
  EXPECT_THAT(Errors("matrix: {dtype: [fp16], shape: [[4]], a: [$dtype]}\ntags: [$a]"),
              ElementsAre("7:47: an axis value cannot refer to another axis ('$dtype')"));
  EXPECT_THAT(
      Errors("matrix: {dtype: [fp16], shape: [{a: 1}], b: [{x: 1}]}\ntags: [$b.y]"),
      ElementsAre("7:37: cases[0].inputs.self.shape must be a list of integers, not '{a: 1}'",
                  "8:12: axis 'b' has a value without the key 'y'; did you mean 'x'?"));
  EXPECT_THAT(
      ErrorsOf(SuiteWithCase("name: n\noperator: $o\nmatrix: {o: [x]}\n" + kInputs + kAttrs)),
      testing::Contains(HasSubstr("operator must be the same for all cases")));
}

TEST(Axes, AWrongValueIsReportedOnceAtTheValue) {
  EXPECT_THAT(Errors("matrix: {dtype: [fp16, fp61], shape: [[4], [5], [6]]}"),
              ElementsAre(HasSubstr("7:28: cases[0].inputs.self.dtype: ")));
}

TEST(Axes, WrongAxes) {
  EXPECT_THAT(Errors("matrix: {dtype: [], shape: 4}"),
              ElementsAre("7:21: axis 'dtype' must be a list of at least one value",
                          "7:32: axis 'shape' must be a list of at least one value"));
  EXPECT_THAT(Errors("matrix: [1]"),
              testing::Contains("7:13: 'matrix' must map axis names to lists of values"));
  EXPECT_THAT(Errors("matrix: {dtype: [fp16, 'fp16'], shape: [[4], 4]}"),
              testing::AllOf(testing::Contains("7:28: axis 'dtype' lists 'fp16' twice"),
                             testing::Contains("7:50: axis 'shape' lists '4' twice")));
  EXPECT_THAT(Errors("matrix: {dtype: [fp16], shape: [[4]]}\nzip: {dtype: [fp32]}"),
              testing::Contains("8:11: axis 'dtype' is defined twice"));
  EXPECT_THAT(
      Errors("matrix: {dtype: [fp16], shape: [[4]], 1x: [1]}"),
      testing::Contains("7:43: axis name '1x' must be letters, digits and '_', not beginning "
                        "with a digit"));
  EXPECT_THAT(Errors("matrix: {dtype: [fp16], shape: [[4]], m: [\"a\\nb\"]}\ntags: [$m]"),
              testing::Contains(HasSubstr("7:47: a value of axis 'm' holds a control character")));
}

TEST(Axes, OtherProblemsOfACaseWithBrokenAxesAreShownToo) {
  EXPECT_THAT(
      ErrorsOf(SuiteWithCase(
          "name: n\nmatrix: {dtype: []}\nseed: x\n"
          "inputs: {self: {shape: [a], dtype: $dtype}, target: {shape: [a], dtype: fp32}}\n" +
          kAttrs)),
      ElementsAre("5:21: axis 'dtype' must be a list of at least one value",
                  HasSubstr("6:11: cases[0].seed must be"),
                  HasSubstr("7:66: cases[0].inputs.target.shape[0] must be")));
}

TEST(Axes, Exclusions) {
  const std::string matrix = "matrix: {dtype: [fp16, bf16, fp32], shape: [[4], [5]]}\n";
  EXPECT_THAT(Ids(matrix + "exclude: [{dtype: bf16}, {dtype: [fp16, fp32], shape: [5]}]"),
              ElementsAre("s/n[dtype=fp16,shape=4]", "s/n[dtype=fp32,shape=4]"));
  EXPECT_THAT(Errors(matrix + "exclude: [{dtpe: bf16}, {dtype: bf61}, {dtype: [fp16, x]}, 7, {}]"),
              ElementsAre("8:16: unknown axis 'dtpe'; did you mean 'dtype'?",
                          "8:37: axis 'dtype' has no value 'bf61'; did you mean 'bf16'?",
                          "8:59: axis 'dtype' has no value 'x'; valid are: fp16, bf16, fp32",
                          "8:64: an exclusion must be a map from axis to value",
                          "8:67: an exclusion must be a map from axis to value"));
  EXPECT_THAT(Errors(matrix + "exclude: [{shape: [[4], [5]]}]"),
              ElementsAre("4:5: the constraints leave no case"));
  EXPECT_THAT(Errors("zip: {dtype: [fp16, fp32], shape: [[4], [5]]}\n"
                     "exclude: [{dtype: fp16, shape: [5]}]"),
              ElementsAre("8:15: this exclusion covers no combination of the axes"));
  EXPECT_THAT(Errors("matrix: {dtype: [fp16], shape: [[4]]}\nexclude: {dtype: fp16}"),
              testing::Contains("8:14: 'exclude' must be a list of maps from axis to value"));
}

TEST(Axes, ExpansionIsBounded) {
  std::string hundred = "[0";
  for (int i = 1; i < 101; ++i) hundred += ", " + std::to_string(i);
  hundred += "]";
  EXPECT_THAT(Errors("matrix: {dtype: [fp16], shape: [[4]], a: " + hundred + ", b: " + hundred +
                     ", c: " + hundred + "}\ntags: [$a, $b, $c]"),
              ElementsAre("4:5: the axes of this case have more than 250000 combinations"));
}

TEST(Axes, ThirtyThousandCasesReadTheirPartsOnce) {
  std::string seeds = "[0";
  for (int i = 1; i < 500; ++i) seeds += ", " + std::to_string(i);
  const std::string text = SuiteWithCase(
      "name: n\nmatrix:\n  dtype: [fp16, bf16, fp32]\n  reduction: [none, mean, sum]\n"
      "  shape: [[4, 5], [20], [2, 2, 5], [1, 20], [20, 1], [5, 4], [10, 2]]\n  seed: " +
      seeds + "]\n" +
      "inputs:\n"
      "  self: {shape: $shape, dtype: $dtype, data: {uniform: [-20, 20]}}\n"
      "  target: {shape: $shape, dtype: $dtype, data: soft_labels}\n"
      "  weight: {shape: $shape, dtype: $dtype, data: {uniform: [0, 2]}}\n"
      "  pos_weight: {shape: [1], dtype: $dtype, data: {uniform: [0, 2]}}\n"
      "attrs: {reduction: $reduction}\nseed: $seed\nstandards: [eco-v3]\n");
  const auto loaded = LoadSuiteText(text, "s.yaml");
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  EXPECT_EQ(loaded->cases.size(), 31500u);
  // self, target, weight: 7 shapes x 3 dtypes; pos_weight: 3 dtypes; 3 reductions; 500 seeds.
  EXPECT_EQ(loaded->files.at(0).parts_read, 3u * 21 + 3 + 3 + 500);
}

TEST(Axes, ListedValuesOfAllCasesHaveALimit) {
  std::string values = "0";
  for (int i = 1; i < 3000; ++i) values += ", 0";
  std::string axis = "0";
  for (int i = 1; i < 2000; ++i) axis += fmt::format(", {}", i);
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\nmatrix: {seed: [" + axis +
                                     "]}\nseed: $seed\ninputs: {self: {shape: [3], dtype: fp32, "
                                     "data: [" +
                                     values + "]}, target: {shape: [3], dtype: fp32}}\n" + kAttrs)),
              ElementsAre("4:5: the cases of this template list more than 5000000 values together; "
                          "use fewer cases, shorter lists or a .npy file"));
}

}  // namespace
}  // namespace touchstone::suite
