#include <fmt/format.h>

#include <functional>
#include <memory>

#include "framework/judge/standard.h"
#include "framework/soc/soc.h"
#include "framework/suite/status_names.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

bool ExplainStandard(const std::string& name) {
  for (const judge::StandardInfo& standard : judge::AllStandards()) {
    if (standard.name != name) continue;
    fmt::print("{} (version {})\n  rule:       {}\n  parameters: {}\n  source:     {}\n",
               standard.name, standard.version, standard.rule, fmt::join(standard.parameters, ", "),
               standard.citation);
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

int Explain(const std::string& name) {
  if (ExplainStandard(name) || ExplainSoc(name) || ExplainStatus(name)) return kAllAsExpected;
  std::vector<std::string> known;
  for (const auto& standard : judge::AllStandards()) known.push_back(standard.name);
  for (const auto& chip : soc::AllSocs()) known.emplace_back(chip.name);
  for (const auto& status : suite::AllStatusNames()) known.emplace_back(status.name);
  const std::string nearest = NearestWord(name, known);
  return Report(
      {UsageError(fmt::format("'{}' is no standard, status code or SoC{}", name,
                              nearest.empty() ? "" : "; did you mean '" + nearest + "'?"))});
}

}  // namespace

Command ExplainCommand() {
  auto name = std::make_shared<std::string>();
  return {"explain", "Say what a standard, a status code or a SoC name means, with its source",
          [name](FlagSet& flags) {
            flags.Text("NAME", name.get(), "eco-v3, 161002, Ascend910B1", true);
          },
          [name] { return Explain(*name); }};
}

}  // namespace touchstone::tools
