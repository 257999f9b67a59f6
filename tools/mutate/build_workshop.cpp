#include "tools/mutate/build_workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "framework/record/record_json.h"
#include "framework/run/runner.h"
#include "tools/mutate/child.h"
#include "tools/mutate/test_program.h"

namespace touchstone::mutate {
namespace {

namespace fs = std::filesystem;

constexpr size_t kFirst = 3;

std::string ReadAll(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The line of a failed build that says why.
std::string FirstErrorLine(const std::string& log) {
  std::istringstream lines(log);
  std::string line, last;
  while (std::getline(lines, line)) {
    // As compilers and CMake write it; a command line may hold the word too.
    if (line.find("error:") != std::string::npos || line.find("CMake Error") != std::string::npos) {
      return line;
    }
    if (!line.empty()) last = line;
  }
  return last;
}

// What a change of the device can change: the bytes of the output.
std::string DeviceTrace(const record::CaseRecord& one) { return one.output.digest; }

// What a change of judge or reference can change: everything but the time.
std::string ToolTrace(record::CaseRecord one) {
  one.duration_ms = 0;
  return record::ToJson(one);
}

void Notice(const record::CaseRecord& one, SuiteOutcome& outcome) {
  ++outcome.noticed;
  ++outcome.statuses[std::string(record::Name(one.status))];
  if (outcome.first.size() < kFirst) outcome.first.push_back(one.id);
}

}  // namespace

std::string ColumnOf(const std::string& suite_path) {
  const fs::path path = fs::path(suite_path).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).stem().string();
}

Result<std::unique_ptr<BuildWorkshop>> BuildWorkshop::Create(WorkshopOptions options) {
  std::unique_ptr<BuildWorkshop> workshop(new BuildWorkshop(std::move(options)));
  for (const std::string& path : workshop->options_.suites) {
    auto loaded = suite::LoadSuites({path});
    if (!loaded) return loaded.errors();
    const std::string name = ColumnOf(path);
    for (const Column& column : workshop->columns_) {
      if (column.name == name) return UsageError(fmt::format("two suites are called '{}'", name));
    }
    workshop->columns_.push_back({name, std::move(*loaded), {}});
  }
  return workshop;
}

std::string BuildWorkshop::CopyDirectory() const {
  return fs::absolute(fs::path(options_.out) / "tree").string();
}

std::string BuildWorkshop::BuildDirectory() const {
  return (fs::path(CopyDirectory()) / "build" / (group_->is_device ? "device" : "tool")).string();
}

Status BuildWorkshop::Open(const Group& group) {
  group_ = &group;
  if (const Status synced = SyncTree(options_.tree.root, CopyDirectory()); !synced) return synced;
  if (const Status configured = Configure(); !configured) return configured;
  return BuildTargets();
}

Status BuildWorkshop::Configure() {
  std::error_code failed;
  fs::create_directories(BuildDirectory(), failed);
  std::vector<std::string> command = {"cmake", "-S", CopyDirectory(), "-B", BuildDirectory()};
  const auto& configuration = options_.tree.configuration;
  command.insert(command.end(), configuration.begin(), configuration.end());
  command.push_back(fmt::format("-DTOUCHSTONE_TESTS={}", group_->tests.empty() ? "OFF" : "ON"));
  const std::string log = BuildDirectory() + "/configure.log";
  const auto end = RunChild(command, CopyDirectory(), log, options_.build_timeout_seconds);
  if (!end) return end.errors();
  if (!end->ok()) {
    return InfrastructureError(fmt::format("the working copy cannot be configured: {} ({})",
                                           FirstErrorLine(ReadAll(log)), log));
  }
  return Done{};
}

Status BuildWorkshop::BuildTargets() {
  std::vector<std::string> command = {
      "cmake", "--build", BuildDirectory(), "-j", std::to_string(options_.jobs), "--target"};
  command.insert(command.end(), group_->targets.begin(), group_->targets.end());
  const std::string log = BuildDirectory() + "/build.log";
  const auto end = RunChild(command, CopyDirectory(), log, options_.build_timeout_seconds);
  if (!end) return end.errors();
  if (end->timed_out) return InputError("building took too long");
  if (!end->ok()) {
    return InputError(fmt::format("does not build: {}", FirstErrorLine(ReadAll(log))));
  }
  return Done{};
}

Status BuildWorkshop::Build(const Mutant& mutant) {
  const std::string path = CopyDirectory() + "/" + mutant.file;
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) {
    return InputError(fmt::format("mutant '{}': there is no file '{}'", mutant.id, mutant.file),
                      mutant.where);
  }
  const std::string text = ReadAll(path);
  const auto mutated = Mutated(mutant, text);
  if (!mutated) return mutated.errors();
  edited_ = path;
  original_ = text;
  if (const Status written = WriteFile(path, *mutated); !written) return written;
  return BuildTargets();
}

