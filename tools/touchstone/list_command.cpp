#include <fmt/format.h>

#include <memory>

#include "framework/suite/suite.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/coverage.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

struct Flags {
  std::vector<std::string> suites, include, exclude;
  bool json = false;
  bool summary = false;
};

std::string InputText(const std::string& name, const suite::TensorArgument& input) {
  switch (input.presence) {
    case suite::Presence::kAbsent:
      return name + ": absent";
    case suite::Presence::kNull:
      return name + ": null";
    case suite::Presence::kGiven:
      break;
  }
  return fmt::format("{}: {} {} {}", name, tensor::Name(input.layout.dtype),
                     tensor::ToText(input.layout.shape), input.data.distribution);
}

int List(const Flags& flags) {
  auto loaded = suite::LoadSuites(flags.suites);
  if (!loaded.ok()) return Report(loaded.errors());
  const auto cases = suite::FilterCases(loaded->cases, flags.include, flags.exclude);
  if (flags.summary) {
    const Coverage coverage = CoverageOf(cases);
    fmt::print("{}\n", flags.json ? CoverageJson(coverage) : CoverageText(coverage));
  } else if (flags.json) {
    fmt::print("{}\n", suite::WriteSuite(cases));
  } else {
    for (const suite::Case& one : cases) {
      std::vector<std::string> inputs;
      for (const auto& [name, input] : one.inputs) inputs.push_back(InputText(name, input));
      fmt::print("{}\n    {}\n", one.id, fmt::join(inputs, "; "));
    }
  }
  for (const suite::NotRunnable& other : loaded->not_runnable) {
    fmt::print(stderr, "not runnable: {}: {}\n", other.id, other.reason);
  }
  fmt::print(stderr, "{} case(s), {} not runnable\n", cases.size(), loaded->not_runnable.size());
  return cases.empty() ? kNotAsExpected : kAllAsExpected;
}

}  // namespace

Command ListCommand() {
  auto flags = std::make_shared<Flags>();
  return {"list", "Show every expanded case with its inputs; nothing is run",
          [flags](FlagSet& set) {
            set.TextList("SUITE", &flags->suites, "Suite files, directories or ATK JSON files",
                         true);
            set.TextList("--filter", &flags->include, "Only ids matching this pattern (* and ?)");
            set.TextList("--exclude", &flags->exclude, "No ids matching this pattern");
            set.Flag("--json", &flags->json, "As a suite with nothing left to expand");
            set.Flag("--summary", &flags->summary,
                     "Counts per axis value and pair, and gaps, in the place of the cases");
          },
          [flags] { return List(*flags); }};
}

}  // namespace touchstone::tools
