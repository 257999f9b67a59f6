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
  std::vector<std::string> parts;
  if (!expect.ok) parts.push_back(expect.status ? suite::StatusText(*expect.status) : "any error");
  if (!expect.message.empty()) parts.push_back(fmt::format("saying \"{}\"", expect.message));
  if (!expect.strict_report.empty()) parts.push_back("device report " + expect.strict_report);
  if (!expect.output.bits.empty()) parts.push_back("stated output bits");
  if (!expect.output.values.empty()) parts.push_back("stated output values");
  if (!expect.output.digest.empty()) parts.push_back("output digest " + expect.output.digest);
  if (!expect.known_issue.empty()) parts.push_back("known issue: " + expect.known_issue);
  return fmt::format("{}", fmt::join(parts, ", "));
}

// "expect: 161002 (...)"; with rules "expect on Ascend910A: ..., else: ...".
std::string ExpectationsText(const suite::Case& one) {
  if (one.expect_rules.empty()) {
    const std::string text = ExpectationText(one.expect);
    return text.empty() ? "" : "expect: " + text;
  }
  std::string whole;
  for (const suite::ExpectationRule& rule : one.expect_rules) {
    std::string text = ExpectationText(rule.expect);
    if (text.empty()) text = "ok";
    std::string who;
    if (!rule.socs.empty()) who += fmt::format(" on {}", fmt::join(rule.socs, ", "));
    if (!rule.contract.empty()) who += fmt::format(" under {}", rule.contract);
    whole += fmt::format("{}{}: {}", whole.empty() ? "expect" : "; ",
                         !who.empty() && !whole.empty() ? who.substr(1)
                         : who.empty() && !whole.empty() ? "else"
                                                         : who,
                         text);
  }
  return whole;
}

// As suites write it: "mean" for 1.
std::string AttributeText(const suite::Case& one, const std::string& name,
                          const operators::AttributeValue& value) {
  const operators::Argument* argument = operators::FindArgument(*one.op, name);
  if (argument != nullptr) {
    for (const operators::NamedValue& named : argument->named_values) {
      if (value == operators::AttributeValue(named.value)) return named.name;
    }
  }
  return std::visit([](auto v) { return fmt::format("{}", v); }, value);
}

// Everything of a case that tells it from its neighbours, on one line.
std::string CaseText(const suite::Case& one) {
  std::vector<std::string> parts;
  for (const auto& [name, input] : one.inputs) {
    parts.push_back(TensorText(name, input, input.data.distribution));
  }
  for (const auto& [name, output] : one.outputs) parts.push_back(TensorText(name, output, ""));
  for (const auto& [name, value] : one.attributes) {
    parts.push_back(fmt::format("{}: {}", name, AttributeText(one, name, value)));
  }
  if (const std::string expected = ExpectationsText(one); !expected.empty()) {
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
