// End to end through the command: what a user types, what comes out, and the exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tools/touchstone/command_line_test_support.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Replace(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CommandLine, AnInstructionSetThatCannotBeForcedIsRefused) {
  setenv("TOUCHSTONE_ISA", "sse9", 1);
  const Outcome refused = RunTouchstone({"--version"});
  setenv("TOUCHSTONE_ISA", "portable", 1);
  const Outcome obeyed = RunTouchstone({"--version"});
  unsetenv("TOUCHSTONE_ISA");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("error: TOUCHSTONE_ISA: 'sse9' is not an instruction set"));
  EXPECT_THAT(refused.err, HasSubstr("portable"));
  EXPECT_EQ(obeyed.exit_code, 0);
}

TEST(CommandLine, UsageErrorsExitWith2AndSuggest) {
  EXPECT_EQ(RunTouchstone({}).exit_code, 2);
  const Outcome command = RunTouchstone({"rnu"});
  EXPECT_EQ(command.exit_code, 2);
  EXPECT_THAT(command.err, HasSubstr("unknown command 'rnu'; did you mean 'run'?"));
  const Outcome flag = RunTouchstone({"run", "a.yaml", "--otu", "x"});
  EXPECT_EQ(flag.exit_code, 2);
  EXPECT_THAT(flag.err, HasSubstr("unknown flag '--otu'; did you mean '--out'?"));
  EXPECT_EQ(RunTouchstone({"run"}).exit_code, 2);
  EXPECT_EQ(RunTouchstone({"run", "a.yaml", "--soc", "Ascend910Z"}).exit_code, 2);
  EXPECT_EQ(RunTouchstone({"run", "a.yaml", "--jobs", "0"}).exit_code, 2);
  EXPECT_EQ(RunTouchstone({"run", "a.yaml", "--shard", "3/2"}).exit_code, 2);
  EXPECT_EQ(RunTouchstone({"run", "a.yaml", "--reports", "pdf"}).exit_code, 2);
  for (const char* seed : {"99999999999999999999999", "-1", "1e3", "abc"}) {
    const Outcome bad_seed = RunTouchstone({"run", "a.yaml", "--seed", seed});
    EXPECT_EQ(bad_seed.exit_code, 2) << seed;
    EXPECT_THAT(bad_seed.err, HasSubstr(std::string("not '") + seed + "'"));
  }
  for (const char* seconds : {"0", "1e13", "nan", "fast"}) {
    const Outcome timeout = RunTouchstone({"run", "a.yaml", "--timeout", seconds});
    EXPECT_EQ(timeout.exit_code, 2) << seconds;
    EXPECT_THAT(timeout.err, HasSubstr(std::string("--timeout takes a number from 0.001 to "
                                                   "1000000000000, not '") +
                                       seconds + "'"));
  }
  const Outcome budget = RunTouchstone({"run", "a.yaml", "--memory-budget", "lots"});
  EXPECT_EQ(budget.exit_code, 2);
  EXPECT_THAT(budget.err, HasSubstr("--memory-budget takes bytes, as in 1536, 64MiB or 1.5GiB, "
                                    "not 'lots'"));
  EXPECT_EQ(RunTouchstone({"run", "a.yaml", "--memory-budget", ""}).exit_code, 2);
  const Outcome repeat = RunTouchstone({"run", "a.yaml", "--repeat", "100001"});
  EXPECT_EQ(repeat.exit_code, 2);
  EXPECT_THAT(repeat.err, HasSubstr("from 2 to 100000, not '100001'"));
  EXPECT_EQ(RunTouchstone({"run", "a.yaml", "--device-libs", ""}).exit_code, 2);
  EXPECT_EQ(RunTouchstone({"gate", "--baseline", "/dev/zero", "--current", "/dev/zero"}).exit_code,
            2);
  EXPECT_EQ(RunTouchstone({"--help"}).exit_code, 0);
  EXPECT_EQ(RunTouchstone({"--version"}).exit_code, 0);
}

