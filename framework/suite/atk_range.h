// `range_values` of an ATK case file.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "framework/suite/atk_case.h"

namespace touchstone::suite {

AtkRange ReadAtkRange(const Node* node, std::vector<AtkSlip>& slips);

/// A JSON number, or one of the words nan, inf, -inf that ATK writes as strings.
std::optional<double> AtkNumber(const Node& node);
/// AtkNumber, or a power written as text: "2**-10".
std::optional<double> AtkExpression(const Node& node);

}  // namespace touchstone::suite
