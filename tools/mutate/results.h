// What a mutation run found: which tests notice which mutant.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::mutate {

enum class MutantState {
  kKilled,      ///< some test noticed it
  kSurvived,    ///< no test noticed it: a hole in the tests
  kEquivalent,  ///< survived, as its file says it must
  kError,       ///< it could not be applied, built or run: says nothing about the tests
};
std::string_view Name(MutantState state);  ///< "killed", ... as in mutation.json

/// One suite (or a group's unit tests) on one mutant.
struct SuiteOutcome {
  std::string suite;    ///< column of the kill matrix
  uint64_t ended = 0;   ///< cases that were run; the suite stops after some that noticed
  uint64_t noticed = 0; ///< cases that ended otherwise than on the clean tree
  std::map<std::string, uint64_t> statuses;  ///< of those that noticed
  std::vector<std::string> first;            ///< ids of the first of them, sorted
  uint64_t changed_outputs = 0;  ///< good cases whose output bytes are not those of the clean tree
};

struct MutantResult {
  std::string id, breaks, file;
  MutantState state = MutantState::kError;
  std::string reason;  ///< of an equivalent mutant or an error; otherwise empty
  std::vector<SuiteOutcome> outcomes;
  double build_seconds = 0, run_seconds = 0;
};

struct MutationResults {
  std::string tool_version;
  std::vector<std::string> suites;    ///< the columns, in order
  std::vector<MutantResult> mutants;  ///< sorted by id
};

uint64_t CountOf(const MutationResults& results, MutantState state);

}  // namespace touchstone::mutate