// G3-17: an exit code that counted failures would wrap to 0 at 256.
TEST(ExitCodes, AreTheSameForAnyNumberOfFailures) {
  for (const size_t failures : {1, 255, 256, 257, 512}) {
    record::RunRecord run;
    run.cases.resize(failures);
    for (record::CaseRecord& one : run.cases) one.status = record::CaseStatus::kFail;
    run.planned = failures;
    run.summary = record::Summarise(run.cases);
    EXPECT_EQ(ExitCodeFor(run), kNotAsExpected) << failures;
  }
}

TEST(CommandLine, RunWritesRecordAndReports) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  const Outcome run = RunTouchstone({"run", suite, "--out", scratch.Path("out")});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("2 pass"));
  for (const char* name : {"run.json", "report.html", "junit.xml"}) {
    EXPECT_TRUE(std::filesystem::exists(scratch.Path("out/") + name)) << name;
  }
  EXPECT_THAT(run.out, HasSubstr(scratch.Path("out") + "/report.html"));
}

TEST(CommandLine, CasesBeyondTheMemoryBudgetFailTheRun) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  const Outcome run =
      RunTouchstone({"run", suite, "--out", scratch.Path("out"), "--memory-budget", "1MiB"});
  EXPECT_EQ(run.exit_code, 1) << run.out << run.err;
  EXPECT_THAT(ReadFile(scratch.Path("out/run.json")),
              HasSubstr("of host memory, the budget is 1 MiB"));
  EXPECT_EQ(RunTouchstone({"run", suite, "--out", scratch.Path("out"), "--memory-budget", "1GiB"})
                .exit_code,
            0);
}

TEST(CommandLine, TwoRunsGiveTheSameRecordApartFromTimes) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  RunTouchstone({"run", suite, "--out", scratch.Path("a"), "--jobs", "1"});
  RunTouchstone({"run", suite, "--out", scratch.Path("b"), "--jobs", "2"});
  const Outcome update = RunTouchstone({"gate", "--update", "--baseline", scratch.Path("base.json"),
                                        "--current", scratch.Path("a/run.json")});
  EXPECT_EQ(update.exit_code, 0) << update.err;
  const Outcome gate = RunTouchstone(
      {"gate", "--baseline", scratch.Path("base.json"), "--current", scratch.Path("b/run.json")});
  EXPECT_EQ(gate.exit_code, 0) << gate.out << gate.err;
}

TEST(CommandLine, WrongExpectedCodeFailsAndNamesBoth) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write(
      "wrong.yaml", Replace(kGoodSuite, "ACLNN_ERR_PARAM_NULLPTR", "ACLNN_ERR_PARAM_INVALID"));
  const Outcome run = RunTouchstone({"run", suite, "--out", scratch.Path("out")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("ACLNN_ERR_PARAM_INVALID (161002)"));
  EXPECT_THAT(run.out, HasSubstr("ACLNN_ERR_PARAM_NULLPTR (161001)"));
}

TEST(CommandLine, BadSuitesGiveOneClearMessageWithPlace) {
  const ScratchDirectory scratch;
  struct Row {
    const char* from;
    const char* to;
    const char* message;
  };
  const Row rows[] = {
      {"reduction: mean", "redution: mean", "bad.yaml:9:13: "},
      {"dtype: fp32, data: soft", "dtype: fp31, data: soft", "bad.yaml:8:36: "},
      {"attrs: {reduction: mean}", "attrs: {reduction: mean}\n    attrs: {reduction: sum}",
       "bad.yaml:10:5: "},
      {"soft_labels", "soft_lables", "did you mean 'soft_labels'"},
      {"eco-v3", "eco-v33", "did you mean 'eco-v3'"},
      {"suite: small", "suite: [small", "bad.yaml:"},
  };
  for (const Row& row : rows) {
    const std::string suite = scratch.Write("bad.yaml", Replace(kGoodSuite, row.from, row.to));
    for (const char* command : {"run", "check", "list"}) {
      const Outcome outcome = RunTouchstone({command, suite});
      EXPECT_EQ(outcome.exit_code, 2) << command << " " << row.to;
      EXPECT_THAT(outcome.err, HasSubstr(row.message)) << row.to;
    }
  }
  const Outcome missing = RunTouchstone({"run", scratch.Path("no.yaml")});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("no.yaml"));
}

