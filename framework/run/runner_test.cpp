// Whole runs with worker processes on the fake device: whatever a case does, every case is in the
// record, and the others are none the worse.
#include "framework/run/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "framework/device/testing/fake_behaviours.h"
#include "framework/record/record_json.h"
#include "framework/run/journal.h"
#include "framework/run/test_suites.h"

namespace touchstone::run {
namespace {

// The address sanitizer turns a deadly signal into an exit with a report.
#if defined(__SANITIZE_ADDRESS__)
constexpr const char* kSegvText = "exited with code";
#else
constexpr const char* kSegvText = "killed by SIGSEGV";
#endif

using namespace device::testing;
using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using testing::CaseText;
using ::testing::HasSubstr;
using testing::LoadCases;

// Processes of this very program other than this one: workers and what they have forked.
int LeftProcesses() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    if (entry.path().filename() == std::to_string(getpid())) continue;
    const fs::path other = fs::read_symlink(entry.path() / "exe", error);
    if (!error && other == self && entry.path().filename() != "self" &&
        entry.path().filename() != "thread-self") {
      ++count;
    }
  }
  return count;
}

class RunnerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    out_ = ::testing::TempDir() + "runner_" + std::to_string(getpid());
    std::filesystem::remove_all(out_);
    options_.device_libs = TOUCHSTONE_FAKE_DEVICE;
    options_.out_dir = out_;
    options_.tool_version = "test";
    options_.timeout_seconds = 30;
  }
  void TearDown() override { std::filesystem::remove_all(out_); }

  RunRecord RunCases(const std::vector<std::string>& texts) {
    suites_ = LoadCases(texts);
    auto record = run::Run(options_, suites_, progress_);
    if (!record) {
      ADD_FAILURE() << record.error().ToString();
      return {};
    }
    EXPECT_EQ(record->planned, record->cases.size());
    return std::move(record).value();
  }

  static const CaseRecord& Find(const RunRecord& record, const std::string& name) {
    for (const CaseRecord& one : record.cases) {
      if (one.id == "t/" + name) return one;
    }
    static const CaseRecord none;
    ADD_FAILURE() << "no case " << name;
    return none;
  }

  /// Cases named after their number, of which `misbehaving` does what `behaviour` says.
  static std::vector<std::string> FiveWith(int misbehaving, int64_t behaviour) {
    std::vector<std::string> texts;
    for (int i = 1; i <= 5; ++i) {
      texts.push_back(CaseText(std::to_string(i), i == misbehaving ? behaviour : 10 + i));
    }
    return texts;
  }

  void ExpectOthersPass(const RunRecord& record, const std::string& but) {
    ASSERT_EQ(record.cases.size(), 5u);
    for (const CaseRecord& one : record.cases) {
      if (one.id == "t/" + but) continue;
      EXPECT_EQ(one.status, CaseStatus::kPass) << one.id << ": " << one.reason;
    }
  }

  std::string JournalText() const {
    std::ifstream file(out_ + "/journal.jsonl");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  std::string out_;
  RunOptions options_;
  ProgressFn progress_;
  suite::LoadedSuites suites_;
};

TEST_F(RunnerTest, RunsAndRecordsEveryCase) {
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) texts.push_back(CaseText("c" + std::to_string(i), 10 + i));
  uint64_t reported = 0;
  progress_ = [&](const Progress& progress) {
    if (progress.last != nullptr) ++reported;
    EXPECT_EQ(progress.planned, 40u);
  };
  options_.jobs = 2;
  const RunRecord record = RunCases(texts);
  EXPECT_EQ(record.summary.cases, 40u);
  EXPECT_EQ(record.summary.passed, 40u);
  EXPECT_EQ(reported, 40u);
  EXPECT_TRUE(std::is_sorted(record.cases.begin(), record.cases.end(),
                             [](auto& a, auto& b) { return a.id < b.id; }));
  EXPECT_EQ(record.device.library_digests.size(), 3u);
  EXPECT_EQ(record.device.contract, "source");
  EXPECT_EQ(record.cases[0].suite, "t");
  EXPECT_THAT(record.cases[0].repro, HasSubstr("touchstone run t.yaml --filter t/c0"));
  EXPECT_FALSE(record.started_at.empty());
}

