// What a suite can say, through the command: it is run as it says, and fails where it should.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// A case of zeros, whose losses are all ln 2, 0x3F317218 in fp32; `head` belongs before the cases.
std::string Zeros(const std::string& more, const std::string& head = "") {
  return "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\n" + head +
         "cases:\n"
         "  - name: zeros\n"
         "    inputs:\n"
         "      self: {shape: [3], dtype: fp32, data: 0}\n"
         "      target: {shape: [3], dtype: fp32, data: 0}\n"
         "    attrs: {reduction: none}\n" +
         more;
}

struct Ran {
  Outcome outcome;
  nlohmann::json one;  // the record of the only case
};

Ran RunSuite(const std::string& text, const std::vector<std::string>& flags = {}) {
  const ScratchDirectory scratch;
  std::vector<std::string> arguments = {"run", scratch.Write("s.yaml", text), "--out",
                                        scratch.Path("out")};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  Ran ran{RunTouchstone(arguments), {}};
  const auto record = nlohmann::json::parse(ReadFile(scratch.Path("out/run.json")), nullptr, false);
  if (record.is_object() && !record["cases"].empty()) ran.one = record["cases"][0];
  return ran;
}

TEST(SuiteFeatures, AnOwnStandardFailsACaseWithItsNumbers) {
  const std::string head =
      "own_standards:\n"
      "  - name: house-absolute\n    version: 7\n    citation: our wiki\n    summary: s\n"
      "    rule: allclose\n    golden: exact\n"
      "    numbers: {fp32: {rtol: 0, atol: 2^-60, required_matched_ratio: 1}}\n";
  const Ran strict = RunSuite(Zeros("    standards: [house-absolute]\n", head));
  EXPECT_EQ(strict.outcome.exit_code, 1) << strict.outcome.err;
  ASSERT_TRUE(strict.one.is_object());
  EXPECT_EQ(strict.one["status"], "fail");
  const nlohmann::json& verdict = strict.one["verdicts"][0];
  EXPECT_EQ(verdict["standard"], "house-absolute");
  EXPECT_EQ(verdict["version"], "7");
  EXPECT_EQ(verdict["limits"]["atol"], 0x1p-60);
  const Ran loose =
      RunSuite(Zeros("    standards: [{house-absolute: {atol: 1e-6}}]\n", head));
  EXPECT_EQ(loose.outcome.exit_code, 0) << loose.outcome.out << loose.outcome.err;
  EXPECT_EQ(loose.one["verdicts"][0]["limits"]["atol"], 1e-6);
}

TEST(SuiteFeatures, OutputBitsValuesAndDigest) {
  const Ran right = RunSuite(Zeros("    expect: {output_bits: 0x3F317218}\n"));
  EXPECT_EQ(right.outcome.exit_code, 0) << right.outcome.out << right.outcome.err;
  const Ran bits =
      RunSuite(Zeros("    expect: {output_bits: [0x3F317218, 0x3F317218, 0x3F317219]}\n"));
  EXPECT_EQ(bits.outcome.exit_code, 1);
  EXPECT_EQ(bits.one["status"], "fail");
  EXPECT_THAT(bits.one["reason"].get<std::string>(),
              AllOf(HasSubstr("element 2 [2] is 0x3F317218 "), HasSubstr("expected 0x3F317219 "),
                    HasSubstr("1 of 3 elements differ")));
  EXPECT_EQ(RunSuite(Zeros("    expect: {output_values: 0.6931471805599453}\n")).outcome.exit_code,
            0);
  const Ran values = RunSuite(Zeros("    expect: {output_values: .nan}\n"));
  EXPECT_EQ(values.outcome.exit_code, 1);
  EXPECT_THAT(values.one["reason"].get<std::string>(), HasSubstr("expected NaN"));
  const std::string digest = right.one["output"]["digest"];
  EXPECT_EQ(RunSuite(Zeros("    expect: {output_digest: \"" + digest + "\"}\n")).outcome.exit_code,
            0);
  const Ran other = RunSuite(Zeros("    expect: {output_digest: 0123456789abcdef}\n"));
  EXPECT_EQ(other.outcome.exit_code, 1);
  EXPECT_THAT(other.one["reason"].get<std::string>(),
              HasSubstr("has the digest " + digest + ", expected 0123456789abcdef"));
}

