// Brings an output and its reference before the judge, chunk by chunk.
#pragma once

#include <string>

#include "framework/diagnostics/error.h"
#include "framework/judge/verdict.h"
#include "framework/run/output_compare.h"
#include "framework/run/prepared_case.h"
#include "framework/soc/soc.h"

namespace touchstone::run {

/// Judges output `name` of a case from its first two runs: the first one's values, with what both
/// left unwritten marked. Errors: there is no reference, the output's type is none that can be
/// judged, or the reference refuses the inputs or speaks of another number of elements.
Result<judge::Judgement> JudgeOutput(const PreparedCase& prepared, const std::string& name,
                                     const FilledStorage& first_run,
                                     const FilledStorage& second_run, const soc::SocInfo& soc);

}  // namespace touchstone::run
