// `output_bits`, `output_values` and `output_digest` of an expectation.
#pragma once

#include <string>
#include <vector>

#include "framework/suite/case.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

/// The keys of an expectation that speak of the output.
const std::vector<std::string>& OutputKeys();

/// Reads these keys of `map`. Each of bits and values is one for all elements or a list of one per
/// element; only one of the two may be written.
void ReadExpectedOutput(ReadContext& context, const Node& map, const std::string& path,
                        ExpectedOutput& output);

/// Checks what can only be seen with the output at hand: as many entries as it has elements, bit
/// patterns that its type has. `at` is the `expect` of the case.
void CheckExpectedOutput(ReadContext& context, const Case& one, const Expectation& expect,
                         const Node& at, const std::string& path);

}  // namespace touchstone::suite
