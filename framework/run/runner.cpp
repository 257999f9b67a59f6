#include "framework/run/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <set>

#include "framework/data/digest.h"
#include "framework/device/libraries.h"
#include "framework/run/describe.h"
#include "framework/run/interrupt.h"
#include "framework/run/journal.h"
#include "framework/run/memory_budget.h"
#include "framework/run/plan.h"
#include "framework/run/pool.h"

namespace touchstone::run {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using record::CaseRecord;
using record::CaseStatus;

std::string UtcNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string OwnProgram() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  return failed ? "/proc/self/exe" : program.string();
}

/// One run from plan to record.
class Execution {
 public:
  Execution(const RunOptions& options, const suite::LoadedSuites& suites,
            const ProgressFn& progress)
      : options_(options), suites_(suites), progress_(progress) {
    record_.started_at = UtcNow();
  }

  Result<record::RunRecord> Run() {
    const auto start = Clock::now();
    if (auto prepared = Prepare(); !prepared) return prepared.errors();
    if (auto ran = RunCases(); !ran) return ran.errors();
    if (auto collected = Collect(); !collected) return collected.errors();
    record_.summary.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(record_);
  }

 private:
  Status Prepare() {
    auto plan = MakePlan(options_, suites_);
    if (!plan) return plan.errors();
    plan_ = std::move(plan).value();
    device_libs_ =
        options_.device_libs.empty() ? device::DefaultLibraryDirectory() : options_.device_libs;
    auto digests = device::DigestLibraries(device_libs_);
    if (!digests) return digests.errors();
    record_.device = {options_.soc, plan_.contract, device_libs_, *digests};
    for (const suite::SuiteFile& file : suites_.files) {
      record_.suites.push_back({file.path, file.name, file.digest, file.case_count});
    }
    record_.tool_version = options_.tool_version;
    record_.command = options_.command;
    record_.seed = options_.seed.value_or(0);
    record_.planned = plan_.size();
    return PrepareDirectory();
  }

  Status PrepareDirectory() {
    std::error_code failed;
    fs::create_directories(options_.out_dir, failed);
    if (failed) {
      return InfrastructureError(
          fmt::format("cannot create the directory '{}': {}", options_.out_dir, failed.message()));
    }
    fs::remove(fs::path(options_.out_dir) / "run.json", failed);
    if (failed) {
      return InfrastructureError(fmt::format("cannot remove the old '{}/run.json': {}",
                                             options_.out_dir, failed.message()));
    }
    return Done{};
  }

  /// What a journaled result depends on, apart from the case itself.
  JournalIdentity Identity() const {
    JournalIdentity identity = {{"tool_version", options_.tool_version},
                                {"device_libs", device_libs_}};
    for (const auto& [file, digest] : record_.device.library_digests) {
      identity["digest of " + file] = digest;
    }
    return identity;
  }

  std::string JournalPath() const {
    return (fs::path(options_.out_dir) / "journal.jsonl").string();
  }

  Status RunCases() {
    auto journal = options_.resume ? Journal::Resume(JournalPath(), Identity())
                                   : Journal::Create(JournalPath(), Identity());
    if (!journal) return journal.errors();
    if (auto taken = TakeJournaled(); !taken) return taken;

    std::vector<size_t> selected;
    for (size_t i = 0; i < plan_.cases.size(); ++i) {
      if (!ended_.contains(i)) selected.push_back(i);
    }
    Report(nullptr);
    const PoolOptions pool = {
        options_.jobs,
        options_.worker_program.empty() ? OwnProgram() : options_.worker_program,
        device_libs_,
        options_.soc,
        plan_.contract,
        options_.memory_budget_bytes > 0
            ? options_.memory_budget_bytes
            : static_cast<uint64_t>(static_cast<double>(AvailableMemory()) * kDefaultBudgetShare)};
    const DeliverFn deliver = [&](size_t index, CaseRecord one) -> Status {
      if (auto kept = journal->Append({plan_.cases[index].digest, one}); !kept) return kept;
      ended_.insert(index);
      failed_ = failed_ || !record::IsGood(one.status);
      Report(&one);
      return Done{};
    };
    const InterruptGuard guard;
    auto result = RunPool(pool, plan_.cases, selected, deliver, [this] {
      return InterruptGuard::Interrupted() || (options_.fail_fast && failed_);
    });
    if (!result) return result.errors();
    left_out_ = std::move(result->left_out);
    return Done{};
  }

