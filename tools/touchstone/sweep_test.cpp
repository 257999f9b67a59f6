// The sweep command as a user meets it.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<std::string> Sweep(const ScratchDirectory& scratch,
                               const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {
      "sweep", "--operator",        "aclnnBinaryCrossEntropyWithLogits",
      "--out", scratch.Path("out"), "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(SweepCommand, SweepsTheHalves) {
  for (const char* dtype : {"fp16", "bf16"}) {
    SCOPED_TRACE(dtype);
    const ScratchDirectory scratch;
    const Outcome outcome = RunTouchstone(Sweep(scratch, {"--dtype", dtype, "--label", "0.75"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, HasSubstr("every bit pattern of self (65536)"));
    EXPECT_THAT(outcome.out, HasSubstr("target 0.75, weight absent, pos_weight absent"));
    EXPECT_THAT(outcome.out, HasSubstr("passed: every element certified"));
    EXPECT_THAT(outcome.out, HasSubstr(scratch.Path("out/sweep.json")));
    const json written = json::parse(ReadFile(scratch.Path("out/sweep.json")));
    EXPECT_EQ(written["schema"], "touchstone.sweep/1");
    EXPECT_EQ(written["passed"], true);
    EXPECT_EQ(written["swept"]["complete"], true);
    EXPECT_EQ(written["result"]["elements"], 65536);
    EXPECT_EQ(written["result"]["undecided"], 0);
    EXPECT_EQ(written["library_digests"].size(), 4u);
    uint64_t elements = 0;
    for (const json& group : written["groups"]) elements += group["elements"].get<uint64_t>();
    EXPECT_EQ(elements, 65536u);
    EXPECT_THAT(ReadFile(scratch.Path("out/sweep.md")), HasSubstr("| [2^0, 2^1) |"));
  }
}

TEST(SweepCommand, TheFileDoesNotDependOnJobs) {
  const ScratchDirectory one, three;
  const std::vector<std::string> what = {"--dtype", "fp32", "--stride", "100003",
                                         "--label", "1",    "--weight", "-2.5"};
  const auto run = [&](const ScratchDirectory& scratch, const char* jobs) {
    std::vector<std::string> arguments = what;
    arguments.insert(arguments.end(), {"--jobs", jobs});
    const Outcome outcome = RunTouchstone(Sweep(scratch, arguments));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("(42949 of 4294967296: NOT a whole pass)"));
    return ReadFile(scratch.Path("out/sweep.json"));
  };
  const std::string first = run(one, "1");
  EXPECT_EQ(run(three, "3"), first);
  EXPECT_EQ(json::parse(first)["swept"]["complete"], false);
}

TEST(SweepCommand, SaysWhatIsWrong) {
  const ScratchDirectory scratch;
  struct Wrong {
    std::vector<std::string> arguments;
    std::string message;
    int exit_code;
  };
  const std::vector<Wrong> all = {
      {{"--dtype", "fp8"}, "unknown dtype 'fp8'", 2},
      {{"--dtype", "fp16", "--label", "one"}, "input 'target': 'one' is not a finite number", 2},
      {{"--dtype", "fp16", "--weight", "1e9"}, "input 'weight': 1e9 overflows fp16", 2},
      {{"--dtype", "fp16", "--weight", ""}, "input 'weight': '' is not a finite number", 2},
      {{"--dtype", "fp16", "--soc", "Ascend910B9"}, "'Ascend910B9'", 2},
      {{"--dtype", "fp16", "--contract", "none"}, "unknown contract 'none'", 2},
      {{"--dtype", "fp16", "--stride", "0"}, "--stride takes a whole number from 1", 2},
      {{"--dtype", "fp16", "--lable", "1"}, "unknown flag '--lable'; did you mean '--label'?", 2},
      {{"--dtype", "fp16", "--device-libs", ""}, "--device-libs takes a directory", 2},
      {{"--dtype", "fp16", "--device-libs", "/nowhere"}, "/nowhere", 3},
      {{"--dtype", "bf16", "--soc", "Ascend310P3"}, "did not compute: phase 1 returned 161002", 1}};
  for (const Wrong& wrong : all) {
    SCOPED_TRACE(wrong.message);
    const Outcome outcome = RunTouchstone(Sweep(scratch, wrong.arguments));
    EXPECT_EQ(outcome.exit_code, wrong.exit_code);
    EXPECT_THAT(outcome.err, HasSubstr("error: "));
    EXPECT_THAT(outcome.err, HasSubstr(wrong.message));
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(std::filesystem::exists(scratch.Path("out/sweep.json")));
  }
  const Outcome full = RunTouchstone({"sweep", "--operator", "aclnnBinaryCrossEntropyWithLogits",
                                      "--dtype", "fp16", "--out", "/proc/self/nowhere"});
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_THAT(full.err, HasSubstr("cannot make the directory"));
}

// The older chips and Ascend950 round in different places.
TEST(SweepCommand, TakesBothArithmeticOrders) {
  const ScratchDirectory scratch;
  const auto error_of = [&](const char* soc) {
    const Outcome outcome = RunTouchstone(
        Sweep(scratch, {"--dtype", "fp32", "--stride", "65537", "--label", "1", "--soc", soc}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    const json written = json::parse(ReadFile(scratch.Path("out/sweep.json")));
    EXPECT_EQ(written["soc"], soc);
    return written["result"]["mean_error_ulp"].get<double>();
  };
  EXPECT_NE(error_of("Ascend910B1"), error_of("Ascend950PR_9589"));
}

// Ctrl-C in the middle of a pass that would take long: one line, no file, old or half-written.
TEST(SweepCommand, AnInterruptLeavesNoFile) {
  const ScratchDirectory scratch;
  std::filesystem::create_directories(scratch.Path("out"));
  scratch.Write("out/sweep.json", "{}");
  const std::string err_path = scratch.Path("stderr"), out = scratch.Path("out");
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(err_path.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execl(TOUCHSTONE_BINARY, TOUCHSTONE_BINARY, "sweep", "--operator",
          "aclnnBinaryCrossEntropyWithLogits", "--dtype", "fp32", "--out", out.c_str(), "--quiet",
          static_cast<char*>(nullptr));
    _exit(127);
  }
  // The old file goes before the work begins.
  for (int i = 0; i < 1000 && std::filesystem::exists(out + "/sweep.json"); ++i) usleep(10000);
  usleep(300000);
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_THAT(ReadFile(err_path), HasSubstr("interrupted"));
  EXPECT_TRUE(std::filesystem::is_empty(out));
}

}  // namespace
}  // namespace touchstone::tools
