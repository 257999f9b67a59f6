#include "tools/mutate/kill_matrix.h"

#include <fmt/format.h>

#include <algorithm>

namespace touchstone::mutate {
namespace {

const SuiteOutcome* OutcomeOf(const MutantResult& mutant, const std::string& suite) {
  for (const SuiteOutcome& outcome : mutant.outcomes) {
    if (outcome.suite == suite) return &outcome;
  }
  return nullptr;
}

std::string Cell(const MutantResult& mutant, const std::string& suite) {
  const SuiteOutcome* outcome = OutcomeOf(mutant, suite);
  if (outcome == nullptr || outcome->ended == 0) return "-";
  return outcome->noticed == 0 ? "." : std::to_string(outcome->noticed);
}

uint64_t ChangedOutputs(const MutantResult& mutant) {
  uint64_t changed = 0;
  for (const SuiteOutcome& outcome : mutant.outcomes) changed += outcome.changed_outputs;
  return changed;
}

// Why a mutant needs a reader's attention; "" for a killed one.
std::string Remark(const MutantResult& mutant) {
  switch (mutant.state) {
    case MutantState::kKilled: return "";
    case MutantState::kEquivalent: return mutant.reason;
    case MutantState::kError: return mutant.reason;
    case MutantState::kSurvived: break;
  }
  const uint64_t changed = ChangedOutputs(mutant);
  return changed == 0 ? fmt::format("{}; no output changed a bit", mutant.breaks)
                      : fmt::format("{}; {} outputs changed, but passed", mutant.breaks, changed);
}

}  // namespace

std::string ResultLine(const MutantResult& result) {
  std::string line = fmt::format("{:>10}  {}  ({:.1f} s to build, {:.1f} s to run)", Name(result.state),
                                 result.id, result.build_seconds, result.run_seconds);
  for (const SuiteOutcome& outcome : result.outcomes) {
    if (outcome.noticed > 0) line += fmt::format("  {}:{}", outcome.suite, outcome.noticed);
  }
  if (const std::string remark = Remark(result); !remark.empty()) line += "  " + remark;
  return line;
}

std::string KillMatrix(const MutationResults& results) {
  size_t name_width = 6;
  for (const MutantResult& mutant : results.mutants) {
    name_width = std::max(name_width, mutant.id.size());
  }
  std::string text = fmt::format("{:{}}", "mutant", name_width);
  for (const std::string& suite : results.suites) text += "  " + suite;
  text += "\n";
  for (const MutantResult& mutant : results.mutants) {
    text += fmt::format("{:{}}", mutant.id, name_width);
    for (const std::string& suite : results.suites) {
      text += fmt::format("  {:>{}}", Cell(mutant, suite), suite.size());
    }
    text += fmt::format("  {}\n", Name(mutant.state));
  }
  for (const MutantResult& mutant : results.mutants) {
    if (const std::string remark = Remark(mutant); !remark.empty()) {
      text += fmt::format("{}: {}: {}\n", Name(mutant.state), mutant.id, remark);
    }
  }
  const uint64_t killed = CountOf(results, MutantState::kKilled);
  const uint64_t equivalent = CountOf(results, MutantState::kEquivalent);
  text += fmt::format("{} mutants: {} killed, {} survived, {} equivalent, {} errors",
                      results.mutants.size(), killed, CountOf(results, MutantState::kSurvived),
                      equivalent, CountOf(results, MutantState::kError));
  const uint64_t real = results.mutants.size() - equivalent;
  if (real > 0) {
    text += fmt::format("; score {:.1f} %",
                        100.0 * static_cast<double>(killed) / static_cast<double>(real));
  }
  return text + "\n";
}

}  // namespace touchstone::mutate