TEST(CommandLine, NothingToRunExitsWith1) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  for (const char* command : {"run", "list"}) {
    EXPECT_EQ(RunTouchstone({command, suite, "--filter", "nothing*"}).exit_code, 1) << command;
  }
  const std::string empty = scratch.Write(
      "empty.yaml", "suite: e\noperator: aclnnBinaryCrossEntropyWithLogits\ncases: []\n");
  EXPECT_NE(RunTouchstone({"run", empty, "--out", scratch.Path("out")}).exit_code, 0);
}

TEST(CommandLine, FilterAndListAgree) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  const Outcome all = RunTouchstone({"list", suite});
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_THAT(all.out, HasSubstr("small/numbers"));
  EXPECT_THAT(all.out, HasSubstr("small/null self"));
  EXPECT_THAT(all.out, HasSubstr("reduction: mean"));
  EXPECT_THAT(all.out, HasSubstr("expect: 161001 (ACLNN_ERR_PARAM_NULLPTR)"));
  const Outcome one = RunTouchstone({"list", suite, "--filter", "*num?ers"});
  EXPECT_THAT(one.out, HasSubstr("small/numbers"));
  EXPECT_THAT(one.out, Not(HasSubstr("null self")));
  const Outcome checked = RunTouchstone({"check", suite});
  EXPECT_EQ(checked.exit_code, 0);
  EXPECT_THAT(checked.out, HasSubstr("2 case(s)"));
}

TEST(CommandLine, ListedJsonIsASuiteOfItsOwn) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  const std::string resolved =
      scratch.Write("resolved.yaml", RunTouchstone({"list", suite, "--json"}).out);
  EXPECT_EQ(RunTouchstone({"list", resolved}).out, RunTouchstone({"list", suite}).out);
}

TEST(CommandLine, MissingLibrariesAreNamedAndExitWith3) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  const auto run_with = [&](const std::string& libraries) {
    return RunTouchstone({"run", suite, "--out", scratch.Path("out"), "--device-libs", libraries});
  };
  const Outcome nowhere = run_with(scratch.Path("nowhere"));
  EXPECT_EQ(nowhere.exit_code, 3) << nowhere.out << nowhere.err;
  EXPECT_THAT(nowhere.err, HasSubstr(scratch.Path("nowhere")));
  std::filesystem::create_directory(scratch.Path("empty"));
  const Outcome empty = run_with(scratch.Path("empty"));
  EXPECT_EQ(empty.exit_code, 3) << empty.out << empty.err;
  EXPECT_THAT(empty.err, HasSubstr("device libraries are missing from '" + scratch.Path("empty") +
                                   "': libopapi.so (or libopapi_nn.so with libopapi_math.so), "
                                   "libnnopbase.so, libascendcl.so"));
}

TEST(CommandLine, TheProgramHoldsNothingOfTheSimulator) {
  const Outcome symbols = RunProgramFile("nm", {"-C", "--defined-only", TOUCHSTONE_BINARY});
  ASSERT_EQ(symbols.exit_code, 0) << symbols.err;
  EXPECT_THAT(symbols.out, HasSubstr("touchstone::device::"));
  EXPECT_THAT(symbols.out, Not(HasSubstr("npusim::")));
  EXPECT_THAT(symbols.out, Not(ContainsRegex("\n[0-9a-f]+ [TtWwiDdBb] acl[A-Zr]")));
  const Outcome needs = RunProgramFile("readelf", {"-d", TOUCHSTONE_BINARY});
  ASSERT_EQ(needs.exit_code, 0) << needs.err;
  EXPECT_THAT(needs.out, HasSubstr("libc.so"));
  for (const char* library : {"libascendcl", "libnnopbase", "libopapi", "npusim"}) {
    EXPECT_THAT(needs.out, Not(HasSubstr(library)));
  }
}

