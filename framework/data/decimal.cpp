#include "framework/data/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace touchstone::data {
namespace {

constexpr long kLargestExponent = 1'000'000'000;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// Takes the digits at the front of `text`.
std::string_view TakeDigits(std::string_view& text) {
  size_t length = 0;
  while (length < text.size() && IsDigit(text[length])) ++length;
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

bool TakeSign(std::string_view& text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return false;
  const bool negative = text[0] == '-';
  text.remove_prefix(1);
  return negative;
}

}  // namespace

std::optional<Decimal> ParseDecimal(std::string_view text) {
  Decimal decimal;
  decimal.negative = TakeSign(text);
  const std::string_view whole = TakeDigits(text);
  std::string_view fraction;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    fraction = TakeDigits(text);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  long exponent = 0;
  if (!text.empty() && (text[0] == 'e' || text[0] == 'E')) {
    text.remove_prefix(1);
    const bool negative = TakeSign(text);
    const std::string_view digits = TakeDigits(text);
    if (digits.empty()) return std::nullopt;
    for (const char digit : digits) {
      exponent = std::min(kLargestExponent, exponent * 10 + (digit - '0'));
    }
    if (negative) exponent = -exponent;
  }
  if (!text.empty()) return std::nullopt;

  decimal.digits = std::string(whole) + std::string(fraction);
  decimal.exponent = exponent + static_cast<long>(whole.size());
  const size_t lead = std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size());
  decimal.digits.erase(0, lead);
  decimal.exponent -= static_cast<long>(lead);
  decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
  if (decimal.digits.empty()) decimal.exponent = 0;
  return decimal;
}

Decimal ExactDecimal(double value) {
  // No double has more than 767 significant decimal digits (those of the largest subnormal).
  std::array<char, 800> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::scientific, 770);
  return *ParseDecimal({buffer.data(), result.ptr});
}

int CompareMagnitude(const Decimal& a, const Decimal& b) {
  if (a.digits.empty() || b.digits.empty()) {
    return static_cast<int>(!a.digits.empty()) - static_cast<int>(!b.digits.empty());
  }
  if (a.exponent != b.exponent) return a.exponent < b.exponent ? -1 : 1;
  const int order = a.digits.compare(b.digits);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

}  // namespace touchstone::data
