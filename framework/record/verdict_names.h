// Names of verdict states in files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/judge/verdict.h"

namespace touchstone::record {

std::string_view VerdictStateName(judge::VerdictState state);  ///< "pass", "not_applicable", ...
std::optional<judge::VerdictState> VerdictStateFromName(std::string_view name);
std::vector<std::string> VerdictStateNames();

}  // namespace touchstone::record
