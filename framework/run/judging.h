// Brings an output and its reference before the judge, chunk by chunk.
#pragma once

#include <string>

#include "framework/diagnostics/error.h"
#include "framework/judge/verdict.h"
#include "framework/run/device_run.h"
#include "framework/run/prepared_case.h"
#include "framework/soc/soc.h"

namespace touchstone::run {

/// Judges output `name` of a case: the first run's values, with what the first two left unwritten
/// marked. A large output is judged on all cores that are free, with the same judgement. Errors:
/// there is no reference, the output's type is none that can be judged, or the reference refuses
/// the inputs or speaks of another number of elements.
Result<judge::Judgement> JudgeOutput(const PreparedCase& prepared, const std::string& name,
                                     const RunOutput& output, const soc::SocInfo& soc);

}  // namespace touchstone::run
