// What a field of a record must be beyond its type.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::record {

enum class Must {
  kNothingMore,
  kNotBeNegative,   ///< numbers and lists of them; NaN and infinity are not negative
  kBeFinite,        ///< a number that is neither negative nor NaN nor infinite
  kBeName,          ///< a text that is not empty, on one line, without control characters
  kBeDigest,        ///< a text: empty, or 16 (xxh3-64) or 32 (xxh3-128) hex digits in lower case
};

/// What is wrong with a value under a rule, e.g. "must not be negative"; "" when nothing is. Rules
/// that do not speak of the value's type hold.
std::string Breach(Must must, double value);
std::string Breach(Must must, std::string_view value);
std::string Breach(Must must, const std::vector<int64_t>& values);
std::string Breach(Must must, const std::map<std::string, std::string>& values);

}  // namespace touchstone::record
