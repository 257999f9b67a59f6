// Records that must never pass: not whole, not of this run, or left behind by a killed runner.
#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tools/touchstone/gate_end_to_end.h"

namespace touchstone::tools {
namespace {

using record::RunRecord;
using ::testing::HasSubstr;

using GateRecords = GateEndToEnd;

// G3-16.
TEST_F(GateRecords, EmptyTruncatedAndForeign) {
  const std::string text = ReadFile(record_);
  EXPECT_EQ(Gate(scratch_.Write("r.json", "")).exit_code, 2);
  for (const double share : {0.01, 0.3, 0.6, 0.9, 0.999}) {
    const auto size = static_cast<size_t>(share * static_cast<double>(text.size()));
    EXPECT_EQ(Gate(scratch_.Write("r.json", text.substr(0, size))).exit_code, 2) << share;
  }
  EXPECT_EQ(Gate(baseline_).exit_code, 2) << "a baseline is no record";
  const Outcome chip = Gate(Edited([](RunRecord& run) { run.device.soc = "Ascend950PR_9589"; }));
  EXPECT_EQ(chip.exit_code, 1);
  EXPECT_THAT(chip.out, HasSubstr("fail: foreign record: soc was Ascend910B1, is Ascend950PR"));
  const Outcome suite = Gate(Edited([](RunRecord& run) { run.suites[0].name = "other"; }));
  EXPECT_EQ(suite.exit_code, 1);
  EXPECT_THAT(suite.out, HasSubstr("fail: foreign record: suite was gated, is (none)"));
  const Outcome contract = Gate(Edited([](RunRecord& run) { run.device.contract = "source"; }));
  EXPECT_EQ(contract.exit_code, 1);
  EXPECT_THAT(contract.out, HasSubstr("fail: foreign record: contract was documented, is source"));
}

TEST_F(GateRecords, WithoutCasesOrWithMissingOnes) {
  const Outcome none = Gate(Edited([](RunRecord& run) { run.cases.clear(); }));
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.out, HasSubstr("fail: incomplete record: cases was 5, is 0 (nothing was run)"));
  std::string text = ReadFile(record_);
  text.replace(text.find("\"planned\": 5"), 12, "\"planned\": 9");
  const Outcome missing = Gate(scratch_.Write("r.json", text));
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("9 cases were planned, 5 are there"));
}

TEST_F(GateRecords, StaleOnesFailUntilTheSuiteIsRunAgain) {
  scratch_.Write("gated.yaml", std::string(kGateSuite) + "# a word\n");
  const Outcome stale = Gate(record_);
  EXPECT_EQ(stale.exit_code, 1);
  EXPECT_THAT(stale.out, HasSubstr("fail: stale record: " + suite_ + " was "));
  EXPECT_THAT(stale.out, HasSubstr("changed since the run; run again"));
  EXPECT_EQ(Update(record_).exit_code, 1);
  ASSERT_EQ(RunTouchstone({"run", suite_, "--out", scratch_.Path("out")}).exit_code, 0);
  EXPECT_EQ(Gate(record_).exit_code, 0);
}

TEST_F(GateRecords, AnotherLibraryIsStale) {
  const Outcome stale = Gate(Edited([](RunRecord& run) {
    run.device.library_digests["libopapi.so"] = "00112233445566778899aabbccddeeff";
  }));
  EXPECT_EQ(stale.exit_code, 1);
  EXPECT_THAT(stale.out, HasSubstr("fail: stale record: libopapi.so was 00112233"));
  // Judged on a machine without the libraries there is nothing to compare.
  EXPECT_EQ(Gate(Edited([](RunRecord& run) {
              run.device.libraries = "/nowhere";
              run.device.library_digests["libopapi.so"] = "00112233445566778899aabbccddeeff";
            })).exit_code,
            0);
}

// G3-14: no stale report is left in place.
TEST_F(GateRecords, ARefusedSuiteLeavesNoOldRecord) {
  scratch_.Write("gated.yaml", "suite: [");
  EXPECT_EQ(RunTouchstone({"run", suite_, "--out", scratch_.Path("out")}).exit_code, 2);
  EXPECT_EQ(Gate(record_).exit_code, 2);
}

// A suite that takes a while: many cases.
constexpr const char* kLongSuite = R"(suite: long
operator: aclnnBinaryCrossEntropyWithLogits
defaults: {standards: [eco-v3]}
cases:
  - name: many
    matrix: {length: [101, 102, 103, 104, 105, 106, 107, 108], dtype: [fp32, fp16, bf16], reduction: [none, mean, sum], label: [0, 0.25, 0.5, 0.75, 1]}
    inputs:
      self: {shape: [$length], dtype: $dtype, data: {uniform: [-4, 4]}}
      target: {shape: [$length], dtype: $dtype, data: {constant: $label}}
    attrs: {reduction: $reduction}
)";

// A run in its own process group, silent.
pid_t StartRun(const std::string& suite, const std::string& out) {
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    if (freopen("/dev/null", "w", stdout) == nullptr ||
        freopen("/dev/null", "w", stderr) == nullptr) {
      _exit(126);
    }
    execl(TOUCHSTONE_BINARY, TOUCHSTONE_BINARY, "run", suite.c_str(), "--out", out.c_str(),
          "--jobs", "2", static_cast<char*>(nullptr));
    _exit(127);
  }
  return child;
}

