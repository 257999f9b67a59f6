#include "tools/mutate/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>

namespace touchstone::mutate {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Status CheckClean(const std::vector<SuiteOutcome>& outcomes) {
  for (const SuiteOutcome& outcome : outcomes) {
    if (outcome.noticed == 0 && outcome.ended > 0) continue;
    return InputError(
        outcome.ended == 0
            ? fmt::format("the clean tree runs no case of {}", outcome.suite)
            : fmt::format("the clean tree is not all good, so no mutant can be judged: {} of {} in "
                          "{}, first '{}'",
                          outcome.noticed, outcome.ended, outcome.suite,
                          outcome.first.empty() ? "" : outcome.first.front()));
  }
  return Done{};
}

MutantState StateOf(const Mutant& mutant, const std::vector<SuiteOutcome>& outcomes) {
  const bool killed = std::any_of(outcomes.begin(), outcomes.end(),
                                  [](const SuiteOutcome& one) { return one.noticed > 0; });
  if (killed) return MutantState::kKilled;
  return mutant.equivalent.empty() ? MutantState::kSurvived : MutantState::kEquivalent;
}

std::string OneLine(const Errors& errors) { return errors.empty() ? "" : errors.front().message; }

Result<MutantResult> TryMutant(const Mutant& mutant, Workshop& workshop) {
  MutantResult result;
  result.id = mutant.id;
  result.breaks = mutant.breaks;
  result.file = mutant.file;
  auto start = Clock::now();
  const Status built = workshop.Build(mutant);
  result.build_seconds = SecondsSince(start);
  if (built) {
    start = Clock::now();
    auto outcomes = workshop.Try();
    result.run_seconds = SecondsSince(start);
    if (!outcomes) return outcomes.errors();
    result.outcomes = std::move(*outcomes);
    result.state = StateOf(mutant, result.outcomes);
    if (result.state == MutantState::kEquivalent) result.reason = mutant.equivalent;
    if (result.state == MutantState::kKilled && !mutant.equivalent.empty()) {
      result.state = MutantState::kError;
      result.reason = "its file calls it equivalent, but it was noticed";
    }
  } else {
    result.reason = OneLine(built.errors());
  }
  if (const Status restored = workshop.Restore(); !restored) return restored.errors();
  return result;
}

}  // namespace

Result<MutationResults> RunCampaign(std::vector<Mutant> mutants, Workshop& workshop,
                                    const std::function<void(const CampaignProgress&)>& progress,
                                    const std::function<bool()>& stop) {
  std::sort(mutants.begin(), mutants.end(), [](const Mutant& a, const Mutant& b) {
    return std::tie(a.group, a.file, a.id) < std::tie(b.group, b.file, b.id);
  });
  MutationResults results;
  const Group* open = nullptr;
  for (const Mutant& mutant : mutants) {
    const Group* group = FindGroup(mutant.group);
    if (group == nullptr) return InputError(fmt::format("no group '{}'", mutant.group));
    if (group != open) {
      if (const Status opened = workshop.Open(*group); !opened) return opened.errors();
      const auto clean = workshop.TryClean();
      if (!clean) return clean.errors();
      if (const Status good = CheckClean(*clean); !good) return good.errors();
      for (const SuiteOutcome& outcome : *clean) {
        auto& suites = results.suites;
        if (std::find(suites.begin(), suites.end(), outcome.suite) == suites.end()) {
          suites.push_back(outcome.suite);
        }
      }
      open = group;
      progress({results.mutants.size(), mutants.size(), nullptr});
    }
    auto result = TryMutant(mutant, workshop);
    if (!result) return result.errors();
    results.mutants.push_back(std::move(*result));
    progress({results.mutants.size(), mutants.size(), &results.mutants.back()});
    if (stop()) return InfrastructureError("interrupted");
  }
  std::sort(results.mutants.begin(), results.mutants.end(),
            [](const MutantResult& a, const MutantResult& b) { return a.id < b.id; });
  return results;
}

}  // namespace touchstone::mutate
