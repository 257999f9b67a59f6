#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <memory>

#include "framework/data/generator.h"
#include "framework/judge/standard.h"
#include "framework/soc/soc.h"
#include "framework/suite/status_names.h"
#include "reference/bce_with_logits/detectable.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

namespace bce = reference::bce_with_logits;

// As the standards write their numbers: powers of two as such.
std::string NumberText(double value) {
  int exponent = 0;
  const bool is_power = value > 0 && std::frexp(value, &exponent) == 0.5;
  if (is_power && exponent < 0) return fmt::format("2^{} ({:.3g})", exponent - 1, value);
  return fmt::format("{}", value);
}

void PrintDetectable() {
  const bce::DetectableTable table = bce::SmallestDetectableDefects();
  fmt::print(
      "\n  The smallest defect that a reduction of N elements shows, in units of the mean |loss| "
      "(1: "
      "one dropped\n  element of average loss; N: an output of zeros), for logits in [-2, 2] "
      "without weights, by output and\n  condition number sum |l| / |sum l|:\n\n  {:>10}",
      "");
  for (const auto& column : table.columns) {
    fmt::print("{:>10}", column.condition == 1 ? column.output : "");
  }
  fmt::print("\n  {:>10}", "N");
  for (const auto& column : table.columns) fmt::print("{:>10}", column.condition);
  fmt::print("\n");
  for (size_t i = 0; i < table.counts.size(); ++i) {
    fmt::print("  {:>10}", table.counts[i]);
    for (const double defect : table.rows[i]) fmt::print("{:>10.3g}", defect);
    fmt::print("\n");
  }
}

bool ExplainStandard(const std::string& name) {
  for (const judge::StandardInfo& standard : judge::AllStandards()) {
    if (standard.name != name) continue;
    fmt::print("{} (version {}{})\n  rule:    {}\n  golden:  {}\n", standard.name, standard.version,
               standard.gating ? "" : "; reported, never gating", standard.rule,
               standard.golden == "exact" ? "the exact value"
                                          : "the exact value rounded once to the output dtype");
    for (const auto& [dtype, numbers] : standard.numbers) {
      if (numbers.empty()) continue;
      std::string list;
      for (const auto& [number, value] : numbers) {
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", number, NumberText(value));
      }
      fmt::print("  {:8} {}\n", dtype + ":", list);
    }
    fmt::print("  source:  {}\n", standard.citation);
    if (!standard.parameters.empty()) {
      fmt::print("  a suite may override: {}\n", fmt::join(standard.parameters, ", "));
    }
    if (standard.name == "rounding-bound") PrintDetectable();
    return true;
  }
  return false;
}

bool ExplainSoc(const std::string& name) {
  const auto found = soc::FindSoc(name);
  if (!found.ok()) return false;
  const soc::SocInfo& chip = **found;
  fmt::print(
      "{} ({})\n  order of operations: {}\n  vector cores:        {}\n"
      "  unified buffer:      {} bytes\n  bf16:                {}\n"
      "  overflow:            {}\n  subnormals:          {}\n  operator library:    {}\n"
      "  source:              public platform configuration of the CANN runtime\n",
      chip.name, chip.family,
      chip.order == soc::ArithmeticOrder::kRegBase ? "register-based kernel" : "older kernel",
      chip.vector_core_count, chip.unified_buffer_bytes, chip.supports_bf16 ? "yes" : "no",
      chip.saturates_on_overflow ? "saturates" : "infinity",
      chip.flushes_subnormals ? "flushed to zero" : "kept",
      chip.supports_operator_library ? "supported" : "product not supported");
  return true;
}

bool ExplainStatus(const std::string& name) {
  for (const suite::StatusName& status : suite::AllStatusNames()) {
    if (status.name != name && std::to_string(status.code) != name) continue;
    fmt::print("{} = {}\n  {}\n", status.name, status.code, status.meaning);
    return true;
  }
  return false;
}

bool ExplainDistribution(const std::string& name) {
  const auto found = data::FindDistribution(name);
  if (!found.ok()) return false;
  fmt::print("{} (data of a tensor)\n  {}\n", name, (*found)->meaning);
  for (const data::ParameterInfo& parameter : (*found)->parameters) {
    fmt::print("  {:<14} {}{}\n", parameter.name, parameter.meaning,
               parameter.required ? " (required)" : "");
  }
  return true;
}

template <typename List>
std::vector<std::string> Names(const List& list) {
  std::vector<std::string> names;
  for (const auto& one : list) names.emplace_back(one.name);
  return names;
}

int Explain(const std::string& name) {
  if (ExplainStandard(name) || ExplainSoc(name) || ExplainStatus(name) ||
      ExplainDistribution(name)) {
    return kAllAsExpected;
  }
  const std::string unknown =
      fmt::format("'{}' is no standard, status code, SoC or kind of data", name);
  std::vector<std::string> known;
  for (const auto& names : {Names(judge::AllStandards()), Names(soc::AllSocs()),
                            Names(suite::AllStatusNames()), Names(data::AllDistributions())}) {
    known.insert(known.end(), names.begin(), names.end());
  }
  const std::string nearest = NearestWord(name, known);
  if (!nearest.empty()) {
    return Report({UsageError(fmt::format("{}; did you mean '{}'?", unknown, nearest))});
  }
  return Report({UsageError(fmt::format(
      "{}; standards are: {}; chips: {}; status codes: {} and others; kinds of data: {}", unknown,
      fmt::join(Names(judge::AllStandards()), ", "), fmt::join(Names(soc::AllSocs()), ", "),
      suite::AllStatusNames().front().name, fmt::join(Names(data::AllDistributions()), ", ")))});
}

}  // namespace

Command ExplainCommand() {
  auto name = std::make_shared<std::string>();
  return {"explain",
          "Say what a standard, a status code, a SoC or a kind of data means, with its source",
          [name](FlagSet& flags) {
            flags.Text("NAME", name.get(), "eco-v3, 161002, Ascend910B1", true);
          },
          [name] { return Explain(*name); }};
}

}  // namespace touchstone::tools
