#include <fmt/format.h>

#include <cstdio>
#include <fstream>
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

int Import(const Flags& flags) {
  const auto loaded = suite::LoadSuites(flags.files);
  if (!loaded.ok()) return Report(loaded.errors());
  for (const suite::NotRunnable& one : loaded->not_runnable) {
    fmt::print(stderr, "not runnable: {}: {}\n", one.id, one.reason);
  }
  const std::string text = suite::WriteSuite(loaded->cases) + "\n";
  if (flags.output.empty()) {
    fmt::print("{}", text);
  } else {
    std::ofstream file(flags.output, std::ios::binary);
    file << text;
    if (!file.flush()) {
      return Report({InfrastructureError(fmt::format("cannot write '{}'", flags.output))});
    }
  }
  fmt::print(stderr, "{} case(s) imported, {} not runnable\n", loaded->cases.size(),
             loaded->not_runnable.size());
  return loaded->cases.empty() ? kNotAsExpected : kAllAsExpected;
}

}  // namespace

Command ImportAtkCommand() {
  auto flags = std::make_shared<Flags>();
  return {"import-atk", "Turn ATK case files into a suite",
          [flags](FlagSet& set) {
            set.TextList("FILE", &flags->files, "ATK JSON case files", true);
            set.Text("--output", &flags->output, "Suite file to write (default: standard output)");
          },
          [flags] { return Import(*flags); }};
}

}  // namespace touchstone::tools
