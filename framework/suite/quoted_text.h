// Text in YAML's double quotes.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::suite {

/// Reads back as `text` in every YAML reader; quotes, backslashes and control characters escaped.
std::string DoubleQuoted(std::string_view text);

}  // namespace touchstone::suite
