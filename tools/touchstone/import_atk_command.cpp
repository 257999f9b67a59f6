#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "framework/suite/suite.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

struct Flags {
  std::vector<std::string> files;
  std::string output;
};

struct Totals {
  size_t cases = 0;
  size_t not_runnable = 0;
};

// What the head of the suite says about its origin.
std::vector<std::string> Comments(const std::string& file, const suite::LoadedSuites& loaded) {
  std::vector<std::string> comments = {
      fmt::format("Imported from the ATK case file {}: {} case(s), {} not runnable.",
                  std::filesystem::path(file).filename().string(), loaded.cases.size(),
                  loaded.not_runnable.size())};
  std::map<std::string, size_t> reasons;
  for (const suite::NotRunnable& one : loaded.not_runnable) ++reasons[one.reason];
  for (const auto& [reason, count] : reasons) {
    comments.push_back(fmt::format("Not runnable: {} case(s), {}.", count, reason));
  }
  return comments;
}

Status WriteFile(const std::string& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  if (stream.flush()) return Done{};
  return InfrastructureError(fmt::format("cannot write '{}'", path));
}

Status ImportFile(const std::string& file, const std::string& output, Totals& totals) {
  const auto loaded = suite::LoadSuites({file});
  if (!loaded.ok()) return loaded.errors();
  for (const Error& warning : loaded->warnings) {
    fmt::print(stderr, "warning: {}\n", warning.ToString());
  }
  for (const suite::NotRunnable& one : loaded->not_runnable) {
    fmt::print(stderr, "not runnable: {}: {}\n", one.id, one.reason);
  }
  totals.cases += loaded->cases.size();
  totals.not_runnable += loaded->not_runnable.size();
  if (loaded->cases.empty()) return Done{};  // a suite without cases would be no suite
  const std::string text = suite::WriteReadableSuite(loaded->cases, Comments(file, *loaded));
  if (!output.empty()) return WriteFile(output, text);
  fmt::print("{}", text);
  return Done{};
}

int Import(const Flags& flags) {
  namespace fs = std::filesystem;
  std::error_code code;
  const bool into_folder = fs::is_directory(flags.output, code);
  if (flags.files.size() > 1 && !into_folder) {
    return Report(
        {UsageError("several files become several suites: --output must be a directory "
                    "that exists")});
  }
  Totals totals;
  Errors errors;
  for (const std::string& file : flags.files) {
    const std::string output =
        into_folder ? (fs::path(flags.output) / fs::path(file).stem()).string() + ".yaml"
                    : flags.output;
    const Status imported = ImportFile(file, output, totals);
    if (!imported) errors.insert(errors.end(), imported.errors().begin(), imported.errors().end());
  }
  fmt::print(stderr, "{} case(s) imported, {} not runnable\n", totals.cases, totals.not_runnable);
  if (!errors.empty()) return Report(errors);
  return totals.cases == 0 ? kNotAsExpected : kAllAsExpected;
}

}  // namespace

Command ImportAtkCommand() {
  auto flags = std::make_shared<Flags>();
  return {"import-atk", "Turn ATK case files into suites",
          [flags](FlagSet& set) {
            set.TextList("FILE", &flags->files, "ATK JSON case files", true);
            set.Text("--output", &flags->output,
                     "Suite file to write, or directory for one suite per file (default: standard "
                     "output)");
          },
          [flags] { return Import(*flags); }};
}

}  // namespace touchstone::tools
