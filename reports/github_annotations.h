// Workflow commands that make GitHub show failures beside the files they come from.
#pragma once

#include <string>

#include "framework/record/record.h"

namespace touchstone::reports {

/// One ::error line per case that is not good, at most `most` (GitHub shows ten a step), then one
/// line that says how many more there are. The suite's file, and first in the message what matters;
/// each line under 4 kB, a cut is marked. Print it to the step's output.
std::string GithubAnnotations(const record::RunRecord& run, size_t most = 9);

}  // namespace touchstone::reports
