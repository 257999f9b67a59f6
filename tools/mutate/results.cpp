#include "tools/mutate/results.h"

#include <algorithm>

namespace touchstone::mutate {

std::string_view Name(MutantState state) {
  switch (state) {
    case MutantState::kKilled: return "killed";
    case MutantState::kSurvived: return "survived";
    case MutantState::kEquivalent: return "equivalent";
    case MutantState::kError: break;
  }
  return "error";
}

uint64_t CountOf(const MutationResults& results, MutantState state) {
  return static_cast<uint64_t>(std::count_if(results.mutants.begin(), results.mutants.end(),
                                             [&](const auto& one) { return one.state == state; }));
}

}  // namespace touchstone::mutate
