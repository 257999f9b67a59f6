// WriteSuite and back: nothing of a case may be lost or changed on the way to a worker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;

void ExpectSame(const Case& a, const Case& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.suite, b.suite);
  EXPECT_EQ(a.where, b.where);
  EXPECT_EQ(a.op, b.op);
  EXPECT_EQ(a.inputs, b.inputs);
  EXPECT_EQ(a.outputs, b.outputs);
  EXPECT_EQ(a.attributes, b.attributes);
  EXPECT_EQ(a.axes, b.axes);
  EXPECT_EQ(a.tags, b.tags);
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.data_key, b.data_key);
  EXPECT_EQ(a.standards, b.standards);
  EXPECT_EQ(a.special_values, b.special_values);
  EXPECT_EQ(a.soc, b.soc);
  EXPECT_EQ(a.contract, b.contract);
  EXPECT_EQ(a.repeat, b.repeat);
  EXPECT_EQ(a.determinism, b.determinism);
  EXPECT_EQ(a.timeout_seconds, b.timeout_seconds);
  EXPECT_EQ(a.protocol, b.protocol);
  EXPECT_EQ(a.expect, b.expect);
}

std::vector<Case> ThereAndBack(const std::vector<Case>& cases) {
  const std::string text = WriteSuite(cases);
  const auto back = CasesOf(text, "resolved");
  EXPECT_EQ(back.size(), cases.size());
  for (size_t i = 0; i < std::min(back.size(), cases.size()); ++i) ExpectSame(cases[i], back[i]);
  EXPECT_EQ(WriteSuite(back), text);
  return back;
}

TEST(SuiteWriter, EverythingOfACaseComesBack) {
  const auto cases = CasesOf(SuiteWithCase(
      "name: 'a \"quoted\" näme, $$5'\n"
      "matrix: {dtype: [fp16, bf16], reduction: [none, sum, 7]}\n"
      "inputs:\n"
      "  self: {shape: [2, 3], dtype: $dtype, strides: [-3, 1], offset: 3, format: NCHW,\n"
      "         data: [.inf, -.inf, .nan, .NaN, 1e3, 1.50, 0x1p-3, +.5, 0]}\n"
      "  target: null\n"
      "  weight: {shape: [], dtype: fp32, data: {uniform: [-0.1, 1e-5]}}\n"
      "  pos_weight: {shape: [3], dtype: fp32, view: reversed, data: soft_labels}\n"
      "outputs: {out: {strides: [16, 2], shape: [5, 8], storage_shape: [80]}}\n"
      "attrs: {reduction: $reduction}\n"
      "seed: 18446744073709551615\ntags: [a, '$$b']\nstandards: [eco-v1, {eco-v3: {rtol: 1e-3}}]\n"
      "special_values: limit\nsoc: Ascend310P3\ncontract: source\nrepeat: 9\ndeterminism: true\n"
      "timeout_s: 0.1\nprotocol: [null_executor, reuse_executor]\n"
      "expect: {status: 161001, message: \"[self] $$x\\n\\\"\", strict: leak, known_issue: 'it''s "
      "so'}\n"));
  ASSERT_EQ(cases.size(), 6u);
  EXPECT_EQ(cases[0].id, "s/a \"quoted\" näme, $5[dtype=fp16,reduction=none]");
  const auto back = ThereAndBack(cases);
  const auto literals = std::get<std::vector<data::Literal>>(
      back.at(0).inputs.at("self").data.parameters.at("values"));
  EXPECT_EQ(literals[2].text, ".nan");
  EXPECT_TRUE(std::isnan(literals[3].value));
  EXPECT_EQ(literals[4].text, "1e3");
  EXPECT_EQ(literals[5].text, "1.50");
  EXPECT_EQ(literals[6].value, 0.125);
}

TEST(SuiteWriter, ExpectationsWithoutAStatus) {
  const auto cases =
      CasesOf("suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ndefaults:\n  " + kInputs +
              "  " + kAttrs +
              "cases:\n  - {name: a, expect: any_error}\n  - {name: b, expect: {message: x}}\n"
              "  - {name: c, expect: {known_issue: why}}\n  - {name: d, expect: {strict: leak}}\n"
              "  - {name: e}\n");
  ThereAndBack(cases);
}

