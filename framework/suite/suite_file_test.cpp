// The head of a suite, and the rule that nothing unknown or missing passes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SuiteFile, AGoodSuite) {
  const auto cases = CasesOf(
      "suite: s\ndescription: what it is for\noperator: BinaryCrossEntropyWithLogits\n"
      "tags: [t]\ncases:\n  - name: one\n    description: text\n    " +
      kInputs + "    " + kAttrs);
  ASSERT_EQ(cases.size(), 1u);
  const Case& one = cases[0];
  EXPECT_EQ(one.id, "s/one");
  EXPECT_EQ(one.suite, "s");
  EXPECT_EQ(one.where, (SourceLocation{"s.yaml", 6, 5}));
  EXPECT_EQ(one.op->name, "aclnnBinaryCrossEntropyWithLogits");
  EXPECT_EQ(one.inputs.at("self").layout.shape, (tensor::Dims{4, 5}));
  EXPECT_EQ(one.inputs.at("weight").presence, Presence::kAbsent);
  EXPECT_EQ(one.inputs.at("pos_weight").presence, Presence::kAbsent);
  EXPECT_EQ(one.outputs.at("out").layout.shape, (tensor::Dims{4, 5}));
  EXPECT_EQ(std::get<int64_t>(one.attributes.at("reduction")), 0);
  EXPECT_THAT(one.tags, ElementsAre("t"));
  EXPECT_EQ(one.data_key, one.id);
  EXPECT_EQ(one.seed, 1u);
  EXPECT_EQ(one.repeat, 2);
  EXPECT_TRUE(one.expect.ok);
  EXPECT_EQ(one.standards, judge::DefaultStandards());
}

TEST(SuiteFile, TheHeadMustBeWhole) {
  EXPECT_THAT(
      ErrorsOf("x: 1\n"),
      ElementsAre("1:1: unknown key 'x'; valid are: suite, description, include, operator, tags, "
                  "own_standards, defaults, cases",
                  "1:1: the suite lacks 'suite', its name", "1:1: the suite lacks 'operator'",
                  "1:1: the suite lacks 'cases'"));
  EXPECT_THAT(ErrorsOf("- 1\n"),
              ElementsAre("1:1: a suite must be a map with 'suite' and 'cases', not a list (an ATK "
                          "case list must be a .json file)"));
  EXPECT_THAT(ErrorsOf("just text\n"),
              ElementsAre("1:1: a suite must be a map with 'suite' and 'cases', not text"));
  EXPECT_THAT(ErrorsOf("suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ncases: []\n"),
              ElementsAre("3:8: cases must be a list of at least one case, not '[]'"));
  EXPECT_THAT(
      ErrorsOf("suite: no\noperator: aclnnBinaryCrosEntropyWithLogits\ncases: [1]\n"),
      ElementsAre("1:8: suite must be text, not 'no': it is a boolean to some YAML readers; "
                  "quote it",
                  "2:11: unknown operator 'aclnnBinaryCrosEntropyWithLogits'; did you mean "
                  "'aclnnBinaryCrossEntropyWithLogits'?",
                  "3:9: cases[0] must be a map, not '1'"));
  EXPECT_THAT(ErrorsOf(""), ElementsAre("the file is empty"));
}

TEST(SuiteFile, EveryErrorHasPlaceAndExcerpt) {
  const auto loaded =
      LoadSuiteText(SuiteWithCase("name: n\nredution: sum\n" + kInputs + kAttrs), "dir/s.yaml");
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().ToString(),
              testing::StartsWith("dir/s.yaml:5:5: unknown key 'cases[0].redution'; did you mean "
                                  "'attrs.reduction'?"));
  EXPECT_THAT(loaded.error().ToString(),
              testing::EndsWith("\n  5 |     redution: sum\n    |     ^"));
}

TEST(SuiteFile, UnknownKeysAtEveryLevelAndOfEveryType) {
  EXPECT_THAT(
      ErrorsOf("suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\n"
               "defaults: {sed: 1, inputs: {sef: {}}}\n"
               "cases:\n"
               "  - name: n\n"
               "    toleranse: {rtol: 1e-3}\n"
               "    tag: null\n"
               "    inputs:\n"
               "      self: {shape: [4], dtype: fp32, stride: [1]}\n"
               "      target: {shape: [4], dtype: fp32}\n"
               "      pos_wieght: [1, 2]\n"
               "    attrs: {reduction: none, redution: sum}\n"
               "    outputs: {out: {data: 1}}\n"
               "    expect: {stat: ok}\n"
               "    exlude: []\n"),
      ElementsAre(
          HasSubstr("3:12: unknown key 'defaults.sed'; did you mean 'seed'?"),
          HasSubstr("3:29: unknown key 'cases[0].inputs.sef'; did you mean 'self'?"),
          HasSubstr("6:5: unknown key 'cases[0].toleranse'; valid are: name, "),
          HasSubstr("7:5: unknown key 'cases[0].tag'; did you mean 'tags'?"),
          "9:39: unknown key 'cases[0].inputs.self.stride'; did you mean 'strides'?",
          "11:7: unknown key 'cases[0].inputs.pos_wieght'; did you mean 'pos_weight'?",
          "12:30: unknown key 'cases[0].attrs.redution'; did you mean 'reduction'?",
          "13:21: unknown key 'cases[0].outputs.out.data'; valid are: shape, dtype, format, "
          "strides, offset, storage_shape, view",
          "14:14: unknown key 'cases[0].expect.stat'; did you mean 'status'?",
          "15:5: unknown key 'cases[0].exlude'; did you mean 'exclude'?"));
}

