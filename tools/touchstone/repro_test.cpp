// End to end: repro makes recorded failures small, and its programs compile and show them too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/record_json.h"
#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using ::testing::HasSubstr;

// fp32's error of this operator exceeds half an ULP somewhere in 12,000 elements, and a wrong shape
// is no null pointer: three cases that fail, two that pass.
constexpr const char* kSuite = R"(suite: hard
operator: aclnnBinaryCrossEntropyWithLogits
cases:
  - name: tight
    matrix: {reduction: [none, mean]}
    data_key: bad/tight[reduction=mean,dtype=fp32]
    inputs:
      self: {shape: [40, 300], dtype: fp32, data: {uniform: [-20, 20]}}
      target: {shape: [40, 300], dtype: fp32, data: soft_labels}
      weight: {shape: [300], dtype: fp32, data: {uniform: [0, 2]}}
    attrs: {reduction: $reduction}
    standards: [ulp: {max_ulp: 0.500001}]
  - name: wrong code
    inputs: {self: {shape: [4, 5, 6], dtype: fp32}, target: {shape: [4, 5], dtype: fp32}}
    attrs: {reduction: none}
    expect: ACLNN_ERR_PARAM_NULLPTR
  - name: right code
    inputs: {self: null, target: {shape: [4], dtype: fp16}}
    attrs: {reduction: none}
    expect: {status: ACLNN_ERR_PARAM_NULLPTR, message: self}
  - name: right numbers
    inputs:
      self: {shape: [3, 2], dtype: fp16, strides: [1, 3], storage_shape: [7], offset: 1, data: {values: [0, 2, -0.5, .inf, .nan, 60000]}}
      target: {shape: [3, 2], dtype: fp16, data: {values: [1, 0, 0.5, 0, 1, 0]}}
    attrs: {reduction: none}
)";

class Repro : public ::testing::Test {
 protected:
  void SetUp() override {
    suite_ = scratch_.Write("hard.yaml", kSuite);
    const Outcome run = RunTouchstone({"run", suite_, "--out", scratch_.Path("out")});
    ASSERT_EQ(run.exit_code, 1) << run.err;
    ASSERT_THAT(run.out, HasSubstr("2 pass, 2 fail, 1 wrong status"));
  }

  // Repro of a case with its program; the suite is small.yaml then, the program small.cpp.
  void Write(const std::string& id, const std::string& extra = "--cpp") {
    const Outcome repro = RunTouchstone({"repro", scratch_.Path("out/run.json"), id, "--cpp",
                                         "--output", scratch_.Path("small.yaml"), extra});
    ASSERT_EQ(repro.exit_code, 0) << repro.err;
  }

  record::CaseRecord RunSmall() {
    const Outcome run = RunTouchstone(
        {"run", scratch_.Path("small.yaml"), "--reports", "json", "--out", scratch_.Path("small")});
    const auto record = record::ReadRecord(scratch_.Path("small/run.json"));
    EXPECT_TRUE(record.ok()) << run.err;
    return record.ok() && record->cases.size() == 1 ? record->cases[0] : record::CaseRecord();
  }

  // Compiles the program as its own comment says and runs it.
  Outcome RunProgram(const std::string& argument = "") {
    const std::string libraries = NPUSIM_LIBRARY_DIR, program = scratch_.Path("program");
    const Outcome compiled = RunProgramFile(
        TOUCHSTONE_CXX,
        {"-std=c++17", "-Wall", "-Wextra", "-Werror", scratch_.Path("small.cpp"), "-I",
         TOUCHSTONE_SOURCE_DIR "/op_under_test/include", "-L", libraries, "-Wl,-rpath," + libraries,
         "-lascendcl", "-lnnopbase", "-lopapi", "-o", program});
    EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
    if (compiled.exit_code != 0) return compiled;
    std::vector<std::string> arguments;
    if (!argument.empty()) arguments.push_back(argument);
    return RunProgramFile(program, arguments);
  }

  ScratchDirectory scratch_;
  std::string suite_;
};

