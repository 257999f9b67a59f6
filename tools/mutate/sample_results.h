// A small result of every state, for tests.
#pragma once

#include "tools/mutate/results.h"

namespace touchstone::mutate {

inline SuiteOutcome SampleOutcome(const std::string& suite, uint64_t noticed) {
  SuiteOutcome outcome;
  outcome.suite = suite;
  outcome.ended = 58;
  outcome.noticed = noticed;
  if (noticed > 0) {
    outcome.statuses["fail"] = noticed;
    outcome.first = {"bce/" + suite + "/first[n=1]"};
  }
  return outcome;
}

inline MutantResult SampleMutant(const std::string& id, MutantState state,
                                 const std::string& reason, uint64_t noticed) {
  MutantResult mutant;
  mutant.id = id;
  mutant.breaks = "dropped tail";
  mutant.file = "op_under_test/x.cpp";
  mutant.state = state;
  mutant.reason = reason;
  mutant.build_seconds = state == MutantState::kError ? 1 : 4.5;
  if (state == MutantState::kError) return mutant;
  mutant.outcomes = {SampleOutcome("smoke", noticed), SampleOutcome("tiling", 0)};
  mutant.run_seconds = 2;
  return mutant;
}

inline MutationResults SampleResults() {
  MutationResults results;
  results.tool_version = "0.1.0";
  results.suites = {"smoke", "tiling"};
  results.mutants = {
      SampleMutant("judge/error", MutantState::kError, "does not build: x.cpp:1: error", 0),
      SampleMutant("op_under_test/equal", MutantState::kEquivalent, "copies are synchronous", 0),
      SampleMutant("op_under_test/killed", MutantState::kKilled, "", 3),
      SampleMutant("op_under_test/survivor", MutantState::kSurvived, "", 0)};
  results.mutants[3].outcomes[1].changed_outputs = 2;
  return results;
}

}  // namespace touchstone::mutate