  /// Results of an earlier part of this run: those of cases that are still planned as they were.
  Status TakeJournaled() {
    if (!options_.resume) return Done{};
    auto content = ReadJournal(JournalPath());
    if (!content) return content.errors();
    const std::set<std::pair<std::string, std::string>> known = [&] {
      std::set<std::pair<std::string, std::string>> keys;
      for (const JournalEntry& entry : content->entries) {
        keys.emplace(entry.record.id, entry.case_digest);
      }
      return keys;
    }();
    for (size_t i = 0; i < plan_.cases.size(); ++i) {
      if (known.contains({plan_.cases[i].source.id, plan_.cases[i].digest})) ended_.insert(i);
    }
    return Done{};
  }

  void Report(const CaseRecord* last) const {
    if (progress_) progress_({ended_.size(), plan_.size(), last});
  }

  std::string WhyNotRun(size_t index) const {
    const auto found = left_out_.find(index);
    if (found != left_out_.end()) return found->second;
    if (InterruptGuard::Interrupted()) return "the run was interrupted";
    return "the run stopped at the first failure";
  }

  /// The record is what the journal holds, not what memory remembers.
  Status Collect() {
    auto content = ReadJournal(JournalPath());
    if (!content) return content.errors();
    std::map<std::pair<std::string, std::string>, CaseRecord*> latest;
    for (JournalEntry& entry : content->entries) {
      latest[{entry.record.id, entry.case_digest}] = &entry.record;
    }
    for (size_t i = 0; i < plan_.cases.size(); ++i) {
      const PlannedCase& planned = plan_.cases[i];
      const auto found = latest.find({planned.source.id, planned.digest});
      if (found != latest.end()) {
        record_.cases.push_back(std::move(*found->second));
        continue;
      }
      if (ended_.contains(i)) {
        return InfrastructureError(fmt::format("the result of '{}' is missing from '{}'",
                                               planned.source.id, JournalPath()));
      }
      CaseRecord missing = DescribeCase(planned.source, planned.soc, planned.contract);
      missing.repro = planned.repro;
      missing.reason = WhyNotRun(i);
      record_.cases.push_back(std::move(missing));
    }
    for (const suite::NotRunnable& other : plan_.not_runnable) {
      CaseRecord missing;
      missing.id = other.id;
      missing.reason = other.reason;
      missing.soc = options_.soc;
      missing.contract = plan_.contract;
      record_.cases.push_back(std::move(missing));
    }
    std::sort(record_.cases.begin(), record_.cases.end(),
              [](const CaseRecord& a, const CaseRecord& b) { return a.id < b.id; });
    record_.summary = record::Summarise(record_.cases);
    return Done{};
  }

  const RunOptions& options_;
  const suite::LoadedSuites& suites_;
  const ProgressFn& progress_;
  Plan plan_;
  std::string device_libs_;
  record::RunRecord record_;
  std::set<size_t> ended_;  ///< cases of the plan that have a result in the journal
  std::map<size_t, std::string> left_out_;
  bool failed_ = false;
};

}  // namespace

Result<record::RunRecord> Run(const RunOptions& options, const suite::LoadedSuites& suites,
                              const ProgressFn& progress) {
  return Execution(options, suites, progress).Run();
}

bool WasInterrupted() { return InterruptGuard::Interrupted(); }

}  // namespace touchstone::run
