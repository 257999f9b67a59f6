#include "tools/mutate/test_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::mutate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const char kLog[] = R"([ RUN      ] Sum.IsExact
[       OK ] Sum.IsExact (3 ms)
[ RUN      ] Sum.Cancels/2
x_test.cpp:3: Failure
[  FAILED  ] Sum.Cancels/2, where GetParam() = 5 (0 ms)
[----------] 2 tests from Sum (3 ms total)
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Sum.Cancels/2, where GetParam() = 5
)";

TEST(TestProgram, CountsEachTestOnce) {
  SuiteOutcome outcome;
  CountTests(kLog, {.exit_code = 1}, "sum_test", outcome);
  EXPECT_EQ(outcome.ended, 2u);
  EXPECT_EQ(outcome.noticed, 1u);
  EXPECT_THAT(outcome.first, ElementsAre("Sum.Cancels/2"));
}

TEST(TestProgram, AGoodProgramNoticesNothing) {
  SuiteOutcome outcome;
  CountTests("[       OK ] A.B (0 ms)\n[       OK ] A.C (0 ms)\n", {.exit_code = 0}, "a", outcome);
  EXPECT_EQ(outcome.ended, 2u);
  EXPECT_EQ(outcome.noticed, 0u);
  EXPECT_THAT(outcome.first, IsEmpty());
}

TEST(TestProgram, ACrashAndAHangAreNoticedToo) {
  SuiteOutcome outcome;
  CountTests("[       OK ] A.B (0 ms)\n[ RUN      ] A.C\n", {.exit_code = 139}, "crashes", outcome);
  CountTests("", {.exit_code = 137, .timed_out = true}, "hangs", outcome);
  CountTests("no such flag\n", {.exit_code = 1}, "odd", outcome);
  EXPECT_EQ(outcome.noticed, 3u);
  EXPECT_EQ(outcome.statuses.at("crash"), 1u);
  EXPECT_EQ(outcome.statuses.at("timeout"), 1u);
  EXPECT_EQ(outcome.statuses.at("fail"), 1u);
  EXPECT_THAT(outcome.first, ElementsAre("crashes", "hangs", "odd"));
}

}  // namespace
}  // namespace touchstone::mutate
