// Results of touchstone mutate as a part of a run record.
#pragma once

#include <string>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::tools {

/// Reads mutation.json for `run --mutation` and `merge --mutation`. Errors (input): a file that
/// cannot be read or is no whole file of mutation results.
Result<record::MutationRecord> ReadMutation(const std::string& path);

}  // namespace touchstone::tools