TEST_F(RunnerTest, AnyNumberOfJobsGivesTheSameRecord) {
  std::vector<std::string> texts = FiveWith(3, kWrongValue);
  RunRecord one = RunCases(texts);
  options_.jobs = 4;
  RunRecord four = RunCases(texts);
  for (RunRecord* record : {&one, &four}) {
    record->started_at = "";
    record->summary.seconds = 0;
    for (CaseRecord& entry : record->cases) entry.duration_ms = 0;
  }
  EXPECT_EQ(record::ToJson(one), record::ToJson(four));
}

// G3-20: whatever the workers do at a time, every line of the journal is one whole record.
TEST_F(RunnerTest, EightWorkersShareAJournalOfWholeLines) {
  std::vector<std::string> texts;
  for (int i = 0; i < 400; ++i) {
    const int64_t extent = i % 4 == 0 ? int64_t{kWrongValue} : 10 + i % 80;
    texts.push_back(CaseText("c" + std::to_string(i), extent));
  }
  options_.jobs = 8;
  const RunRecord record = RunCases(texts);
  EXPECT_EQ(record.summary.passed, 300u);
  EXPECT_EQ(record.summary.failed, 100u);
  const auto journal = ReadJournal(out_ + "/journal.jsonl");
  ASSERT_TRUE(journal.ok()) << journal.error().ToString();
  std::set<std::string> ids;
  for (const JournalEntry& entry : journal->entries) ids.insert(entry.record.id);
  EXPECT_EQ(journal->entries.size(), 400u);
  EXPECT_EQ(ids.size(), 400u);
  const std::string text = JournalText();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 401);
}

// G3-14: of five cases the third crashes, aborts or is killed; the other four are executed.
TEST_F(RunnerTest, ACrashCostsOneCaseAndNamesTheSignal) {
  const RunRecord record = RunCases(FiveWith(3, kCrash));
  ExpectOthersPass(record, "3");
  const CaseRecord& crashed = Find(record, "3");
  EXPECT_EQ(crashed.status, CaseStatus::kCrash);
  EXPECT_THAT(crashed.reason, HasSubstr(kSegvText));
  EXPECT_EQ(crashed.inputs.size(), 4u);
  EXPECT_FALSE(crashed.repro.empty());
  EXPECT_EQ(record.summary.crashed, 1u);
}

TEST_F(RunnerTest, AnAbortKeepsWhatWasPrinted) {
  const RunRecord record = RunCases(FiveWith(1, kAbort));
  ExpectOthersPass(record, "1");
  EXPECT_EQ(Find(record, "1").status, CaseStatus::kCrash);
  EXPECT_THAT(Find(record, "1").reason, HasSubstr("SIGABRT"));
  EXPECT_THAT(Find(record, "1").error_text, HasSubstr("fake operator: giving up"));
}

TEST_F(RunnerTest, LeavingWithSuccessInTheMiddleIsACrash) {
  const RunRecord record = RunCases(FiveWith(5, kExit));
  ExpectOthersPass(record, "5");
  EXPECT_EQ(Find(record, "5").status, CaseStatus::kCrash);
  EXPECT_THAT(Find(record, "5").reason, HasSubstr("exited with code 0"));
}

TEST_F(RunnerTest, ACaseThatCrashesOnlyAfterOthersIsUpForReview) {
  const RunRecord record = RunCases(FiveWith(3, kCrashUnlessFirst));
  ExpectOthersPass(record, "3");
  EXPECT_EQ(Find(record, "3").status, CaseStatus::kReview);
  EXPECT_THAT(Find(record, "3").reason, HasSubstr(kSegvText));
}

// G3-18: a case that never ends, ignores SIGTERM or has a child that keeps the pipes open.
TEST_F(RunnerTest, AHangIsKilledWithEverythingItStarted) {
  for (const FakeBehaviour behaviour : {kHang, kHangWithChild}) {
    const auto start = std::chrono::steady_clock::now();
    const RunRecord record =
        RunCases({CaseText("1", behaviour, "timeout_s: 2"), CaseText("2", 10)});
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(Find(record, "1").status, CaseStatus::kTimeout);
    EXPECT_EQ(Find(record, "1").reason, "no end after 2 s, the time limit");
    EXPECT_EQ(Find(record, "2").status, CaseStatus::kPass);
    EXPECT_EQ(record.summary.timed_out, 1u);
    EXPECT_LT(elapsed.count(), 2 + 5);
    EXPECT_EQ(LeftProcesses(), 0) << "a process that a worker started has outlived it";
  }
}