TEST(SuiteFile, RequiredPartsMustBeThere) {
  EXPECT_THAT(ErrorsOf(SuiteWithCase("inputs: {self: {shape: [4]}}")),
              ElementsAre("4:5: cases[0] lacks 'name'",
                          "4:5: cases[0].attrs.reduction is missing; "
                          "aclnnBinaryCrossEntropyWithLogits requires it",
                          "4:13: cases[0].inputs.target is missing; "
                          "aclnnBinaryCrossEntropyWithLogits requires it",
                          "4:20: cases[0].inputs.self lacks 'dtype'"));
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\ninputs: [1]\n" + kAttrs)),
              ElementsAre("5:13: cases[0].inputs must be a map, not '[1]'"));
}

// One slip, one error.
TEST(SuiteFile, WhatIsMisspeltIsNotMissingToo) {
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\ninput: {self: {shape: [4], dtype: fp32}}\n" + kAttrs)),
              ElementsAre("5:5: unknown key 'cases[0].input'; did you mean 'inputs'?"));
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: n\ninputs: {self: {shape: [4], dtype: fp32}, targets: "
                                     "{shape: [4], dtype: fp32}}\n" +
                                     kAttrs)),
              ElementsAre(HasSubstr("unknown key 'cases[0].inputs.targets'; did you mean 'target'?")));
}

TEST(SuiteFile, AStatusNumberThatNoPageListsIsWarnedOf) {
  const auto loaded =
      LoadSuiteText(SuiteWithCase("name: n\n" + kInputs + kAttrs + "expect: 161009\n"), "s.yaml");
  ASSERT_TRUE(loaded.ok());
  ASSERT_EQ(loaded->warnings.size(), 1u);
  EXPECT_THAT(loaded->warnings[0].message, HasSubstr("161009 is no status code"));
}

TEST(SuiteFile, AttributesTakeExactWordsOrIntegers) {
  const auto reduction = [](const std::string& text) {
    return ErrorsOf(SuiteWithCase("name: n\n" + kInputs + "attrs: {reduction: " + text + "}"));
  };
  for (const char* good : {"none", "mean", "sum", "0", "2", "3", "-1", "9223372036854775807"}) {
    EXPECT_THAT(reduction(good), ElementsAre()) << good;
  }
  const std::string must =
      "6:24: cases[0].attrs.reduction must be one of none, mean, sum or an "
      "integer, not ";
  EXPECT_THAT(reduction("Mean"), ElementsAre(must + "'Mean': did you mean 'mean'?"));
  EXPECT_THAT(reduction("elementwise_mean"), ElementsAre(must + "'elementwise_mean'"));
  EXPECT_THAT(reduction("1.0"), ElementsAre(must + "'1.0'"));
  EXPECT_THAT(reduction("'1'"), ElementsAre(must + "'1': quotes make it text"));
  EXPECT_THAT(reduction("true"), ElementsAre(must + "'true'"));
  EXPECT_THAT(reduction("null"), ElementsAre("6:24: cases[0].attrs.reduction must be one of none, "
                                             "mean, sum or an integer, not null"));
  EXPECT_THAT(reduction("[mean]"), ElementsAre(must + "'[mean]'"));
  EXPECT_THAT(reduction("9223372036854775808"), ElementsAre(must + "'9223372036854775808'"));
  EXPECT_THAT(reduction("01"), ElementsAre(must + "'01'"));
}

TEST(SuiteFile, JsonIsASuiteToo) {
  const std::string text =
      "{\"suite\": \"s\", \"operator\": \"aclnnBinaryCrossEntropyWithLogits\", \"cases\": [\n"
      "  {\"name\": \"n\", \"inputs\": {\"self\": {\"shape\": [4], \"dtype\": \"fp32\"},\n"
      "   \"target\": {\"shape\": [4], \"dtype\": \"fp32\", \"data\": {\"values\": [0, "
      "\".inf\"]}}},\n"
      "   \"attrs\": {\"reduction\": \"mean\"}}]}";
  EXPECT_EQ(CasesOf(text, "s.json").size(), 1u);
  EXPECT_EQ(CasesOf(text, "s.yaml").size(), 1u);
  EXPECT_THAT(ErrorsOf("{\"suite\": \"s\"", "s.json"),
              ElementsAre(HasSubstr("1:14: not valid JSON: syntax error")));
  EXPECT_THAT(ErrorsOf("{suite: s}", "s.yaml"), testing::SizeIs(2));  // YAML, though it has a brace
}

TEST(SuiteFile, ManySlipsAreCountedNotListed) {
  std::string text = "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ncases:\n";
  for (int i = 0; i < 500; ++i) text += "  - 1\n";
  const auto errors = ErrorsOf(text);
  ASSERT_EQ(errors.size(), 201u);
  EXPECT_EQ(errors.back(), "and 300 more problems");
}

}  // namespace
}  // namespace touchstone::suite
