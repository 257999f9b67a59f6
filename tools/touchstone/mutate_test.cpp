// touchstone mutate as a user meets it, up to where something would be built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using ::testing::HasSubstr;

const std::string kSource = TOUCHSTONE_SOURCE_DIR;

TEST(MutateCommand, ListsMutantsWithoutBuilding) {
  const Outcome all = RunTouchstone({"mutate", "--list", "--source", kSource});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.out, HasSubstr("op_under_test/dropped_tail"));
  EXPECT_THAT(all.out, HasSubstr("(framework/judge/"));
  const Outcome some =
      RunTouchstone({"mutate", "--list", "--source", kSource, "--mutants", "op_under_test/exec*"});
  EXPECT_EQ(some.exit_code, 0) << some.err;
  EXPECT_THAT(some.out, HasSubstr("op_under_test/executor_reusable"));
  EXPECT_THAT(some.out, ::testing::Not(HasSubstr("judge/")));
}

TEST(MutateCommand, BadUsageIsOneClearLine) {
  const Outcome nothing = RunTouchstone({"mutate", "--source", kSource});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("mutate needs at least one SUITE, or --list"));
  const Outcome none =
      RunTouchstone({"mutate", "--list", "--source", kSource, "--mutants", "judge/no_such*"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no mutant matches 'judge/no_such*'"));
  const Outcome tree = RunTouchstone({"mutate", "--list", "--source", "/nonexistent"});
  EXPECT_EQ(tree.exit_code, 2);
  EXPECT_THAT(tree.err, HasSubstr("no source tree at '/nonexistent'"));
  const Outcome stop = RunTouchstone({"mutate", "x.yaml", "--source", kSource, "--stop", "cases"});
  EXPECT_EQ(stop.exit_code, 2);
  EXPECT_THAT(stop.err, HasSubstr("--stop: unknown value 'cases'; did you mean 'case'?"));
  const ScratchDirectory scratch;
  const Outcome suite = RunTouchstone({"mutate", scratch.Path("none.yaml"), "--source", kSource,
                                       "--out", scratch.Path("out")});
  EXPECT_EQ(suite.exit_code, 2);
  EXPECT_THAT(suite.err, HasSubstr("none.yaml"));
}

}  // namespace
}  // namespace touchstone::tools
