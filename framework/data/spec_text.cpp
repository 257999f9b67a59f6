#include "framework/data/spec_text.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>

namespace touchstone::data {
namespace {

struct ParameterText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<Literal>& values) const {
    std::string text = "[";
    for (size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ", ") + values[i].text;
    return text + "]";
  }
};

// As suites write numbers (.inf, .nan) and as SpecText does (inf, nan).
std::optional<double> NumberFrom(std::string_view text) {
  std::string_view plain = text;
  const bool negative = plain.starts_with('-');
  if (negative || plain.starts_with('+')) plain.remove_prefix(1);
  if (plain.starts_with(".i") || plain.starts_with(".n") || plain.starts_with(".I") ||
      plain.starts_with(".N")) {
    plain.remove_prefix(1);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (end != plain.data() + plain.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {  // too large, or nothing for any format
    const bool small = plain.find("e-") != std::string_view::npos || plain.starts_with("0.");
    value = small ? 0 : std::numeric_limits<double>::infinity();
  } else if (error != std::errc()) {
    return std::nullopt;
  }
  return negative ? -value : value;
}

// Takes what is in front of the next ", " outside of brackets off `text`.
std::string_view TakeItem(std::string_view& text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']') --depth;
    if (depth == 0 && text.substr(i, 2) == ", ") {
      const std::string_view item = text.substr(0, i);
      text.remove_prefix(i + 2);
      return item;
    }
  }
  const std::string_view item = text;
  text = {};
  return item;
}

Parameter ParameterFrom(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) {
    std::vector<Literal> literals;
    for (std::string_view items = text.substr(1, text.size() - 2); !items.empty();) {
      const std::string_view item = TakeItem(items);
      literals.push_back({NumberFrom(item).value_or(0), std::string(item), {}});
    }
    return literals;
  }
  if (text == "true" || text == "false") return text == "true";
  if (const auto number = NumberFrom(text)) return *number;
  return std::string(text);
}

}  // namespace

std::string SpecText(const DataSpec& spec) {
  if (spec.parameters.empty()) return spec.distribution;
  std::string text = spec.distribution + ": {";
  bool first = true;
  for (const auto& [name, value] : spec.parameters) {
    text += (first ? "" : ", ") + name + ": " + std::visit(ParameterText{}, value);
    first = false;
  }
  return text + "}";
}

DataSpec SpecFromText(std::string_view text) {
  DataSpec spec;
  const size_t open = text.find(": {");
  spec.distribution = text.substr(0, open);
  if (open == std::string_view::npos || !text.ends_with('}')) return spec;
  for (std::string_view items = text.substr(open + 3, text.size() - open - 4); !items.empty();) {
    const std::string_view item = TakeItem(items);
    const size_t colon = item.find(": ");
    if (colon == std::string_view::npos) continue;
    spec.parameters[std::string(item.substr(0, colon))] = ParameterFrom(item.substr(colon + 2));
  }
  return spec;
}

}  // namespace touchstone::data