TEST(SuiteWriter, ProvenanceComesBack) {
  const auto atk =
      LoadSuites({std::string(TOUCHSTONE_SOURCE_DIR) + "/framework/suite/testdata/bce.json"});
  ASSERT_TRUE(atk.ok());
  const auto back = ThereAndBack(atk->cases);
  EXPECT_EQ(back.at(0).standards.at(0).provenance, "atk single_bm (inferred)");
}

TEST(SuiteWriter, CasesOfSeveralSuites) {
  auto cases = CasesOf(SuiteWithCase("name: n\n" + kInputs + kAttrs));
  cases.push_back(cases[0]);
  cases[1].suite = "other";
  cases[1].id = "other/n";
  const auto back = ThereAndBack(cases);
  EXPECT_EQ(back.at(1).suite, "other");
  EXPECT_THAT(ErrorsOf(WriteSuite({})),
              ElementsAre(testing::HasSubstr("cases must be a list of at least one case")));
}

TEST(SuiteWriter, ShippedSuitesComeBack) {
  const auto loaded = LoadSuites({std::string(TOUCHSTONE_SOURCE_DIR) + "/cases/smoke.yaml",
                                  std::string(TOUCHSTONE_SOURCE_DIR) + "/cases/conformance"});
  ASSERT_TRUE(loaded.ok());
  ThereAndBack(loaded->cases);
}

TEST(SuiteWriter, KeysOfResolvedCasesAreOnlyForThem) {
  const std::string where =
      SuiteWithCase("name: n\nsuite: t\nwhere: {line: 1}\n" + kInputs + kAttrs);
  EXPECT_THAT(ErrorsOf(where), ElementsAre(testing::HasSubstr("5:5: unknown key 'cases[0].suite'"),
                                           testing::HasSubstr("6:12: a condition must be text")));
  EXPECT_THAT(ErrorsOf(SuiteWithCase("id: x\nname: n\nmatrix: {a: [1]}\n" + kInputs + kAttrs)),
              testing::IsSupersetOf({testing::HasSubstr("5:5: unknown key 'cases[0].name'"),
                                     testing::HasSubstr("6:5: unknown key 'cases[0].matrix'")}));
  EXPECT_THAT(ErrorsOf(SuiteWithCase("id: x\nwhere: {lin: 1}\naxes: [1]\n" + kInputs + kAttrs)),
              ElementsAre("5:13: unknown key 'cases[0].where.lin'; did you mean 'line'?",
                          "6:11: cases[0].axes must be a map from axis to text, not '[1]'"));
}

TEST(SuiteWriter, LoadingReadsEachPartOfAResolvedCaseOnce) {
  std::string seeds = "[0";
  for (int i = 1; i < 2000; ++i) seeds += ", " + std::to_string(i);
  const auto cases =
      CasesOf(SuiteWithCase("name: n\nmatrix: {seed: " + seeds + "]}\nseed: $seed\n" +
                            "inputs:\n"
                            "  self: {shape: [4, 5], dtype: fp32, data: {uniform: [-20, 20]}}\n"
                            "  target: {shape: [4, 5], dtype: fp32, data: soft_labels}\n"
                            "  weight: {shape: [4, 5], dtype: fp32, data: {uniform: [0, 2]}}\n"
                            "  pos_weight: {shape: [1], dtype: fp32, data: {uniform: [0, 2]}}\n" +
                            kAttrs));
  const std::string text = WriteSuite(cases);
  const auto back = LoadSuiteText(text, "resolved");
  ASSERT_TRUE(back.ok()) << back.error().ToString();
  EXPECT_EQ(back->cases.size(), cases.size());
  // Four inputs, an output, an attribute and the settings of each.
  EXPECT_EQ(back->files.at(0).parts_read, 7 * cases.size());
}

}  // namespace
}  // namespace touchstone::suite
