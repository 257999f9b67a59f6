#include "framework/suite/own_standards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Lines 4 to 10 define "mine".
std::string SuiteWith(const std::string& standards, const std::string& definition = "") {
  return "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\nown_standards:\n" +
         (!definition.empty() ? definition
                              : "  - name: mine\n    version: 1\n    citation: \"costs $5\"\n"
                                "    summary: s\n    rule: threshold\n    golden: exact\n"
                                "    numbers: {fp32: {threshold: 2^-13, max_multiple: 10}}\n") +
         "cases:\n  - name: n\n    "
         "inputs: {self: {shape: [4], dtype: fp32}, target: {shape: [4], dtype: fp32}}\n    " +
         kAttrs + "    standards: " + standards + "\n";
}

TEST(OwnStandards, TravelWithTheRequest) {
  const auto cases = CasesOf(SuiteWith("[mine, ulp, {mine2: {max_multiple: 3}}]",
                                       "  - &a {name: mine, version: 1, citation: c, summary: s, "
                                       "rule: ulp, golden: exact, numbers: {fp32: {max_ulp: 2}}}\n"
                                       "  - {name: mine2, version: 1, citation: c, summary: s, "
                                       "rule: threshold, golden: exact, numbers: {fp32: "
                                       "{threshold: 2^-13, max_multiple: 10}}}\n"));
  ASSERT_EQ(cases.size(), 1u);
  const auto& standards = cases[0].standards;
  ASSERT_EQ(standards.size(), 3u);
  ASSERT_NE(standards[0].definition, nullptr);
  EXPECT_EQ(judge::NameOf(*standards[0].definition), "mine");
  EXPECT_EQ(standards[1].definition, nullptr);
  ASSERT_NE(standards[2].definition, nullptr);
  EXPECT_EQ(standards[2].overrides.at("max_multiple"), 3);
}

TEST(OwnStandards, RoundTripBothWriters) {
  const auto cases = CasesOf(SuiteWith("[{mine: {max_multiple: 5}}, eco-v3]"));
  ASSERT_EQ(cases.size(), 1u);
  for (const std::string& text : {WriteSuite(cases), WriteReadableSuite(cases, {})}) {
    const auto again = CasesOf(text);
    ASSERT_EQ(again.size(), 1u) << text;
    EXPECT_TRUE(again[0].standards == cases[0].standards) << text;
  }
}

TEST(OwnStandards, MistakesHaveTheirPlaceAndTheNearestWord) {
  EXPECT_THAT(ErrorsOf(SuiteWith("[mien]")),
              ElementsAre("15:17: cases[0].standards[0]: unknown standard 'mien'; did you mean "
                          "'mine'?"));
  EXPECT_THAT(ErrorsOf(SuiteWith("[{mine: {treshold: 1}}]")),
              ElementsAre(HasSubstr("did you mean 'threshold'?")));
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = SuiteWith("[ulp]");
    text.replace(text.find(from), from.size(), to);
    return ErrorsOf(text);
  };
  EXPECT_THAT(with("rule: threshold", "rule: treshold"),
              ElementsAre("8:11: own_standards[0]: unknown rule 'treshold'; did you mean "
                          "'threshold'?"));
  EXPECT_THAT(with("golden: exact", "golden: precise"),
              ElementsAre("9:13: own_standards[0]: golden must be exact or rounded, not "
                          "'precise'"));
  EXPECT_THAT(with("max_multiple", "max_multipel"),
              testing::Contains(HasSubstr("10:40: own_standards[0]: unknown key 'max_multipel'; did "
                                          "you mean 'max_multiple'?")));
  EXPECT_THAT(with("2^-13", "-1"), ElementsAre("10:33: own_standards[0]: '-1' is no valid number "
                                               "for 'threshold'"));
  EXPECT_THAT(with("    summary: s\n", ""),
              ElementsAre("4:5: own_standards[0]: key 'summary' is missing"));
  EXPECT_THAT(with("name: mine", "name: eco-v3"),
              ElementsAre(HasSubstr("4:11: own_standards[0]: standard 'eco-v3' is shipped")));
  EXPECT_THAT(ErrorsOf(SuiteWith("[ulp]", "  - a\n  - [b]\n")),
              ElementsAre(HasSubstr("4:5: own_standards[0] must be a map"),
                          HasSubstr("5:5: own_standards[1] must be a map")));
  EXPECT_THAT(ErrorsOf("suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\nown_standards: {}\n"
                       "cases: [{name: n, " +
                       kInputs.substr(0, kInputs.size() - 1) + ", attrs: {reduction: none}}]\n"),
              ElementsAre("3:16: own_standards must be a list of at least one standard, not '{}'"));
  const std::string two =
      "  - &one {name: mine, version: 1, citation: c, summary: s, rule: ulp, golden: exact, "
      "numbers: {fp32: {max_ulp: 2}}}\n  - *one\n";
  EXPECT_THAT(ErrorsOf(SuiteWith("[mine]", two)),
              ElementsAre(HasSubstr("own_standards[1]: standard 'mine' is given twice")));
}

TEST(OwnStandards, AreSharedByIncludes) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "own_standards_include";
  fs::create_directories(folder);
  const auto definition = [](const std::string& name, const std::string& rule) {
    return "  - {name: " + name + ", version: 1, citation: c, summary: s, rule: " + rule +
           ", golden: exact, numbers: {fp32: {max_ulp: 2}}}\n";
  };
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  };
  write("house.yaml", "own_standards:\n" + definition("house", "ulp"));
  std::string suite = SuiteWith("[mine, house]", definition("mine", "ulp"));
  suite.insert(0, "include: house.yaml\n");
  const auto loaded = LoadSuites({write("s.yaml", suite)});
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  EXPECT_NE(loaded->cases.at(0).standards.at(1).definition, nullptr);
  // A mistake in the shared file is one of that file.
  write("house.yaml", "own_standards:\n" + definition("house", "ulpp"));
  const auto broken = LoadSuites({(folder / "s.yaml").string()});
  ASSERT_FALSE(broken.ok());
  EXPECT_THAT(broken.error().ToString(), HasSubstr("house.yaml:2:"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace touchstone::suite