TEST(SuiteFeatures, ExpectationsPerChipAndContract) {
  // A weight of another type is refused by the page and cast by the code (the operator's page,
  // table of parameters; its source, which promotes every tensor).
  const auto suite = [](const std::string& expect) {
    std::string text = Zeros("    expect:\n" + expect);
    const std::string attrs = "    attrs:";
    text.insert(text.find(attrs), "      weight: {shape: [3], dtype: int32, data: {values: [1]}}\n");
    return text;
  };
  const std::string right =
      "      - {contract: source, status: ok}\n      - {status: ACLNN_ERR_PARAM_INVALID}\n";
  EXPECT_EQ(RunSuite(suite(right), {"--contract", "source"}).outcome.exit_code, 0);
  EXPECT_EQ(RunSuite(suite(right), {"--contract", "documented"}).outcome.exit_code, 0);
  const std::string wrong =
      "      - {contract: source, status: ACLNN_ERR_PARAM_INVALID}\n      - {status: ok}\n";
  for (const char* contract : {"source", "documented"}) {
    const Ran ran = RunSuite(suite(wrong), {"--contract", contract});
    EXPECT_EQ(ran.outcome.exit_code, 1) << contract;
    EXPECT_EQ(ran.one["status"], "wrong_status") << contract;
  }
  const std::string by_soc =
      "      - {soc: [Ascend310P3, Ascend910A], contract: documented, status: 161001}\n"
      "      - {contract: source, status: ok}\n      - {status: ACLNN_ERR_PARAM_INVALID}\n";
  EXPECT_EQ(RunSuite(suite(by_soc), {"--soc", "Ascend910B1"}).outcome.exit_code, 0);
  EXPECT_EQ(RunSuite(suite(by_soc), {"--soc", "Ascend310P3"}).outcome.exit_code, 1);
  const ScratchDirectory scratch;
  EXPECT_THAT(RunTouchstone({"list", scratch.Write("s.yaml", suite(by_soc))}).out,
              HasSubstr("expect on Ascend310P3, Ascend910A under documented: 161001 "
                        "(ACLNN_ERR_PARAM_NULLPTR); under source: ok; else: 161002"));
}

TEST(SuiteFeatures, AnOutputThatOverlapsItselfIsRefusedBeforeAnythingRuns) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write(
      "s.yaml", Zeros("    outputs: {out: {shape: [3], dtype: fp32, strides: [0]}}\n"));
  for (const char* command : {"run", "check"}) {
    const Outcome refused = RunTouchstone({command, suite});
    EXPECT_EQ(refused.exit_code, 2) << command;
    EXPECT_THAT(refused.err, HasSubstr("s.yaml:9:55: cases[0].outputs.out: elements [0] and [1] "
                                       "share memory"));
  }
}

TEST(SuiteFeatures, DeterminismPresetsRunAsOftenAsTheyMean) {
  const Ran ran = RunSuite(Zeros("    determinism: commercial-L0\n"));
  EXPECT_EQ(ran.outcome.exit_code, 0) << ran.outcome.out << ran.outcome.err;
  EXPECT_EQ(ran.one["determinism"]["runs"], 50);
}

TEST(SuiteFeatures, AnImportedSuiteIsValidWhateverTheFileIsCalled) {
  const ScratchDirectory scratch;
  const std::string source = std::string(TOUCHSTONE_SOURCE_DIR) +
                             "/framework/suite/testdata/bce.json";
  const std::string atk = scratch.Write("b\tc\ne.json", ReadFile(source));
  const Outcome imported = RunTouchstone({"import-atk", atk, "--output", scratch.Path("s.yaml")});
  EXPECT_EQ(imported.exit_code, 0) << imported.err;
  const Outcome checked = RunTouchstone({"check", scratch.Path("s.yaml")});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(RunTouchstone({"list", scratch.Path("s.yaml")}).out, HasSubstr("b_c_e/0\n"));
}

TEST(SuiteFeatures, ExplainListsTheKindsWhenNothingIsNear) {
  const Outcome unknown = RunTouchstone({"explain", "quaternion"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("nothing is known of 'quaternion'; touchstone explain without "));
  const Outcome all = RunTouchstone({"explain"});
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_THAT(all.out, AllOf(HasSubstr("standards:\n"), HasSubstr("eco-v3"), HasSubstr("Ascend910B1"),
                             HasSubstr("ACLNN_"), HasSubstr("soft_labels"), HasSubstr("reversed"),
                             HasSubstr("special_values")));
}

}  // namespace
}  // namespace touchstone::tools
