#include "framework/suite/condition_value.h"

#include <fmt/format.h>

#include <utility>

#include "framework/suite/scalar.h"

namespace touchstone::suite {
namespace {

std::optional<double> Rank(const Node& value) {
  if (!value.is_list()) return std::nullopt;
  return static_cast<double>(value.items.size());
}

std::optional<double> Count(const Node& value) {
  if (!value.is_list()) return std::nullopt;
  double count = 1;
  for (const Node* item : value.items) {
    const auto number = item->is_scalar() ? ParseNumber(item->text) : Parsed<double>{0, "a list"};
    if (!number.ok()) return std::nullopt;
    count *= number.value;
  }
  return count;
}

}  // namespace

ConditionValue ValueOf(std::string text, bool is_quoted) {
  ConditionValue value{std::move(text), std::nullopt};
  if (!is_quoted) {
    if (const auto number = ParseNumber(value.text); number.ok()) value.number = number.value;
  }
  return value;
}

bool Equal(const ConditionValue& a, const ConditionValue& b) {
  return a.number && b.number ? *a.number == *b.number : a.text == b.text;
}

const std::vector<ConditionFunction>& ConditionFunctions() {
  static const std::vector<ConditionFunction> kFunctions = {{"rank", Rank}, {"count", Count}};
  return kFunctions;
}

}  // namespace touchstone::suite