// G3-19: one of ten hangs, and nine of ten.
TEST_F(RunnerTest, OneHangLosesNoCase) {
  std::vector<std::string> texts;
  for (int i = 1; i <= 10; ++i) {
    texts.push_back(i == 4 ? CaseText("4", kHang, "timeout_s: 0.3")
                           : CaseText(std::to_string(i), 10 + i));
  }
  const RunRecord record = RunCases(texts);
  ASSERT_EQ(record.cases.size(), 10u);
  EXPECT_EQ(record.planned, 10u);
  EXPECT_EQ(Find(record, "4").status, CaseStatus::kTimeout);
  EXPECT_EQ(record.summary.timed_out, 1u);
  EXPECT_EQ(record.summary.passed, 9u);
}

TEST_F(RunnerTest, ManyHangsLoseNoCase) {
  options_.timeout_seconds = 30;
  options_.jobs = 2;
  std::vector<std::string> texts;
  for (int i = 0; i < 10; ++i) {
    texts.push_back(i == 4 ? CaseText("4", 20)
                           : CaseText(std::to_string(i), kHang, "timeout_s: 0.3"));
  }
  const RunRecord record = RunCases(texts);
  EXPECT_EQ(record.summary.timed_out, 9u);
  EXPECT_EQ(record.summary.passed, 1u);
  EXPECT_EQ(Find(record, "0").reason, "no end after 0.3 s, the time limit");
}

TEST_F(RunnerTest, ADeviceFaultPoisonsOnlyItsOwnCase) {
  const RunRecord record = RunCases(FiveWith(2, kDeviceFault));
  ExpectOthersPass(record, "2");
  EXPECT_EQ(Find(record, "2").status, CaseStatus::kDeviceFault);
  EXPECT_EQ(Find(record, "2").sync_status, 507015);
}

TEST_F(RunnerTest, ALeakIsTracedToItsCase) {
  const RunRecord record = RunCases(FiveWith(4, kLeak));
  ExpectOthersPass(record, "4");
  EXPECT_EQ(Find(record, "4").status, CaseStatus::kFail);
  EXPECT_THAT(Find(record, "4").reason, HasSubstr("when the device was closed, leak:"));
}

TEST_F(RunnerTest, ResumeSkipsWhatIsDoneAndRunsWhatChanged) {
  std::vector<std::string> texts = FiveWith(3, kWrongValue);
  RunCases(texts);
  options_.resume = true;
  texts[1] = CaseText("2", 77);
  std::vector<std::string> ran;
  progress_ = [&](const Progress& progress) {
    if (progress.last != nullptr) ran.push_back(progress.last->id);
  };
  const RunRecord record = RunCases(texts);
  EXPECT_EQ(ran, std::vector<std::string>{"t/2"});
  EXPECT_EQ(record.summary.passed, 4u);
  EXPECT_EQ(record.summary.failed, 1u);
  EXPECT_EQ(Find(record, "2").inputs[0].shape, (std::vector<int64_t>{77}));
}

TEST_F(RunnerTest, ResumeAfterAKillLosesNothing) {
  const RunRecord whole = RunCases(FiveWith(3, kWrongValue));
  const std::string journal = JournalText();
  // As a kill in the middle of the third record leaves it.
  size_t cut = 0;
  for (int line = 0; line < 3; ++line) cut = journal.find('\n', cut) + 1;
  std::ofstream(out_ + "/journal.jsonl") << journal.substr(0, cut + 40);
  options_.resume = true;
  size_t ran = 0;
  progress_ = [&](const Progress& progress) { ran += progress.last != nullptr ? 1 : 0; };
  const RunRecord resumed = RunCases(FiveWith(3, kWrongValue));
  EXPECT_EQ(ran, 3u);
  ASSERT_EQ(resumed.cases.size(), whole.cases.size());
  for (size_t i = 0; i < whole.cases.size(); ++i) {
    EXPECT_EQ(resumed.cases[i].id, whole.cases[i].id);
    EXPECT_EQ(resumed.cases[i].status, whole.cases[i].status);
    EXPECT_EQ(resumed.cases[i].output.digest, whole.cases[i].output.digest);
  }
}

