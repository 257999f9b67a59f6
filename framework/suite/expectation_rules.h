// `expect:` as a list: what is expected on some chips and under one contract.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/suite/case.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

/// Reads a list of maps, each an expectation with `soc` (a name or a list of names) and `contract`
/// beside it; the first entry that fits holds. An entry that can never hold is a problem.
std::optional<std::vector<ExpectationRule>> ReadExpectationRules(ReadContext& context,
                                                                 const Node& list,
                                                                 const std::string& path);

/// Some entry must fit whatever chip and contract the run has; `soc` and `contract` are those that
/// the case itself names, or "".
void CheckRulesFit(ReadContext& context, const std::vector<ExpectationRule>& rules,
                   const std::string& soc, const std::string& contract, const Node& at,
                   const std::string& path);

}  // namespace touchstone::suite