TEST(CommandLine, ShardsMergeIntoTheWhole) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  EXPECT_EQ(RunTouchstone({"run", suite, "--out", scratch.Path("1"), "--shard", "1/2"}).exit_code,
            0);
  EXPECT_EQ(RunTouchstone({"run", suite, "--out", scratch.Path("2"), "--shard", "2/2"}).exit_code,
            0);
  const Outcome merged = RunTouchstone({"merge", scratch.Path("1/run.json"),
                                        scratch.Path("2/run.json"), "--out", scratch.Path("m")});
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("2 pass"));
  const Outcome twice = RunTouchstone({"merge", scratch.Path("1/run.json"),
                                       scratch.Path("1/run.json"), "--out", scratch.Path("m")});
  EXPECT_EQ(twice.exit_code, 2);
}

TEST(CommandLine, ReproHoldsJustTheCase) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  RunTouchstone({"run", suite, "--out", scratch.Path("out")});
  const Outcome repro = RunTouchstone({"repro", scratch.Path("out/run.json"), "small/numbers"});
  ASSERT_EQ(repro.exit_code, 0) << repro.err;
  const std::string alone = scratch.Write("alone.yaml", repro.out);
  const Outcome again = RunTouchstone({"run", alone, "--out", scratch.Path("again")});
  EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("passed: 1 case"));
  EXPECT_EQ(RunTouchstone({"repro", scratch.Path("out/run.json"), "small/nubmers"}).exit_code, 2);
}

TEST(CommandLine, LostOutputIsAnError) {
  const ScratchDirectory scratch;
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);
  for (const char* command : {"list", "check"}) {
    const std::string line =
        std::string(TOUCHSTONE_BINARY) + " " + command + " " + suite + " > /dev/full";
    const Outcome lost = RunProgramFile("sh", {"-c", line});
    EXPECT_EQ(lost.exit_code, 3) << command;
    EXPECT_THAT(lost.err, HasSubstr("standard output")) << command;
  }
}

TEST(CommandLine, ExplainKnowsStandardsStatusesAndChips) {
  EXPECT_THAT(RunTouchstone({"explain", "eco-v3"}).out, HasSubstr("eco-v3"));
  EXPECT_THAT(RunTouchstone({"explain", "161002"}).out, HasSubstr("ACLNN_ERR_PARAM_INVALID"));
  EXPECT_THAT(RunTouchstone({"explain", "ACLNN_ERR_PARAM_NULLPTR"}).out, HasSubstr("161001"));
  EXPECT_THAT(RunTouchstone({"explain", "Ascend950PR_9589"}).out, HasSubstr("Ascend950"));
  EXPECT_THAT(RunTouchstone({"explain", "uniform"}).out, HasSubstr("low"));
  EXPECT_THAT(RunTouchstone({"explain", "reversed"}).out, HasSubstr("view of a tensor"));
  EXPECT_THAT(RunTouchstone({"explain", "special_values"}).out, HasSubstr("the mathematical limit"));
  EXPECT_THAT(RunTouchstone({"explain", "protocol"}).out, HasSubstr("null_workspace"));
  const Outcome unknown = RunTouchstone({"explain", "eco-v9"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'eco-v"));
}

TEST(CommandLine, AtkFilesRunDirectlyAndConvert) {
  const std::string atk =
      TOUCHSTONE_SOURCE_DIR "/../shared/data/atk/atk_aclnnBinaryCrossEntropyWithLogits.part.json";
  if (!std::filesystem::exists(atk))
    GTEST_SKIP() << "the published ATK cases are not beside the project";
  const ScratchDirectory scratch;
  const Outcome list = RunTouchstone({"list", atk});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_THAT(list.err, HasSubstr("141 case(s)"));
  const Outcome converted =
      RunTouchstone({"import-atk", atk, "--output", scratch.Path("atk.yaml")});
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_EQ(RunTouchstone({"list", scratch.Path("atk.yaml")}).out, list.out);
}

}  // namespace
}  // namespace touchstone::tools
