// Attributes of an operator as words of a command line.
#pragma once

#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/operators/description.h"

namespace touchstone::evaluation {

/// Reads "reduction=mean" and the like: a named value of the attribute, or a number ("true" or
/// "false" for a truth value). Errors (usage), one for each word: no '=', an attribute that the
/// operator does not have or that comes twice, a value that is none of its own, with the nearest
/// valid choice; and one for each attribute that is not given, since a silent default would be a
/// guess.
Result<operators::Attributes> ParseAttributes(const operators::OperatorDescription& op,
                                              const std::vector<std::string>& words);

}  // namespace touchstone::evaluation
