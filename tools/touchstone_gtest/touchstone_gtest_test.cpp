// End to end through the GoogleTest front end: filters, shards, properties and exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using ::testing::HasSubstr;

class GtestFrontEnd : public ::testing::Test {
 protected:
  Outcome RunWith(const std::string& suites, const std::vector<std::string>& arguments) {
    setenv("TOUCHSTONE_SUITES", suites.c_str(), 1);
    return RunProgramFile(TOUCHSTONE_GTEST_BINARY, arguments);
  }
  ScratchDirectory scratch_;
};

TEST_F(GtestFrontEnd, RunsEveryCaseAsATestAndKeepsItsId) {
  const std::string suite = scratch_.Write("small.yaml", kGoodSuite);
  const Outcome run = RunWith(suite, {"--gtest_output=xml:" + scratch_.Path("r.xml")});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("[  PASSED  ] 2 tests"));
  EXPECT_THAT(ReadFile(scratch_.Path("r.xml")), HasSubstr("small/null self"));
}

TEST_F(GtestFrontEnd, FilterThatSelectsNothingFails) {
  const std::string suite = scratch_.Write("small.yaml", kGoodSuite);
  EXPECT_EQ(RunWith(suite, {"--gtest_filter=*numbers*"}).exit_code, 0);
  EXPECT_EQ(RunWith(suite, {"--gtest_filter=nothing*"}).exit_code, 1);
}

TEST_F(GtestFrontEnd, FailingCaseFails) {
  std::string text = kGoodSuite;
  text.replace(text.find("NULLPTR"), 7, "INVALID");
  const Outcome run = RunWith(scratch_.Write("wrong.yaml", text), {});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("ACLNN_ERR_PARAM_INVALID"));
}

TEST_F(GtestFrontEnd, BadSuitesAndNoSuitesAreUsageErrors) {
  EXPECT_EQ(RunWith("", {}).exit_code, 2);
  EXPECT_EQ(RunWith(scratch_.Path("no.yaml"), {}).exit_code, 2);
}

}  // namespace
}  // namespace touchstone::tools
