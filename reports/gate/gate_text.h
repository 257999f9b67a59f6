// The gate's answer as text for a terminal, Markdown for a step summary, and JSON for programs.
#pragma once

#include <string>

#include "reports/gate/compare.h"

namespace touchstone::gate {

/// First line "gate: passed ..." or "gate: FAILED ...", then one line per finding with case,
/// metric, old and new value; at most `most` findings of each severity. Ends in a line end.
std::string GateText(const GateReport& report, size_t most = 50);
std::string GateMarkdown(const GateReport& report, size_t most = 200);
std::string GateJson(const GateReport& report);  ///< every finding; schema touchstone.gate/1

}  // namespace touchstone::gate
