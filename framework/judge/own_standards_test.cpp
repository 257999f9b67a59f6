#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/judge/judge_fixture.h"
#include "framework/judge/standard_definition.h"

namespace touchstone::judge {
namespace {

using ::testing::HasSubstr;

const char* const kOwn =
    "- name: mine\n  version: '3'\n  citation: \"our \\\"wiki\\\"\"\n  summary: s\n  rule: "
    "allclose\n"
    "  golden: exact\n  numbers:\n    fp32: {rtol: 2^-10, atol: 0, required_matched_ratio: 0.5}\n";

TEST(OwnStandards, JudgeUnderTheirNameVersionAndNumbers) {
  const auto own = ParseOwnStandards(kOwn, "suite.yaml");
  ASSERT_TRUE(own.ok()) << own.error().ToString();
  Fixture fixture;
  fixture.options.standards.push_back({"mine", {}, "suite", {}, own->front()});
  fixture.Pairs({{1, 1 + 0x1p-10}, {1, 1.5}});  // one of two within, inclusively
  EXPECT_EQ(fixture.First().state, VerdictState::kPass);
  EXPECT_EQ(fixture.First().version, "3");
  EXPECT_EQ(fixture.First().limits.at("rtol"), 0x1p-10);
  fixture.options.standards[0].overrides = {{"required_matched_ratio", 0.51}};
  EXPECT_EQ(fixture.State(), VerdictState::kFail);
}

TEST(OwnStandards, TextReadsBack) {
  const auto own = ParseOwnStandards(kOwn, "suite.yaml");
  ASSERT_TRUE(own.ok());
  const auto again = ParseOwnStandards(StandardText(*own->front()), "again");
  ASSERT_TRUE(again.ok()) << again.error().ToString();
  EXPECT_EQ(StandardText(*again->front()), StandardText(*own->front()));
  EXPECT_EQ(again->front()->citation, "our \"wiki\"");
  const StandardRequest a{"mine", {}, "suite", {}, own->front()};
  EXPECT_TRUE(a == (StandardRequest{"mine", {}, "suite", {}, again->front()}));
  EXPECT_FALSE(a == (StandardRequest{"mine", {}, "suite", {}}));
}

TEST(OwnStandards, MistakesHaveTheirPlaceInTheSuite) {
  const auto fails = [](std::string from, const std::string& to, const char* message) {
    std::string text = kOwn;
    text.replace(text.find(from), from.size(), to);
    const auto result = ParseOwnStandards(text, "suite.yaml", 11);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_THAT(result.error().ToString(), HasSubstr(message));
  };
  fails("rule: allclose", "rule: alclose", "suite.yaml:15:9: unknown rule 'alclose'");
  fails("name: mine", "name: eco-v3", "standard 'eco-v3' is shipped");
  fails("rtol", "rtoll", "unknown key 'rtoll'");
  std::string twice = std::string(kOwn) + kOwn;
  EXPECT_THAT(ParseOwnStandards(twice, "s.yaml").error().message, HasSubstr("given twice"));
  EXPECT_FALSE(ParseOwnStandards("", "s.yaml").ok());
}

TEST(OwnStandards, DeterminismPresetsAreTheCommercialCounts) {
  EXPECT_EQ(DeterminismRuns("commercial-L0"), 50);
  EXPECT_EQ(DeterminismRuns("commercial-L1"), 50);
  EXPECT_EQ(DeterminismRuns("commercial-L2"), 1000);
  EXPECT_FALSE(DeterminismRuns("commercial-L3").has_value());
}

}  // namespace
}  // namespace touchstone::judge
