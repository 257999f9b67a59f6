// The kill matrix as text for people.
#pragma once

#include <string>

#include "tools/mutate/results.h"

namespace touchstone::mutate {

/// One row for each mutant, one column for each suite (how many of its cases noticed; '.' none, '-'
/// not run), then the survivors and errors in full, and a last line with the score.
std::string KillMatrix(const MutationResults& results);

/// What became of one mutant, in one line: state, seconds, the suites that noticed it.
std::string ResultLine(const MutantResult& result);

}  // namespace touchstone::mutate
