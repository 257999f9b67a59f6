// Just enough JSON for aclInit's configuration file: is it well formed, and what do the top-level
// strings say.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// The string members of the top-level object (escapes are kept as written); nothing when the text
/// is not one JSON object.
NPUSIM_INTERNAL std::optional<std::map<std::string, std::string>> TopLevelStrings(
    std::string_view text);

}  // namespace npusim
