// Names of cases that GoogleTest, its filters and CTest take as they are.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::tools {

/// Letters, digits and underscores only: other characters are rewritten or read as patterns by
/// CMake and GoogleTest. Runs of anything else become one underscore; never empty.
std::string Slug(std::string_view text);

/// The slug of the case's own part of `id`, cut to a readable length, and a hash of the whole id,
/// so that two ids never share a name.
std::string TestName(std::string_view id, std::string_view suite);

}  // namespace touchstone::tools
