// What the text of a scalar may stand for. The rules are the suite's own, so that a file means the
// same whatever YAML version a reader follows:
//   integers   decimal or 0x hexadecimal; a leading zero (octal for YAML 1.1) is an error
//   numbers    1, 1.5, .5, 1e3, 1e-4, 0x1p-3 (exact), .inf, -.inf, .nan; not inf, nan, 1_000, 1:30
//   flags      true, false; not yes, no, on, off
//   text       anything quoted; plain words unless some YAML reader takes them for a boolean
// Each function returns the value, or in `why` the reason that ends the sentence "must be ..., ".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace touchstone::suite {

/// A parsed scalar or the reason why it is none.
template <typename T>
struct Parsed {
  T value{};
  std::string why;  ///< empty when good
  bool ok() const { return why.empty(); }
};

Parsed<double> ParseNumber(std::string_view text);
Parsed<int64_t> ParseInteger(std::string_view text);
Parsed<uint64_t> ParseUnsigned(std::string_view text);
Parsed<bool> ParseFlag(std::string_view text);

/// True for the words that YAML 1.1 reads as booleans when they are not quoted.
bool LooksBoolean(std::string_view text);
/// True when JSON can spell this number without quotes.
bool IsJsonNumber(std::string_view text);

}  // namespace touchstone::suite