TEST_F(Repro, OneElementShowsWrongNumbers) {
  const std::string id = "hard/tight[reduction=none]";
  Write(id);
  const record::CaseRecord small = RunSmall();
  EXPECT_EQ(small.id, id);
  EXPECT_EQ(small.data_key, "bad/tight[reduction=mean,dtype=fp32]");
  EXPECT_EQ(small.status, record::CaseStatus::kFail);
  EXPECT_EQ(small.metrics->elements, 1u);
  const Outcome program = RunProgram();
  EXPECT_EQ(program.exit_code, 1) << program.err;
  EXPECT_THAT(program.out, HasSubstr("element 0: 0x"));
  EXPECT_THAT(program.out, HasSubstr(" ulp apart"));
  EXPECT_EQ(RunProgramFile(scratch_.Path("program"), {"1000000"}).exit_code, 0);
}

TEST_F(Repro, AReductionKeepsTheElementsItNeeds) {
  Write("hard/tight[reduction=mean]");
  const record::CaseRecord small = RunSmall();
  EXPECT_EQ(small.status, record::CaseStatus::kFail);
  int64_t elements = 1;
  for (const int64_t extent : small.inputs.at(0).shape) elements *= extent;
  EXPECT_LT(elements, 6000);
  EXPECT_EQ(RunProgram().exit_code, 1);
}

TEST_F(Repro, WrongStatusesShrinkToo) {
  Write("hard/wrong code");
  const record::CaseRecord small = RunSmall();
  EXPECT_EQ(small.status, record::CaseStatus::kWrongStatus);
  EXPECT_EQ(small.inputs.at(0).shape.front(), 1);
  const Outcome program = RunProgram();
  EXPECT_EQ(program.exit_code, 1);
  EXPECT_THAT(program.out, HasSubstr("phase 1 gave status 161002, expected 161001"));
}

TEST_F(Repro, ProgramsOfPassingCasesAreContent) {
  for (const char* id : {"hard/right code", "hard/right numbers"}) {
    Write(id);
    EXPECT_EQ(RunSmall().status, record::CaseStatus::kPass) << id;
    const Outcome program = RunProgram();
    EXPECT_EQ(program.exit_code, 0) << id << "\n" << program.out << program.err;
    EXPECT_THAT(program.out, HasSubstr("as expected"));
  }
}

TEST_F(Repro, SaysThatAPassingCaseHasNothingToShow) {
  const Outcome repro =
      RunTouchstone({"repro", scratch_.Path("out/run.json"), "hard/right numbers"});
  EXPECT_EQ(repro.exit_code, 0);
  EXPECT_THAT(repro.err,
              HasSubstr("'hard/right numbers' was recorded as pass: there is no failure to show"));
  EXPECT_THAT(repro.out, HasSubstr("right numbers"));
}

TEST_F(Repro, KeepsTheSizeWhenAskedAndSaysWhenNothingFailsAnyMore) {
  const std::string record = scratch_.Path("out/run.json");
  const Outcome whole = RunTouchstone({"repro", record, "hard/wrong code", "--keep-size"});
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_THAT(whole.out, HasSubstr("[4,5,6]"));
  // A record that says another failure than the operator shows now.
  std::string text = ReadFile(record);
  const std::string was = "\"status\":\"wrong_status\"";
  text.replace(text.find(was), was.size(), "\"status\":\"crash\"");
  const std::string counts = "\"wrong_status\":1,\"crashed\":0";
  text.replace(text.find(counts), counts.size(), "\"wrong_status\":0,\"crashed\":1");
  const Outcome gone =
      RunTouchstone({"repro", scratch_.Write("other.json", text), "hard/wrong code"});
  EXPECT_EQ(gone.exit_code, 1);
  EXPECT_THAT(gone.err, HasSubstr("does not show the recorded failure (crash) any more"));
  EXPECT_THAT(gone.out, HasSubstr("[4,5,6]"));
}

TEST_F(Repro, UsesTheSeedOfTheRun) {
  ASSERT_EQ(RunTouchstone({"run", suite_, "--out", scratch_.Path("out"), "--seed", "5", "--filter",
                           "hard/right numbers"})
                .exit_code,
            0);
  Write("hard/right numbers");
  EXPECT_EQ(RunSmall().seed, 5u);
}

}  // namespace
}  // namespace touchstone::tools
