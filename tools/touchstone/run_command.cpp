#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

#include "framework/run/memory_budget.h"
#include "framework/run/runner.h"
#include "framework/suite/limits.h"
#include "framework/suite/suite.h"
#include "reports/format.h"
#include "reports/summary.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"
#include "tools/touchstone/mutation_record.h"
#include "tools/touchstone/terminal.h"
#include "tools/touchstone/version.h"

namespace touchstone::tools {
namespace {

struct Flags {
  std::vector<std::string> suites, include, exclude;
  std::string soc = std::string(soc::kDefaultSoc);
  std::string contract, shard;
  std::optional<std::string> device_libs, memory_budget, mutation;
  std::string out = "out";
  std::string reports = "html,json,junit,md";
  std::optional<int64_t> seed, jobs, repeat;
  std::optional<double> timeout_seconds;
  bool resume = false, fail_fast = false, quiet = false, verbose = false;
  std::string command;
};

std::string FormatNames() {
  std::vector<std::string_view> names;
  for (const reports::Format& format : reports::AllFormats()) names.push_back(format.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

void Declare(FlagSet& set, Flags& flags) {
  set.TextList("SUITE", &flags.suites, "Suite files, directories or ATK JSON files", true);
  set.Text("--out", &flags.out, "Directory for record and reports (default: out)");
  set.TextList("--filter", &flags.include, "Only ids matching this pattern (* and ?)");
  set.TextList("--exclude", &flags.exclude, "No ids matching this pattern");
  set.Text("--soc", &flags.soc, "Chip to simulate, or that the toolkit must report (default: Ascend910B1)");
  set.Text("--contract", &flags.contract, "documented (the published page; default) or source (upstream)");
  set.Integer("--seed", &flags.seed, 0, INT64_MAX, "Seed in the place of every case's own");
  set.Integer("--jobs", &flags.jobs, 1, 1024, "Worker processes at a time (default: one per core)");
  set.Text("--shard", &flags.shard, "I/N: run part I of N");
  set.Number("--timeout", &flags.timeout_seconds, 0.001, "Seconds a case may take (default: 60)");
  set.Flag("--resume", &flags.resume,
           "Go on where an interrupted run in the same directory stopped");
  set.Integer("--repeat", &flags.repeat, 2, suite::kMaxRepeat,
              "Run each case at least this many times");
  set.OptionalText(
      "--memory-budget", &flags.memory_budget,
      "Host memory for the cases that run at a time, as in 12GiB (default: 80 % of what is "
      "available); a case that needs more is not run");
  set.Flag("--fail-fast", &flags.fail_fast, "Stop after the first case that does not end well");
  set.Text("--reports", &flags.reports, "Comma-separated formats: " + FormatNames() + " (default: html,json,junit,md)");
  set.OptionalText(
      "--device-libs", &flags.device_libs,
      "Directory of the device libraries (default: the simulated NPU beside the program)");
  set.OptionalText("--mutation", &flags.mutation,
                   "Results of touchstone mutate to be shown in the report");
  set.Flag("--quiet", &flags.quiet, "Only the summary");
  set.Flag("--verbose", &flags.verbose, "A line for each case");
}

Result<run::Shard> ParseShard(const std::string& text) {
  run::Shard shard;
  if (text.empty()) return shard;
  int used = 0;
  if (std::sscanf(text.c_str(), "%d/%d%n", &shard.index, &shard.count, &used) != 2 ||
      static_cast<size_t>(used) != text.size() || shard.count < 1 || shard.index < 1 ||
      shard.index > shard.count) {
    return UsageError(fmt::format("--shard takes I/N with 1 <= I <= N, not '{}'", text));
  }
  return shard;
}

run::RunOptions Options(const Flags& flags, const run::Shard& shard, uint64_t memory_budget_bytes) {
  run::RunOptions options;
  options.memory_budget_bytes = memory_budget_bytes;
  options.soc = flags.soc;
  options.contract = flags.contract;
  if (flags.seed) options.seed = static_cast<uint64_t>(*flags.seed);
  options.jobs = flags.jobs ? static_cast<int>(*flags.jobs)
                            : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.shard = shard;
  if (flags.timeout_seconds) options.timeout_seconds = *flags.timeout_seconds;
  options.resume = flags.resume;
  if (flags.repeat) options.repeat = static_cast<int>(*flags.repeat);
  options.fail_fast = flags.fail_fast;
  options.device_libs = flags.device_libs.value_or("");
  options.out_dir = flags.out;
  options.command = flags.command;
  options.tool_version = kToolVersion;
  return options;
}

Progress::Style StyleOf(const Flags& flags) {
  if (flags.quiet || flags.verbose) return Progress::Style::kQuiet;
  return StderrIsTerminal() ? Progress::Style::kBar : Progress::Style::kPlain;
}

Result<record::RunRecord> RunWithProgress(const Flags& flags, const run::RunOptions& options,
                                          const suite::LoadedSuites& suites) {
  Progress progress(StyleOf(flags));
  uint64_t bad = 0;
  auto result = run::Run(options, suites, [&](const run::Progress& now) {
    if (now.last != nullptr) {
      if (!record::IsGood(now.last->status)) ++bad;
      if (flags.verbose) {
        fmt::print("{:>14}  {}  {}\n", record::Name(now.last->status), now.last->id,
                   now.last->reason);
      }
    }
    progress.Update(now.done, now.planned, bad);
  });
  progress.Finish();
  return result;
}

int Run(const Flags& flags) {
  if (flags.quiet && flags.verbose) {
    return Report({UsageError("--quiet and --verbose exclude each other")});
  }
  if (flags.device_libs && flags.device_libs->empty()) {
    return Report({UsageError("--device-libs takes a directory, not ''")});
  }
  const auto shard = ParseShard(flags.shard);
  if (!shard.ok()) return Report(shard.errors());
  uint64_t memory_budget_bytes = 0;
  if (flags.memory_budget) {
    const auto parsed = run::ParseBytes(*flags.memory_budget);
    if (!parsed.ok()) return Report(parsed.errors());
    memory_budget_bytes = *parsed;
  }
  const auto formats = reports::ParseFormats(flags.reports);
  if (!formats.ok()) return Report(formats.errors());
  if (const auto chip = soc::FindSoc(flags.soc); !chip.ok()) return Report(chip.errors());

  // Before anything can go wrong: no report of an earlier run may be taken for this one's.
  if (const auto removed = reports::RemoveReports(flags.out); !removed.ok()) {
    return Report(removed.errors());
  }
  std::optional<record::MutationRecord> mutation;
  if (flags.mutation) {
    auto read = ReadMutation(*flags.mutation);
    if (!read.ok()) return Report(read.errors());
    mutation = std::move(*read);
  }
  auto suites = suite::LoadSuites(flags.suites);
  if (!suites.ok()) return Report(suites.errors());
  if (!suites->warnings.empty() && !flags.quiet) {
    fmt::print(stderr, "{} note(s) on the suites; touchstone check shows them\n",
               suites->warnings.size());
  }
  suites->cases = suite::FilterCases(std::move(suites->cases), flags.include, flags.exclude);
  if (suites->cases.empty()) {
    fmt::print(stderr, "error: no case to run{}\n",
               flags.include.empty() && flags.exclude.empty()
                   ? ""
                   : ": the patterns of --filter and --exclude leave none");
    return kNotAsExpected;
  }
  auto record = RunWithProgress(flags, Options(flags, *shard, memory_budget_bytes), *suites);
  if (!record.ok()) return Report(record.errors());
  record->mutation = std::move(mutation);
  const auto written = reports::WriteReports(*record, flags.out, *formats);
  if (!written.ok()) return Report(written.errors());

  fmt::print("{}", reports::SummaryText(*record, {.colour = WantsColour()}));
  for (const std::string& path : *written) fmt::print("{}\n", path);
  if (run::WasInterrupted()) {
    fmt::print(stderr, "interrupted; --resume goes on from here\n");
    return kInfrastructure;
  }
  return ExitCodeFor(*record);
}

}  // namespace

Command RunCommand() {
  auto flags = std::make_shared<Flags>();
  return {"run", "Run suites, judge the results and write the reports",
          [flags](FlagSet& set) { Declare(set, *flags); },
          [flags] {
            flags->command = CommandLineText();
            return Run(*flags);
          }};
}

}  // namespace touchstone::tools
