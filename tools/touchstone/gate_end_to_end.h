// A recorded run with its baseline, for end-to-end tests of the gate.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "framework/record/record_json.h"
#include "framework/record/sample_record.h"
#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {

/// Five cases: four with numbers, one of them a known issue, and one error code.
inline constexpr const char* kGateSuite = R"(suite: gated
operator: aclnnBinaryCrossEntropyWithLogits
defaults: {standards: [eco-v3]}
cases:
  - name: numbers
    matrix: {dtype: [fp32, fp16, bf16]}
    inputs:
      self: {shape: [33], dtype: $dtype, data: {uniform: [-4, 4]}}
      target: {shape: [33], dtype: $dtype, data: soft_labels}
    attrs: {reduction: none}
  - name: known
    inputs:
      self: {shape: [500], dtype: fp32, data: {uniform: [-9, 9]}}
      target: {shape: [500], dtype: fp32, data: soft_labels}
    attrs: {reduction: none}
    standards: [ulp: {max_ulp: 0.500001}]
    expect: {known_issue: more than half an ULP}
  - name: null self
    inputs: {self: null, target: {shape: [4], dtype: fp32}}
    attrs: {reduction: none}
    expect: ACLNN_ERR_PARAM_NULLPTR
)";

class GateEndToEnd : public ::testing::Test {
 protected:
  void SetUp() override {
    suite_ = scratch_.Write("gated.yaml", kGateSuite);
    const Outcome run = RunTouchstone({"run", suite_, "--out", scratch_.Path("out")});
    ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
    ASSERT_EQ(Update(record_).exit_code, 0);
  }

  Outcome Update(const std::string& record, const std::string& more = "--update") {
    return RunTouchstone({"gate", "--update", "--baseline", baseline_, "--current", record, more});
  }
  Outcome Gate(const std::string& record, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"gate", "--baseline", baseline_, "--current", record};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunTouchstone(arguments);
  }
  Outcome GateUnder(const std::string& policy, const std::string& record) {
    return Gate(record, {"--policy", scratch_.Write("policy.yaml", policy)});
  }

  /// The path of the record after `change`, whole and in itself consistent.
  template <typename Change>
  std::string Edited(Change change) {
    auto run = record::ReadRecord(record_);
    EXPECT_TRUE(run.ok());
    change(*run);
    record::MakeConsistent(*run);
    return scratch_.Write("edited.json", record::ToJson(*run));
  }

  static record::CaseRecord& Case(record::RunRecord& run, const std::string& id) {
    for (record::CaseRecord& one : run.cases) {
      if (one.id == "gated/" + id) return one;
    }
    ADD_FAILURE() << "no case " << id;
    return run.cases.front();
  }

  ScratchDirectory scratch_;
  std::string suite_;
  std::string record_ = scratch_.Path("out/run.json");
  std::string baseline_ = scratch_.Path("baseline.json");
};

inline constexpr const char* kFp32 = "numbers[dtype=fp32]";

}  // namespace touchstone::tools
