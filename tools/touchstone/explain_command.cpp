#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <memory>

#include "framework/data/generator.h"
#include "framework/judge/standard.h"
#include "framework/soc/soc.h"
#include "framework/suite/status_names.h"
#include "reference/bce_with_logits/rounding_bound.h"
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

// Mean bound over mean loss, in u, of x in [-2, 2] with labels in [0, 1] and no weights.
double TypicalBound() {
  constexpr int kSteps = 64;
  double bounds = 0, losses = 0;
  for (int i = 0; i < kSteps; ++i) {
    for (int j = 0; j < kSteps; ++j) {
      const auto x = static_cast<float>(-2 + 4 * (i + 0.5) / kSteps);
      const auto y = static_cast<float>((j + 0.5) / kSteps);
      bounds += bce::ElementBound({x, y}, false, false, {});
      losses += (1 - double{y}) * double{x} + std::log1p(std::exp(-double{x}));
    }
  }
  return bounds / losses * 0x1p24;
}

void PrintDetectable() {
  struct Column {
    const char* title;
    const reference::FloatFormat& format;
    double condition;
    bool is_mean;
  };
  const Column columns[] = {{"fp32 sum", reference::kFp32, 1, false},
                            {"condition 10", reference::kFp32, 10, false},
                            {"condition 1e3", reference::kFp32, 1e3, false},
                            {"fp32 mean", reference::kFp32, 1, true},
                            {"fp16 mean", reference::kFp16, 1, true},
                            {"bf16 mean", reference::kBf16, 1, true}};
  const double typical = TypicalBound();
  fmt::print(
      "\n  The smallest defect that a reduction of N elements shows, in units of the mean |loss| "
      "(1: "
      "one dropped\n  element of average loss; N: an output of zeros), for logits in [-2, 2] "
      "without weights:\n\n  {:>10}",
      "N");
  for (const Column& column : columns) fmt::print("{:>15}", column.title);
  fmt::print("\n");
  for (const uint64_t count : {2ull, 10ull, 100ull, 1'000ull, 10'000ull, 100'000ull, 1'000'000ull,
                               10'000'000ull, 100'000'000ull}) {
    fmt::print("  {:>10}", count);
    for (const Column& column : columns) {
      fmt::print("{:>15.3g}",
                 bce::SmallestDetectable({count, typical, column.condition, column.is_mean},
                                         column.format));
    }
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

int Explain(const std::string& name) {
  if (ExplainStandard(name) || ExplainSoc(name) || ExplainStatus(name) ||
      ExplainDistribution(name)) {
    return kAllAsExpected;
  }
  std::vector<std::string> known;
  for (const auto& standard : judge::AllStandards()) known.push_back(standard.name);
  for (const auto& chip : soc::AllSocs()) known.emplace_back(chip.name);
  for (const auto& status : suite::AllStatusNames()) known.emplace_back(status.name);
  for (const auto& distribution : data::AllDistributions()) known.push_back(distribution.name);
  const std::string nearest = NearestWord(name, known);
  return Report(
      {UsageError(fmt::format("'{}' is no standard, status code, SoC or kind of data{}", name,
                              nearest.empty() ? "" : "; did you mean '" + nearest + "'?"))});
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
