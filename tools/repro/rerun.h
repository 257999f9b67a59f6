// Runs a recorded case again, as it was run, and says whether the same thing went wrong.
#pragma once

#include <string>

#include "framework/record/record.h"
#include "framework/suite/case.h"

namespace touchstone::repro {

/// The recorded case from its suite file, with the seed, chip, contract and number of runs that the
/// record says. Errors (input): a suite that cannot be read or has changed since, no such case.
Result<suite::Case> FindRecordedCase(const record::RunRecord& record, const std::string& id);

/// Runs `one` on the record's device libraries in a worker process. Uses and empties `directory`.
/// Errors: as run::Run, and an interrupt.
Result<record::CaseRecord> RunAgain(const record::RunRecord& record, const suite::Case& one,
                                    const std::string& directory);

/// The same status; and for wrong numbers a standard in common that failed, for wrong statuses the
/// same codes, for broken guards and unequal runs that again.
bool ShowsSame(const record::CaseRecord& recorded, const record::CaseRecord& now);

/// Whether the case ended in a way that a smaller case could show: a pass, good or unexpected, and
/// a case that was not run are not.
bool CanBeShrunk(record::CaseStatus status);

}  // namespace touchstone::repro