// A runner that is killed with SIGKILL as soon as its journal has a certain length.
TEST_F(RunnerTest, ResumeAfterAKillAtAnyMomentGivesTheSameRecord) {
  std::vector<std::string> texts;
  for (int i = 0; i < 12; ++i) {
    const int64_t extent = i == 4 ? int64_t{kWrongValue} : i == 8 ? int64_t{kCrash} : 10 + i;
    texts.push_back(CaseText(fmt::format("{:02}", i), extent));
  }
  const auto without_times = [](RunRecord record) {
    record.started_at = "";
    record.summary.seconds = 0;
    for (CaseRecord& one : record.cases) one.duration_ms = 0;
    return record::ToJson(record);
  };
  options_.jobs = 2;
  const std::string whole = without_times(RunCases(texts));
  const size_t length = JournalText().size();
  for (int moment = 0; moment <= 8; ++moment) {
    const size_t kill_at = length * static_cast<size_t>(moment) / 9;
    std::filesystem::remove_all(out_);
    options_.resume = false;
    const pid_t runner = fork();
    ASSERT_GE(runner, 0);
    if (runner == 0) {
      (void)run::Run(options_, suites_, {});
      _exit(0);
    }
    int status = 0;
    pid_t ended = 0;
    std::error_code missing;
    while ((ended = waitpid(runner, &status, WNOHANG)) == 0) {
      const auto size = std::filesystem::file_size(out_ + "/journal.jsonl", missing);
      if (!missing && size >= kill_at) break;
      usleep(200);
    }
    if (ended == 0) {
      kill(runner, SIGKILL);
      ASSERT_EQ(waitpid(runner, &status, 0), runner);
    }
    EXPECT_FALSE(std::filesystem::exists(out_ + "/run.json"));
    options_.resume = true;
    EXPECT_EQ(without_times(RunCases(texts)), whole) << "killed at " << kill_at;
  }
}

TEST_F(RunnerTest, AnotherRunsJournalIsNeverMixedIn) {
  RunCases(FiveWith(3, kWrongValue));
  options_.tool_version = "another";
  options_.resume = true;
  suites_ = LoadCases(FiveWith(3, kWrongValue));
  const auto resumed = run::Run(options_, suites_, {});
  ASSERT_FALSE(resumed.ok());
  EXPECT_EQ(resumed.error().kind, ErrorKind::kInput);
  options_.resume = false;
  EXPECT_EQ(RunCases({CaseText("x", 10)}).cases.size(), 1u);
  EXPECT_EQ(JournalText().find("t/3"), std::string::npos);
}

TEST_F(RunnerTest, FailFastStopsAndSaysSo) {
  options_.fail_fast = true;
  std::vector<std::string> texts;
  for (int i = 0; i < 60; ++i) {
    texts.push_back(CaseText(fmt::format("{:02}", i), i == 0 ? int64_t{kWrongValue} : 10));
  }
  const RunRecord record = RunCases(texts);
  EXPECT_EQ(record.cases.size(), 60u);
  EXPECT_EQ(Find(record, "00").status, CaseStatus::kFail);
  EXPECT_GT(record.summary.not_run, 0u);
  EXPECT_EQ(Find(record, "59").reason, "the run stopped at the first failure");
}

TEST_F(RunnerTest, AnInterruptKeepsResultsAndNamesTheRest) {
  progress_ = [](const Progress& progress) {
    if (progress.done == 2) raise(SIGINT);
  };
  const RunRecord record = RunCases({CaseText("1", 10), CaseText("2", 11), CaseText("3", kHang)});
  EXPECT_TRUE(WasInterrupted());
  EXPECT_EQ(record.summary.passed, 2u);
  EXPECT_EQ(Find(record, "3").status, CaseStatus::kNotRun);
  EXPECT_EQ(Find(record, "3").reason, "the run was interrupted");
}

TEST_F(RunnerTest, CasesThatCannotRunAreInTheRecord) {
  suites_ = LoadCases({CaseText("1", 10)});
  suites_.not_runnable.push_back({"t/0", "operator aclnnOther is not registered", {}});
  const auto record = run::Run(options_, suites_, {});
  ASSERT_TRUE(record.ok());
  ASSERT_EQ(record->cases.size(), 2u);
  EXPECT_EQ(record->planned, 2u);
  EXPECT_EQ(record->cases[0].id, "t/0");
  EXPECT_EQ(record->cases[0].status, CaseStatus::kNotRun);
  EXPECT_EQ(record->cases[0].reason, "operator aclnnOther is not registered");
}

