#include "framework/suite/atk_range.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>

#include "framework/suite/scalar.h"

namespace touchstone::suite {
namespace {

std::optional<double> Special(std::string_view word) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (word == "inf" || word == "+inf") return kInfinity;
  if (word == "-inf") return -kInfinity;
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

void Slip(std::vector<AtkSlip>& slips, const Node& node) {
  slips.push_back(
      {node.offset, fmt::format("range_values of an unknown form: '{}'", Describe(node))});
}

AtkRange ReadList(const Node& node) {
  AtkRange range;
  std::vector<double> numbers;
  bool all_special = !node.items.empty();
  for (const Node* item : node.items) {
    const auto number = AtkNumber(*item);
    if (!number) {
      range.kind = AtkRange::Kind::kList;
      return range;
    }
    numbers.push_back(*number);
    all_special = all_special && !std::isfinite(*number);
  }
  if (all_special) {
    range.kind = AtkRange::Kind::kSpecials;
    range.specials = std::move(numbers);
  } else if (numbers.size() == 1 || numbers.size() == 2) {
    range.kind = numbers.size() == 1 ? AtkRange::Kind::kConstant : AtkRange::Kind::kUniform;
    range.low = numbers.front();
    range.high = numbers.back();
  } else {
    range.kind = AtkRange::Kind::kList;
  }
  return range;
}

// A number, or a pair of numbers to draw it from.
bool ReadSpan(const Node* node, double& low, double& high) {
  if (node == nullptr) return false;
  if (const auto number = AtkNumber(*node)) {
    low = high = *number;
    return true;
  }
  if (!node->is_list() || node->items.size() != 2) return false;
  const auto first = AtkNumber(*node->items[0]);
  const auto second = AtkNumber(*node->items[1]);
  if (!first || !second) return false;
  low = *first;
  high = *second;
  return true;
}

AtkRange ReadMap(const Node& node, std::vector<AtkSlip>& slips) {
  AtkRange range;
  const Node* name = node.Find("name");
  const std::string word = name != nullptr ? name->text : "";
  if (word == "default") return range;
  range.kind = AtkRange::Kind::kNormal;
  if (word != "nd" || !ReadSpan(node.Find("mean"), range.low, range.high) ||
      !ReadSpan(node.Find("std"), range.std_low, range.std_high)) {
    Slip(slips, node);
  }
  return range;
}

}  // namespace

std::optional<double> AtkNumber(const Node& node) {
  if (!node.is_scalar()) return std::nullopt;
  if (node.quoted) return Special(node.text);
  const Parsed<double> parsed = ParseNumber(node.text);
  return parsed.ok() ? std::optional(parsed.value) : std::nullopt;
}

std::optional<double> AtkExpression(const Node& node) {
  if (const auto number = AtkNumber(node)) return number;
  if (!node.is_scalar()) return std::nullopt;
  if (const auto plain = ParseNumber(node.text); plain.ok()) return plain.value;
  const size_t power = node.text.find("**");
  if (power == std::string::npos) return std::nullopt;
  const auto base = ParseInteger(node.text.substr(0, power));
  const auto exponent = ParseInteger(node.text.substr(power + 2));
  constexpr int64_t kLargestExponent = 1024;  // beyond it the power is no finite number anyway
  if (!base.ok() || base.value != 2 || !exponent.ok() ||
      std::abs(exponent.value) > kLargestExponent) {
    return std::nullopt;
  }
  return std::ldexp(1.0, static_cast<int>(exponent.value));
}

AtkRange ReadAtkRange(const Node* node, std::vector<AtkSlip>& slips) {
  AtkRange range;
  if (node == nullptr || node->is_null()) return range;
  if (node->is_list()) return ReadList(*node);
  if (node->is_map()) return ReadMap(*node, slips);
  if (const auto number = AtkNumber(*node)) {
    range.kind = AtkRange::Kind::kConstant;
    range.low = range.high = *number;
  } else if (!node->quoted) {
    range.kind = AtkRange::Kind::kFlag;  // the only other bare JSON words are true and false
    range.low = range.high = node->text == "true" ? 1 : 0;
  } else if (node->text == "default") {
    range.kind = AtkRange::Kind::kDefault;
  } else if (node->text == "null") {
    range.kind = AtkRange::Kind::kEmpty;
  } else {
    range.kind = AtkRange::Kind::kText;
    range.text = node->text;
  }
  return range;
}

}  // namespace touchstone::suite
