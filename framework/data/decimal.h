// Decimal numerals compared exactly with doubles.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone::data {

/// A decimal numeral: sign, and 0.d1d2d3... * 10^exponent with d1 and the last digit not zero. Zero
/// has no digits.
struct Decimal {
  bool negative = false;
  std::string digits;
  long exponent = 0;
};

/// [+-] digits [. digits] [e [+-] digits], with at least one digit in front of the e; nothing for
/// any other text. Exponents beyond a thousand million are held there.
std::optional<Decimal> ParseDecimal(std::string_view text);

/// The exact decimal expansion of a finite double.
Decimal ExactDecimal(double value);

/// -1, 0 or 1: how |a| compares with |b|.
int CompareMagnitude(const Decimal& a, const Decimal& b);

}  // namespace touchstone::data