TEST_F(RunnerTest, ACaseForAnotherChipRunsOnAWorkerOfItsOwn) {
  const RunRecord record =
      RunCases({CaseText("1", 10), CaseText("2", 10, "soc: Ascend310P3"), CaseText("3", 10)});
  EXPECT_EQ(record.summary.passed, 3u);
  EXPECT_EQ(Find(record, "2").soc, "Ascend310P3");
  EXPECT_EQ(Find(record, "3").soc, "Ascend910B1");
}

TEST_F(RunnerTest, ACaseBeyondTheMemoryBudgetIsNotRunAndSaysWhatItNeeds) {
  options_.jobs = 2;
  options_.memory_budget_bytes = uint64_t{200} << 20;
  const RunRecord record =
      RunCases({CaseText("1", 10), CaseText("2", int64_t{1} << 28), CaseText("3", 11)});
  EXPECT_EQ(record.summary.passed, 2u);
  EXPECT_EQ(Find(record, "2").status, CaseStatus::kNotRun);
  EXPECT_FALSE(record::IsGood(Find(record, "2").status));
  EXPECT_EQ(Find(record, "2").reason,
            "it needs about 6.07 GiB of host memory, the budget is 200 MiB; --memory-budget sets "
            "another");
}

TEST_F(RunnerTest, HeavyCasesRunAfterTheOthersOneAtATime) {
  options_.jobs = 2;
  // Room for one worker without a case: every case is more than half of it.
  options_.memory_budget_bytes = uint64_t{70} << 20;
  const RunRecord record = RunCases(FiveWith(3, kCrash));
  ExpectOthersPass(record, "3");
  EXPECT_EQ(Find(record, "3").status, CaseStatus::kCrash);
}

TEST_F(RunnerTest, AChipThatIsNotThereLeavesOutItsCasesOnly) {
  setenv("FAKE_SOC", "Ascend910B1", 1);
  const RunRecord record = RunCases({CaseText("1", 10), CaseText("2", 10, "soc: Ascend310P3")});
  unsetenv("FAKE_SOC");
  EXPECT_EQ(Find(record, "1").status, CaseStatus::kPass);
  EXPECT_EQ(Find(record, "2").status, CaseStatus::kNotRun);
  EXPECT_THAT(Find(record, "2").reason, HasSubstr("the device is 'Ascend910B1'"));
}

TEST_F(RunnerTest, WorkersThatCannotStartAreAnInfrastructureError) {
  suites_ = LoadCases({CaseText("1", 10)});
  setenv("FAKE_SOC", "Ascend310P3", 1);
  auto record = run::Run(options_, suites_, {});
  unsetenv("FAKE_SOC");
  ASSERT_FALSE(record.ok());
  EXPECT_EQ(record.error().kind, ErrorKind::kInfrastructure);
  EXPECT_THAT(record.error().message, HasSubstr("the device is 'Ascend310P3'"));
  options_.worker_program = "/bin/false";
  record = run::Run(options_, suites_, {});
  ASSERT_FALSE(record.ok());
  EXPECT_EQ(record.error().kind, ErrorKind::kInfrastructure);
  options_.worker_program = "/nowhere";
  EXPECT_FALSE(run::Run(options_, suites_, {}).ok());
  options_.worker_program = "";
  options_.device_libs = "/nowhere";
  record = run::Run(options_, suites_, {});
  ASSERT_FALSE(record.ok());
  EXPECT_THAT(record.error().message, HasSubstr("'/nowhere'"));
}

TEST_F(RunnerTest, AnOldRecordIsRemovedFirst) {
  std::filesystem::create_directories(out_);
  std::ofstream(out_ + "/run.json") << "old";
  options_.worker_program = "/nowhere";
  suites_ = LoadCases({CaseText("1", 10)});
  EXPECT_FALSE(run::Run(options_, suites_, {}).ok());
  EXPECT_FALSE(std::filesystem::exists(out_ + "/run.json"));
}

}  // namespace
}  // namespace touchstone::run
