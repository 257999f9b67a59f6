// `standards:` of a case -> judge::StandardRequest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/judge/standard.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

/// Reads a list whose items are a name, `{name: {parameter: number}}`, or (resolved cases only)
/// `{standard: name, overrides: {...}, provenance: text}`. An empty list, a name twice, an unknown
/// name or parameter and numbers that are negative or not finite are problems.
std::optional<std::vector<judge::StandardRequest>> ReadStandards(ReadContext& context,
                                                                 const Node& node,
                                                                 const std::string& path);

}  // namespace touchstone::suite
