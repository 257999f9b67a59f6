// The few lines that a terminal shows after a run.
#pragma once

#include <string>

#include "framework/record/record.h"

namespace touchstone::reports {

/// Whether a run is as it should be: something was planned, all of it is there, and every case is
/// good. An empty run is never good.
bool AsExpected(const record::RunRecord& run);

/// "FAILED: 9 of 12 cases are not as expected", "passed: 12 cases", "FAILED: nothing was run".
std::string Headline(const record::RunRecord& run);

/// "2 pass, 1 fail, 1 wrong status": the statuses that occur.
std::string CountsText(const record::RunRecord& run);

struct SummaryOptions {
  size_t most_failures = 5;        ///< so many are shown with reason and repro line
  size_t most_contract_rows = 60;  ///< of the table of page against source
  bool colour = false;             ///< ANSI colours on the headline and the statuses
};

/// Headline, counts, what came closest to a limit, page against source, and the first failures;
/// ends in a line end.
std::string SummaryText(const record::RunRecord& run, const SummaryOptions& options = {});

}  // namespace touchstone::reports
