// The one place where what happened becomes a process exit code.
#pragma once

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::tools {

/// Exit codes of the touchstone command; the README documents them.
enum ExitCode : int {
  kAllAsExpected = 0,
  kNotAsExpected =
      1,  ///< a case failed or unexpectedly passed, the gate found a regression, nothing ran
  kBadInput = 2,        ///< bad usage, or an invalid suite, baseline or input file
  kInfrastructure = 3,  ///< a device or worker that cannot start, disk full, lost results
};

/// The gravest of the errors decides: infrastructure before input before nothing.
ExitCode ExitCodeFor(const Errors& errors);

/// 0 only when cases were planned, each has a record, and every record is good.
ExitCode ExitCodeFor(const record::RunRecord& record);

/// Prints each error on standard error, one after the other, and returns its exit code.
ExitCode Report(const Errors& errors);

}  // namespace touchstone::tools
