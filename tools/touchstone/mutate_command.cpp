#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "framework/run/runner.h"
#include "framework/soc/soc.h"
#include "tools/mutate/build_workshop.h"
#include "tools/mutate/campaign.h"
#include "tools/mutate/kill_matrix.h"
#include "tools/mutate/mutant.h"
#include "tools/mutate/mutation_json.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"
#include "tools/touchstone/version.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;

struct Flags {
  std::vector<std::string> suites, mutants;
  std::string source;
  std::string out = "out/mutation";
  std::string soc = std::string(soc::kDefaultSoc);
  std::string stop = "suite";
  std::optional<int64_t> jobs;
  std::optional<double> timeout_seconds;
  bool list = false;
};

void Declare(FlagSet& set, Flags& flags) {
  set.TextList("SUITE", &flags.suites, "Suite files or directories, each a column of the matrix");
  set.TextList("--mutants", &flags.mutants,
               "Only mutants whose id matches this pattern (* and ?; default: op_under_test/*)");
  set.Flag("--list", &flags.list, "Show the mutants, build nothing");
  set.Text("--out", &flags.out, "Directory for mutation.json and the working copy");
  set.Text("--source", &flags.source,
           "Source tree (default: the one this program was built from)");
  set.Text("--soc", &flags.soc, "Chip to simulate");
  set.Integer("--jobs", &flags.jobs, 1, 1024, "Compilers and workers at a time (default: one per core)");
  set.Text("--stop", &flags.stop,
           "case (leave a mutant at the first case that notices it), suite (run every suite up to "
           "such a case) or never (run every case)");
  set.Number("--timeout", &flags.timeout_seconds, 0.001, "Seconds a case may take (default: 20)");
}

std::string OwnProgram() {
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed).string();
}

void PrintList(const std::vector<mutate::Mutant>& mutants) {
  size_t width = 0;
  for (const mutate::Mutant& mutant : mutants) width = std::max(width, mutant.id.size());
  for (const mutate::Mutant& mutant : mutants) {
    fmt::print("{:{}}  {}  ({}){}\n", mutant.id, width, mutant.breaks, mutant.file,
               mutant.equivalent.empty() ? "" : "  equivalent: " + mutant.equivalent);
  }
}

Result<mutate::Stop> ParseStop(const std::string& word) {
  static const std::map<std::string, mutate::Stop> stops = {
      {"case", mutate::Stop::kAtFirstCase},
      {"suite", mutate::Stop::kInEachSuite},
      {"never", mutate::Stop::kNever}};
  const auto found = stops.find(word);
  if (found != stops.end()) return found->second;
  return UsageError(fmt::format("--stop: unknown value '{}'{}", word,
                                Suggestion(word, {"case", "suite", "never"})));
}

mutate::WorkshopOptions Options(const Flags& flags, mutate::SourceTree tree, mutate::Stop stop) {
  mutate::WorkshopOptions options;
  options.tree = std::move(tree);
  options.out = flags.out;
  options.suites = flags.suites;
  options.soc = flags.soc;
  options.stop = stop;
  options.jobs = flags.jobs ? static_cast<int>(*flags.jobs)
                            : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (flags.timeout_seconds) options.case_timeout_seconds = *flags.timeout_seconds;
  options.tool_version = kToolVersion;
  return options;
}

void ShowProgress(const mutate::CampaignProgress& now) {
  if (now.result == nullptr) {
    fmt::print(stderr, "the clean tree is all good\n");
  } else {
    fmt::print(stderr, "[{}/{}] {}\n", now.done, now.total, mutate::ResultLine(*now.result));
  }
}

ExitCode ExitCodeFor(const mutate::MutationResults& results) {
  if (mutate::CountOf(results, mutate::MutantState::kError) > 0) return kBadInput;
  if (mutate::CountOf(results, mutate::MutantState::kSurvived) > 0) return kNotAsExpected;
  return results.mutants.empty() ? kNotAsExpected : kAllAsExpected;
}

int Mutate(const Flags& flags) {
  if (flags.suites.empty() && !flags.list) {
    return Report({UsageError("mutate needs at least one SUITE, or --list")});
  }
  if (const auto chip = soc::FindSoc(flags.soc); !chip.ok()) return Report(chip.errors());
  const auto stop = ParseStop(flags.stop);
  if (!stop) return Report(stop.errors());
  const auto tree = mutate::FindSourceTree(flags.source, OwnProgram());
  if (!tree) return Report(tree.errors());
  const auto all = mutate::LoadMutants((fs::path(tree->root) / "tools" / "mutants").string());
  if (!all) return Report(all.errors());
  std::vector<std::string> patterns = flags.mutants;
  if (patterns.empty()) patterns = {flags.list ? "*" : "op_under_test/*"};
  const auto selected = mutate::SelectMutants(*all, patterns);
  if (!selected) return Report(selected.errors());
  if (flags.list) {
    PrintList(*selected);
    return kAllAsExpected;
  }

  const fs::path result_path = fs::path(flags.out) / "mutation.json";
  std::error_code failed;
  fs::create_directories(flags.out, failed);
  fs::remove(result_path, failed);  // none of an earlier run may be taken for this one's
  if (failed) {
    return Report({InfrastructureError(
        fmt::format("cannot write to '{}': {}", flags.out, failed.message()))});
  }
  const auto workshop = mutate::BuildWorkshop::Create(Options(flags, *tree, *stop));
  if (!workshop) return Report(workshop.errors());
  auto results =
      mutate::RunCampaign(*selected, **workshop, ShowProgress, [] { return run::WasInterrupted(); });
  if (!results) return Report(results.errors());
  results->tool_version = kToolVersion;
  const auto written = mutate::WriteFile(result_path.string(), mutate::ToJson(*results));
  if (!written) return Report(written.errors());
  fmt::print("{}{}\n", mutate::KillMatrix(*results), result_path.string());
  return ExitCodeFor(*results);
}

}  // namespace

Command MutateCommand() {
  auto flags = std::make_shared<Flags>();
  return {"mutate", "Build deliberate defects and see whether the suites notice them",
          [flags](FlagSet& set) { Declare(set, *flags); }, [flags] { return Mutate(*flags); }};
}

}  // namespace touchstone::tools