Status BuildWorkshop::Restore() {
  if (edited_.empty()) return Done{};
  const Status written = WriteFile(edited_, original_);
  edited_.clear();
  return written;
}

Result<std::vector<SuiteOutcome>> BuildWorkshop::TryClean() {
  std::vector<SuiteOutcome> outcomes;
  if (!group_->tests.empty()) {
    auto tests = RunTests();
    if (!tests) return tests.errors();
    outcomes.push_back(std::move(*tests));
  }
  for (Column& column : columns_) {
    auto outcome = RunSuite(column, true);
    if (!outcome) return outcome.errors();
    outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}

Result<std::vector<SuiteOutcome>> BuildWorkshop::Try() {
  std::vector<SuiteOutcome> outcomes;
  if (!group_->tests.empty()) {
    auto tests = RunTests();
    if (!tests) return tests.errors();
    outcomes.push_back(std::move(*tests));
    if (outcomes.back().noticed > 0) return outcomes;
  }
  for (Column& column : columns_) {
    auto outcome = RunSuite(column, false);
    if (!outcome) return outcome.errors();
    outcomes.push_back(std::move(*outcome));
    if (options_.stop == Stop::kAtFirstCase && outcomes.back().noticed > 0) break;
  }
  return outcomes;
}

Result<SuiteOutcome> BuildWorkshop::RunTests() {
  SuiteOutcome outcome;
  outcome.suite = kUnitTests;
  for (const std::string& test : group_->tests) {
    const std::string log = BuildDirectory() + "/" + test + ".log";
    const auto end = RunChild({BuildDirectory() + "/tests/" + test, "--gtest_color=no"},
                              BuildDirectory(), log, options_.test_timeout_seconds);
    if (!end) return end.errors();
    CountTests(ReadAll(log), *end, test, outcome);
    if (outcome.noticed > 0) break;
  }
  return outcome;
}

Result<SuiteOutcome> BuildWorkshop::RunSuite(Column& column, bool clean) {
  run::RunOptions options;
  options.soc = options_.soc;
  options.contract = "documented";
  options.jobs = options_.jobs;
  options.timeout_seconds = options_.case_timeout_seconds;
  options.fail_fast = clean || options_.stop != Stop::kNever;
  options.out_dir = options_.out + "/run";
  options.tool_version = options_.tool_version;
  if (group_->is_device) {
    options.device_libs = BuildDirectory() + "/lib/npusim";
  } else {
    options.worker_program = BuildDirectory() + "/bin/touchstone";
  }
  const auto record = run::Run(options, column.suites, nullptr);
  if (!record) return record.errors();
  if (run::WasInterrupted()) return InfrastructureError("interrupted");

  SuiteOutcome outcome;
  outcome.suite = column.name;
  for (const record::CaseRecord& one : record->cases) {
    if (one.status == record::CaseStatus::kNotRun) continue;
    ++outcome.ended;
    const std::string trace = group_->is_device ? DeviceTrace(one) : ToolTrace(one);
    if (clean) column.clean[one.id] = trace;
    const bool same = column.clean[one.id] == trace;
    const bool good = record::IsGood(one.status);
    if (!good || (!same && !group_->is_device)) {
      Notice(one, outcome);
    } else if (!same) {
      ++outcome.changed_outputs;
    }
  }
  return outcome;
}

}  // namespace touchstone::mutate
