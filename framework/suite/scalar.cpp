#include "framework/suite/scalar.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace touchstone::suite {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

struct Unsigned {
  bool negative = false;
  std::string_view digits;  // sign taken off
};

Unsigned TakeSign(std::string_view text) {
  if (text.starts_with('-')) return {true, text.substr(1)};
  if (text.starts_with('+')) return {false, text.substr(1)};
  return {false, text};
}

// The written forms that one reader of YAML takes for a number and another does not.
std::string DoubtfulForm(std::string_view text) {
  const std::string_view digits = TakeSign(text).digits;
  if (digits.size() > 1 && digits[0] == '0' && (IsDigit(digits[1]) || digits[1] == 'o')) {
    return "a leading zero means octal to some YAML readers; write it without";
  }
  if (!digits.empty() && IsDigit(digits[0])) {
    if (digits.find('_') != std::string_view::npos) return "write it without '_'";
    if (digits.find(':') != std::string_view::npos) {
      return "digits with ':' are base 60 to some YAML readers";
    }
  }
  const std::string lower = Lower(digits);
  if (lower == "inf" || lower == "infinity") return "write .inf or -.inf";
  if (lower == "nan") return "write .nan";
  return "";
}

// YAML's three capitalisations of a special value and no other.
bool IsSpelled(std::string_view text, std::string_view lower, std::string_view title,
               std::string_view upper) {
  return text == lower || text == title || text == upper;
}

bool IsHex(std::string_view digits) { return digits.starts_with("0x") || digits.starts_with("0X"); }

template <typename T>
Parsed<T> ParseWhole(std::string_view text, const char* range) {
  if (std::string why = DoubtfulForm(text); !why.empty()) return {{}, std::move(why)};
  auto [negative, digits] = TakeSign(text);
  int base = 10;
  if (IsHex(digits)) {
    base = 16;
    digits.remove_prefix(2);
  }
  uint64_t magnitude = 0;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (end != digits.data() + digits.size() || digits.empty()) return {{}, "it is none"};
  constexpr auto kMax = static_cast<uint64_t>(std::numeric_limits<T>::max());
  const uint64_t limit = !negative ? kMax : (std::numeric_limits<T>::min() == T{0} ? 0 : kMax + 1);
  if (code == std::errc::result_out_of_range || magnitude > limit) {
    return {{}, std::string("it is outside ") + range};
  }
  return {static_cast<T>(negative ? uint64_t{0} - magnitude : magnitude), {}};
}

}  // namespace

Parsed<double> ParseNumber(std::string_view text) {
  if (std::string why = DoubtfulForm(text); !why.empty()) return {{}, std::move(why)};
  auto [negative, digits] = TakeSign(text);
  if (IsSpelled(digits, ".inf", ".Inf", ".INF")) {
    const double infinity = std::numeric_limits<double>::infinity();
    return {negative ? -infinity : infinity, {}};
  }
  if (IsSpelled(text, ".nan", ".NaN", ".NAN")) {
    return {std::numeric_limits<double>::quiet_NaN(), {}};
  }
  const bool hex = IsHex(digits);
  if (hex) digits.remove_prefix(2);
  // from_chars would take "inf", "nan" and a second sign; a number begins with a digit or a point.
  const bool starts_well =
      !digits.empty() && (hex ? std::isxdigit(static_cast<unsigned char>(digits[0])) != 0
                              : IsDigit(digits[0]) || (digits[0] == '.' && digits.size() > 1));
  if (!starts_well) return {{}, "it is none"};
  double value = 0;
  const auto format = hex ? std::chars_format::hex : std::chars_format::general;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  if (end != digits.data() + digits.size() || code == std::errc::invalid_argument) {
    return {{}, "it is none"};
  }
  if (code == std::errc::result_out_of_range) {
    return {{}, "it is too large or too small for float64"};
  }
  return {negative ? -value : value, {}};
}

Parsed<int64_t> ParseInteger(std::string_view text) {
  return ParseWhole<int64_t>(text, "-9223372036854775808 to 9223372036854775807");
}

Parsed<uint64_t> ParseUnsigned(std::string_view text) {
  return ParseWhole<uint64_t>(text, "0 to 18446744073709551615");
}

Parsed<bool> ParseFlag(std::string_view text) {
  if (text == "true") return {true, {}};
  if (text == "false") return {false, {}};
  if (LooksBoolean(text)) return {false, "YAML readers disagree on it; write true or false"};
  return {false, "it is neither"};
}

bool LooksBoolean(std::string_view text) {
  static constexpr std::array<std::string_view, 8> kWords = {"true", "false", "yes", "no",
                                                             "on",   "off",   "y",   "n"};
  if (text.size() > 5) return false;
  const std::string lower = Lower(text);
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

bool IsJsonNumber(std::string_view text) {
  size_t at = text.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const size_t begin = at;
    while (at < text.size() && IsDigit(text[at])) ++at;
    return at - begin;
  };
  const size_t first = at;
  const size_t whole = digits();
  if (whole == 0 || (whole > 1 && text[first] == '0')) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

}  // namespace touchstone::suite
