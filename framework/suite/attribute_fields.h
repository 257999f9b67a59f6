// `attrs:` of a case -> operators::Attributes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/operators/argument_kinds.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

using operators::IsAttribute;
using operators::IsInputTensor;
using operators::IsOutputTensor;

/// Names of the operator's arguments for which `wanted` holds, in the order of its signature.
std::vector<std::string> ArgumentNames(const operators::OperatorDescription& op,
                                       bool (*wanted)(const operators::Argument&));

/// Reads one attribute as its argument's kind. A named integer takes one of its words, spelled
/// exactly, or an integer (also one outside the named range: a case may test that it is refused).
std::optional<operators::AttributeValue> ReadAttribute(ReadContext& context,
                                                       const operators::Argument& argument,
                                                       const Node& node, const std::string& path);

}  // namespace touchstone::suite