// Starts a run and kills it after `microseconds`; gives the exit code, 137 when it was killed.
int RunKilledAfter(const std::string& suite, const std::string& out, int64_t microseconds) {
  const pid_t child = StartRun(suite, out);
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Starts a run and kills it with `count` events of a kind that a file has whose name begins and
// ends so; whether that moment came.
bool KilledAt(const std::string& suite, const std::string& out, uint32_t kind,
              const std::string& begin, const std::string& end, int count) {
  const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  inotify_add_watch(watch, out.c_str(), IN_CREATE | IN_MODIFY | IN_DELETE | IN_MOVED_TO);
  const pid_t child = StartRun(suite, out);
  bool came = false, ended = false;
  int status = 0;
  while (!came) {
    pollfd one = {watch, POLLIN, 0};
    if (poll(&one, 1, 20) <= 0) {
      if (ended) break;  // and no event of it is left
      ended = waitpid(child, &status, WNOHANG) != 0;
      continue;
    }
    alignas(inotify_event) char buffer[4096];
    const ssize_t size = read(watch, buffer, sizeof buffer);
    for (ssize_t at = 0; !came && at < size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event)) + event->len;
      const std::string name = event->len > 0 ? event->name : "";
      if ((event->mask & kind) != 0 && name.starts_with(begin) && name.ends_with(end)) {
        came = --count == 0;
      }
    }
  }
  if (came && !ended) {
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  close(watch);
  return came;
}

// G3-14: a kill at each step that leaves a trace in the output directory, with the record of an
// earlier run in place, which would pass.
TEST_F(GateRecords, OfARunKilledAtEachStepNeverPass) {
  const std::string suite = scratch_.Write("long.yaml", kLongSuite);
  const std::string out = scratch_.Path("long"), record = out + "/run.json";
  ASSERT_EQ(RunTouchstone({"run", suite, "--out", out, "--jobs", "2"}).exit_code, 0);
  ASSERT_EQ(
      RunTouchstone({"gate", "--update", "--baseline", baseline_, "--current", record}).exit_code,
      0);
  const std::string earlier = ReadFile(record);
  const struct {
    uint32_t kind;
    const char *begin, *end;
    int count;
  } steps[] = {{IN_DELETE, "run.json", "json", 1},      {IN_MODIFY, "journal", "jsonl", 1},
               {IN_MODIFY, "journal", "jsonl", 3},      {IN_MODIFY, "journal", "jsonl", 10},
               {IN_CREATE, "run.json.", ".part", 1},    {IN_MODIFY, "run.json.", ".part", 1},
               {IN_MOVED_TO, "run.json", "json", 1},    {IN_CREATE, "report.html.", ".part", 1},
               {IN_MODIFY, "report.html.", ".part", 1}, {IN_MOVED_TO, "report.html", "html", 1}};
  for (const auto& step : steps) {
    SCOPED_TRACE(fmt::format("{:#x} {} {}", step.kind, step.begin, step.count));
    scratch_.Write("long/run.json", earlier);
    ASSERT_EQ(Gate(record).exit_code, 0) << "what lies there would pass";
    ASSERT_TRUE(KilledAt(suite, out, step.kind, step.begin, step.end, step.count));
    const Outcome gate = Gate(record);
    if (!std::filesystem::exists(record)) {
      EXPECT_EQ(gate.exit_code, 2);
      EXPECT_THAT(gate.err, HasSubstr("run.json"));
      continue;
    }
    // The kill came after the record was in place: it is whole and of the run that was killed.
    EXPECT_NE(ReadFile(record), earlier);
    EXPECT_EQ(gate.exit_code, 0) << gate.out << gate.err;
  }
}

// G3-14: a kill at any moment.
TEST_F(GateRecords, OfAKilledRunNeverPass) {
  const std::string suite = scratch_.Write("long.yaml", kLongSuite);
  const std::string out = scratch_.Path("long"), record = out + "/run.json";
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(RunTouchstone({"run", suite, "--out", out, "--jobs", "2"}).exit_code, 0);
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(
                         std::chrono::steady_clock::now() - start)
                         .count();
  ASSERT_EQ(
      RunTouchstone({"gate", "--update", "--baseline", baseline_, "--current", record}).exit_code,
      0);
  constexpr int kMoments = 24;
  int killed = 0;
  for (int i = 0; i < kMoments; ++i) {
    std::filesystem::remove(record);  // so that one that is there is of the killed run
    const int code = RunKilledAfter(suite, out, whole * i / kMoments + 1000);
    killed += code == 137 ? 1 : 0;
    const bool there = std::filesystem::exists(record);
    const Outcome gate = Gate(record);
    if (!there) {
      EXPECT_NE(gate.exit_code, 0) << "killed after share " << i << " of " << kMoments;
    } else {
      // The record appears at once and whole, after the last case: then it is a finished run's.
      const auto read = record::ReadRecord(record);
      ASSERT_TRUE(read.ok());
      EXPECT_EQ(read->summary.passed, 360u);
      EXPECT_EQ(gate.exit_code, 0);
    }
  }
  EXPECT_GT(killed, 3) << "the moments do not fall within the run";
  // What was done is not lost: the interrupted run can be finished, and then passes.
  RunKilledAfter(suite, out, whole / 2);
  ASSERT_EQ(RunTouchstone({"run", suite, "--out", out, "--resume"}).exit_code, 0);
  EXPECT_EQ(Gate(record).exit_code, 0);
}

}  // namespace
}  // namespace touchstone::tools
