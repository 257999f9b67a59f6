// mutation.json: what a mutation run found, for the run record and for other tools.
//
// Strict JSON, one mutant a line, keys in a fixed order and always there; apart from build_seconds
// and run_seconds equal results are equal texts. mutation.schema.json beside this file describes
// it. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"
#include "tools/mutate/results.h"

namespace touchstone::mutate {

inline constexpr std::string_view kMutationSchema = "touchstone.mutation/1";

std::string ToJson(const MutationResults& results);

/// Reads what ToJson wrote; `name` stands for the file in diagnostics. Errors (input): not JSON,
/// another schema, missing, unknown or doubled keys, wrong types, a state that does not exist, two
/// mutants of one id, counts that do not add up.
Result<MutationResults> ResultsFromJson(std::string_view text, const std::string& name);

}  // namespace touchstone::mutate
