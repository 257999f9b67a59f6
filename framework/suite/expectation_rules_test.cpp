// `expect:` as a list for chips and contracts, and what it says of the output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/soc/soc.h"
#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string With(const std::string& line) {
  return SuiteWithCase("name: n\n" + kInputs + kAttrs + line);
}
Case One(const std::string& line) {
  auto cases = CasesOf(With(line));
  return cases.size() == 1 ? cases[0] : Case{};
}
std::vector<std::string> Errors(const std::string& line) { return ErrorsOf(With(line)); }

TEST(ExpectationRules, TheFirstThatFitsHolds) {
  const Case one = One(
      "expect:\n"
      "  - {soc: [Ascend310P3, Ascend910A], status: ACLNN_ERR_PARAM_INVALID, message: bf16}\n"
      "  - {contract: source, known_issue: cast instead of refused}\n"
      "  - {status: 161001}");
  EXPECT_EQ(ExpectationFor(one, "Ascend310P3", "source").status, 161002);
  EXPECT_EQ(ExpectationFor(one, "Ascend910A", "documented").message, "bf16");
  EXPECT_EQ(ExpectationFor(one, "Ascend910B1", "source").known_issue, "cast instead of refused");
  EXPECT_TRUE(ExpectationFor(one, "Ascend910B1", "source").ok);
  EXPECT_EQ(ExpectationFor(one, "Ascend910B1", "documented").status, 161001);
  EXPECT_EQ(ExpectationsOf(one).size(), 3u);
  EXPECT_EQ(ExpectationsOf(One("seed: 1")).size(), 1u);
}

TEST(ExpectationRules, BothContractsAreEverything) {
  EXPECT_THAT(Errors("expect: [{contract: source, status: ok}, {contract: documented, status: "
                     "161002}]"),
              ElementsAre());
}

TEST(ExpectationRules, SomethingMustHoldEverywhere) {
  EXPECT_THAT(Errors("expect: [{contract: source, status: ok}]"),
              ElementsAre("7:13: expect says nothing of Ascend910A under the contract documented; "
                          "let its last entry name neither soc nor contract"));
  // Where the case names chip and contract itself, only those matter.
  EXPECT_THAT(Errors("contract: source\nexpect: [{contract: source, status: ok}]"), ElementsAre());
  EXPECT_THAT(Errors("soc: Ascend910A\nexpect: [{soc: Ascend910A, status: ok}]"), ElementsAre());
  EXPECT_THAT(Errors("soc: Ascend910A\nexpect: [{soc: Ascend310P3, status: ok}]"),
              ElementsAre(HasSubstr("says nothing of Ascend910A")));
}

TEST(ExpectationRules, AnEntryThatNeverHoldsIsAMistake) {
  EXPECT_THAT(Errors("expect: [{status: ok}, {contract: source, status: 161002}]"),
              ElementsAre("7:28: cases[0].expect[1] never holds: the entries before it leave no "
                          "chip and contract"));
}

TEST(ExpectationRules, Mistakes) {
  EXPECT_THAT(Errors("expect: [{soc: Ascend910B9, status: ok}, {status: ok}]"),
              ElementsAre(HasSubstr("7:20: cases[0].expect[0].soc: ")));
  EXPECT_THAT(Errors("expect: [{contract: sauce, status: ok}, {status: ok}]"),
              ElementsAre("7:25: cases[0].expect[0].contract: unknown value 'sauce'; did you mean "
                          "'source'?"));
  EXPECT_THAT(Errors("expect: [{sco: Ascend910A, status: ok}, {status: ok}]"),
              ElementsAre(HasSubstr("7:15: unknown key 'cases[0].expect[0].sco'; did you mean "
                                    "'soc'?")));
  EXPECT_THAT(Errors("expect: [ok]"),
              ElementsAre("7:14: cases[0].expect[0] must be a map of soc and contract with status, "
                          "message and the like, not 'ok'"));
  EXPECT_THAT(Errors("expect: {soc: Ascend910A, status: ok}"),
              ElementsAre(HasSubstr("unknown key 'cases[0].expect.soc'")));
}

TEST(ExpectationRules, RoundTripBothWriters) {
  const auto cases = CasesOf(With(
      "expect:\n"
      "  - {soc: [Ascend310P3, Ascend910A], contract: source, status: any_error, message: $$x}\n"
      "  - {contract: source, strict: leak, output_bits: [0x3F800000]}\n"
      "  - {soc: Ascend910A, output_values: [.nan]}\n"
      "  - {output_digest: 0123456789abcdef}"));
  ASSERT_EQ(cases.size(), 1u);
  ASSERT_EQ(cases[0].expect_rules.size(), 4u);
  for (const std::string& text : {WriteSuite(cases), WriteReadableSuite(cases, {})}) {
    const auto again = CasesOf(text);
    ASSERT_EQ(again.size(), 1u) << text;
    EXPECT_EQ(again[0].expect_rules, cases[0].expect_rules) << text;
  }
}

