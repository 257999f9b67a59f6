// End to end: the gate passes on an unchanged operator and fails on records it must not trust.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using ::testing::HasSubstr;

class Gate : public ::testing::Test {
 protected:
  void SetUp() override {
    suite_ = scratch_.Write("small.yaml", kGoodSuite);
    ASSERT_EQ(RunTouchstone({"run", suite_, "--out", scratch_.Path("out")}).exit_code, 0);
    ASSERT_EQ(Update().exit_code, 0);
  }
  Outcome Update() {
    return RunTouchstone({"gate", "--update", "--baseline", baseline_, "--current", record_});
  }
  Outcome Compare(const std::string& record) {
    return RunTouchstone({"gate", "--baseline", baseline_, "--current", record});
  }

  ScratchDirectory scratch_;
  std::string suite_;
  std::string record_ = scratch_.Path("out/run.json");
  std::string baseline_ = scratch_.Path("baseline.json");
};

TEST_F(Gate, PassesOnTheSameRecord) { EXPECT_EQ(Compare(record_).exit_code, 0); }

TEST_F(Gate, FailsOnOtherData) {
  const Outcome run = RunTouchstone({"run", suite_, "--out", scratch_.Path("b"), "--seed", "99"});
  ASSERT_EQ(run.exit_code, 0);
  const Outcome gate = Compare(scratch_.Path("b/run.json"));
  EXPECT_EQ(gate.exit_code, 1);
  EXPECT_THAT(gate.out, HasSubstr("foreign record: seed was 0, is 99"));
}

TEST_F(Gate, FailsOnAVanishedCase) {
  RunTouchstone({"run", suite_, "--out", scratch_.Path("b"), "--filter", "small/null*"});
  const Outcome gate = Compare(scratch_.Path("b/run.json"));
  EXPECT_EQ(gate.exit_code, 1);
  EXPECT_THAT(gate.out, HasSubstr("small/numbers"));
}

TEST_F(Gate, RefusesEmptyTruncatedAndMissingFiles) {
  const std::string text = ReadFile(record_);
  EXPECT_EQ(Compare(scratch_.Write("empty.json", "")).exit_code, 2);
  EXPECT_EQ(Compare(scratch_.Write("cut.json", text.substr(0, text.size() / 2))).exit_code, 2);
  EXPECT_EQ(Compare(scratch_.Path("missing.json")).exit_code, 2);
  scratch_.Write("baseline.json", "");
  EXPECT_EQ(Compare(record_).exit_code, 2);
}

}  // namespace
}  // namespace touchstone::tools
