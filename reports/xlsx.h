// A workbook for people who are used to spreadsheets of results.
#pragma once

#include <string>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::reports {

/// The bytes of an .xlsx file with the sheets "statistic" (every case), "summary" (per suite:
/// total, good, pass rate, each status), "failed cases" (every case that is not good) and "worst
/// elements" (those of the failed cases, with inputs, bits and values). The same bytes for the same
/// record. Errors: kInfrastructure when the file cannot be made.
Result<std::string> WriteXlsx(const record::RunRecord& run);

}  // namespace touchstone::reports