TEST(ExpectedOutput, IsReadInEveryForm) {
  EXPECT_EQ(One("expect: {output_bits: 0x3F800000}").expect.output.bits,
            (std::vector<uint64_t>{0x3F800000}));
  const auto values = One("expect: {output_values: [1, .nan, -.inf, 0x1p-3, 1, 1, 1, 1, 1, 1, 1, 1, "
                          "1, 1, 1, 1, 1, 1, 1, -0.0]}").expect.output.values;
  ASSERT_EQ(values.size(), 20u);
  EXPECT_EQ(values[3].value, 0.125);
  EXPECT_TRUE(std::signbit(values[19].value));
  EXPECT_EQ(One("expect: {output_digest: 0123456789abcdef}").expect.output.digest,
            "0123456789abcdef");
}

TEST(ExpectedOutput, MustFitTheOutput) {
  EXPECT_THAT(Errors("expect: {output_bits: [1, 2, 3]}"),
              ElementsAre("7:13: expect.output_bits has 3 entries; 'out' has 20 elements [4, 5]"));
  EXPECT_THAT(Errors("expect: {output_bits: 0x100000000}"),
              ElementsAre("7:13: expect.output_bits: 0x100000000 is no pattern of fp32"));
  EXPECT_THAT(Errors("outputs: {out: null}\nexpect: {output_bits: 1}"),
              ElementsAre(HasSubstr("the case passes none")));
  EXPECT_THAT(Errors("expect: {status: any_error, output_bits: 1}"),
              ElementsAre("7:13: cases[0].expect says what the output holds, but expects an error"));
  EXPECT_THAT(Errors("expect: {output_bits: 1, output_values: 1}"),
              ElementsAre(HasSubstr("has output_bits and also output_values")));
  EXPECT_THAT(Errors("expect: {output_bits: []}"), ElementsAre(HasSubstr("a list of at least one")));
  EXPECT_THAT(Errors("expect: {output_digest: xyz}"),
              ElementsAre(HasSubstr("must be 16 digits 0-9 and a-f")));
}

TEST(OutputLayout, MayNotShareMemoryWithItself) {
  EXPECT_THAT(
      Errors("outputs: {out: {shape: [4, 5], dtype: fp32, strides: [0, 1]}}"),
      ElementsAre("7:58: cases[0].outputs.out: elements [0, 0] and [1, 0] share memory, so no "
                  "operator could write both; an output like this is for a case that expects an "
                  "error"));
  EXPECT_THAT(Errors("outputs: {out: {shape: [4, 5], dtype: fp32, view: expanded}}"),
              ElementsAre(HasSubstr("7:55: cases[0].outputs.out: elements ")));
  EXPECT_THAT(Errors("outputs: {out: {shape: [4, 5], dtype: fp32, strides: [3, 1]}}"),
              ElementsAre(HasSubstr("elements [0, 3] and [1, 0] share memory")));
  EXPECT_THAT(Errors("outputs: {out: {shape: [4, 5], dtype: fp32, strides: [16, 2]}}"),
              ElementsAre());
  EXPECT_THAT(Errors("outputs: {out: {shape: [4, 5], dtype: fp32, strides: [-1, 4], offset: 3}}"),
              ElementsAre());
  // A case that tests the refusal may pass one.
  EXPECT_THAT(Errors("outputs: {out: {shape: [4, 5], dtype: fp32, strides: [0, 1]}}\n"
                     "expect: any_error"),
              ElementsAre());
  EXPECT_THAT(Errors("outputs: {out: {shape: [4, 5], dtype: fp32, strides: [0, 1]}}\n"
                     "expect: [{contract: source, status: ok}, {status: 161002}]"),
              ElementsAre(HasSubstr("share memory")));
  // Inputs may overlap themselves as they like.
  EXPECT_THAT(ErrorsOf(SuiteWithCase(
                  "name: n\ninputs: {self: {shape: [4, 5], dtype: fp32, strides: [1, 1]}, target: "
                  "{shape: [4, 5], dtype: fp32, strides: [0, 0]}}\n" +
                  kAttrs)),
              ElementsAre());
}

}  // namespace
}  // namespace touchstone::suite
