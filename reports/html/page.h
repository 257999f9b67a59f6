// The HTML report: one file that needs nothing else and opens offline.
#pragma once

#include <string>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::reports {

/// The page of a run. Headline and counts are plain HTML; the rest is drawn by the embedded script
/// from embedded data: the columns of all cases, and details of the first 500 that are not good.
/// Under 5 MB for 30,000 cases. No text of the record can become markup or script.
/// Errors: kInfrastructure when the data cannot be compressed (out of memory).
Result<std::string> WriteHtml(const record::RunRecord& run);

}  // namespace touchstone::reports
