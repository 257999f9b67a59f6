#include <fmt/format.h>

#include <memory>

#include "framework/suite/suite.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {

Command CheckCommand() {
  auto suites = std::make_shared<std::vector<std::string>>();
  auto verbose = std::make_shared<bool>(false);
  return {"check", "Validate suites without running them",
          [suites, verbose](FlagSet& flags) {
            flags.TextList("SUITE", suites.get(), "Suite files, directories or ATK JSON files",
                           true);
            flags.Flag("--verbose", verbose.get(),
                       "Also list the files of directories that are no suites");
          },
          [suites, verbose]() -> int {
            const auto loaded = suite::LoadSuites(*suites);
            if (!loaded.ok()) return Report(loaded.errors());
            for (const Error& warning : loaded->warnings) {
              fmt::print(stderr, "warning: {}\n", warning.ToString());
            }
            for (const suite::NotRunnable& one : loaded->not_runnable) {
              fmt::print(stderr, "warning: {} cannot be run: {}\n", one.id, one.reason);
            }
            if (*verbose) {
              for (const suite::SkippedFile& file : loaded->skipped) {
                fmt::print("skipped: {}: {}\n", file.path, file.kind);
              }
            }
            fmt::print("valid: {} suite file(s), {} case(s)", loaded->files.size(),
                       loaded->cases.size());
            if (!loaded->not_runnable.empty()) {
              fmt::print("; {} more cannot be run, as said above", loaded->not_runnable.size());
            }
            fmt::print("\n");
            return loaded->cases.empty() ? kNotAsExpected : kAllAsExpected;
          }};
}

}  // namespace touchstone::tools
