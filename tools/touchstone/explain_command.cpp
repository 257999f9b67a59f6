#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "framework/data/generator.h"
#include "framework/judge/standard.h"
#include "framework/soc/soc.h"
#include "framework/suite/expectation_fields.h"
#include "framework/suite/key_meanings.h"
#include "framework/suite/status_names.h"
#include "framework/tensor/named_views.h"
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

bool ExplainView(const std::string& name) {
  for (const tensor::NamedView& view : tensor::AllNamedViews()) {
    if (view.name != name) continue;
    fmt::print("{} (view of a tensor)\n  {}\n", view.name, view.meaning);
    return true;
  }
  return false;
}

bool ExplainKey(const std::string& name) {
  bool found = false;
  for (const suite::KeyMeaning& key : suite::AllKeyMeanings()) {
    if (key.name != name) continue;
    fmt::print("{} (key of {})\n  {}\n", key.name, key.place, key.meaning);
    found = true;
    if (name == "protocol") {
      for (const suite::ProtocolDeviation& deviation : suite::ProtocolDeviations()) {
        fmt::print("  {}\n", deviation.name);
      }
    }
  }
  return found;
}

template <typename List>
std::vector<std::string> Names(const List& list) {
  std::vector<std::string> names;
  for (const auto& one : list) names.emplace_back(one.name);
  return names;
}

/// What can be explained, a registry each.
struct Topic {
  const char* title;
  std::vector<std::string> names;
  bool (*explain)(const std::string& name);  ///< false: not its name
};

std::vector<Topic> AllTopics() {
  std::vector<std::string> keys = Names(suite::AllKeyMeanings());
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return {{"standards", Names(judge::AllStandards()), ExplainStandard},
          {"chips", Names(soc::AllSocs()), ExplainSoc},
          {"status names (or their numbers)", Names(suite::AllStatusNames()), ExplainStatus},
          {"kinds of data", Names(data::AllDistributions()), ExplainDistribution},
          {"views", Names(tensor::AllNamedViews()), ExplainView},
          {"keys of a suite", std::move(keys), ExplainKey}};
}

int Explain(const std::string& name) {
  const std::vector<Topic> topics = AllTopics();
  if (name.empty()) {
    for (const Topic& topic : topics) {
      fmt::print("{}:\n  {}\n", topic.title, fmt::join(topic.names, ", "));
    }
    return kAllAsExpected;
  }
  // A word may stand for two things: `operator` is a key of a suite and of a case.
  bool found = false;
  std::vector<std::string> known;
  for (const Topic& topic : topics) {
    found = topic.explain(name) || found;
    known.insert(known.end(), topic.names.begin(), topic.names.end());
  }
  if (found) return kAllAsExpected;
  const std::string nearest = NearestWord(name, known);
  return Report({UsageError(fmt::format(
      "nothing is known of '{}'; {}", name,
      nearest.empty() ? "touchstone explain without a name lists what can be explained"
                      : fmt::format("did you mean '{}'?", nearest)))});
}

}  // namespace

Command ExplainCommand() {
  auto name = std::make_shared<std::string>();
  return {"explain",
          "Say what a standard, chip, status code, kind of data, view or key of a suite means",
          [name](FlagSet& flags) {
            flags.Text("NAME", name.get(), "eco-v3, 161002, Ascend910B1; left out: what there is", false);
          },
          [name] { return Explain(*name); }};
}

}  // namespace touchstone::tools
