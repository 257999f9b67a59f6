#include "framework/record/field_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/record/safe_text.h"

namespace touchstone::record {

std::string Breach(Must must, double value) {
  if (must == Must::kNotBeNegative && value < 0) {
    return fmt::format("must not be negative, but is {}", value);
  }
  if (must == Must::kBeFinite && !(value >= 0 && std::isfinite(value))) {
    return fmt::format("must be finite and not negative, but is {}", value);
  }
  return "";
}

std::string Breach(Must must, std::string_view value) {
  if (must == Must::kBeName) {
    if (value.empty()) return "must not be empty";
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (std::any_of(value.begin(), value.end(), is_control)) {
      return "holds a line end or control character";
    }
  }
  if (must == Must::kBeDigest && !value.empty()) {
    const bool hex = value.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (!hex || (value.size() != 16 && value.size() != 32)) {
      return fmt::format("is no digest of 16 or 32 hex digits: \"{}\"", VisibleText(value));
    }
  }
  return "";
}

std::string Breach(Must must, const std::vector<int64_t>& values) {
  for (const int64_t value : values) {
    std::string breach = Breach(must, static_cast<double>(value));
    if (!breach.empty()) return breach;
  }
  return "";
}

std::string Breach(Must must, const std::map<std::string, std::string>& values) {
  for (const auto& [key, value] : values) {
    std::string breach = Breach(must, value);
    if (!breach.empty()) return fmt::format("of '{}' {}", VisibleText(key), breach);
  }
  return "";
}

}  // namespace touchstone::record
