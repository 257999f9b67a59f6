#include <fmt/format.h>

#include <memory>

#include "framework/suite/status_names.h"
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

std::string TensorText(const std::string& name, const suite::TensorArgument& tensor,
                       const std::string& data) {
  switch (tensor.presence) {
    case suite::Presence::kAbsent:
      return name + ": absent";
    case suite::Presence::kNull:
      return name + ": null";
    case suite::Presence::kGiven:
      break;
  }
  std::string text = fmt::format("{}: {} {}", name, tensor::Name(tensor.layout.dtype),
                                 tensor::ToText(tensor.layout.shape));
  if (!tensor::IsContiguous(tensor.layout) || tensor.layout.offset != 0) {
    text += fmt::format(" strides {} offset {}", tensor::ToText(tensor.layout.strides),
                        tensor.layout.offset);
  }
  if (!data.empty()) text += " " + data;
  return text;
}

std::string ExpectationText(const suite::Expectation& expect) {
  if (expect.ok) return expect.known_issue.empty() ? "" : "known issue";
  return "expect: " + (expect.status ? suite::StatusText(*expect.status) : "any error");
}

// Everything of a case that tells it from its neighbours, on one line.
std::string CaseText(const suite::Case& one) {
  std::vector<std::string> parts;
  for (const auto& [name, input] : one.inputs) {
    parts.push_back(TensorText(name, input, input.data.distribution));
  }
  for (const auto& [name, output] : one.outputs) parts.push_back(TensorText(name, output, ""));
  for (const auto& [name, value] : one.attributes) {
    parts.push_back(std::visit([&](auto v) { return fmt::format("{}: {}", name, v); }, value));
  }
  if (const std::string expected = ExpectationText(one.expect); !expected.empty()) {
    parts.push_back(expected);
  }
  return fmt::format("{}", fmt::join(parts, "; "));
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
      fmt::print("{}\n    {}\n", one.id, CaseText(one));
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
