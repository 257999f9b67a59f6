#include "framework/suite/attribute_fields.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "framework/suite/scalar.h"

namespace touchstone::suite {
namespace {

using operators::Argument;
using operators::ArgumentKind;
using operators::AttributeValue;

std::optional<AttributeValue> ReadInt64(ReadContext& context, const Argument& argument,
                                        const Node& node, const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  if (argument.named_values.empty()) {
    if (const auto number = ReadInteger(context, *value, path, kMin, kMax)) return *number;
    return std::nullopt;
  }
  std::vector<std::string> words;
  for (const operators::NamedValue& named : argument.named_values) {
    if (value->is_scalar() && value->text == named.name) return named.value;
    words.push_back(named.name);
  }
  if (value->is_scalar() && !value->quoted) {
    if (const auto number = ParseInteger(value->text); number.ok()) return number.value;
  }
  const std::string what = fmt::format("one of {} or an integer", fmt::join(words, ", "));
  const std::string nearest = value->is_scalar() ? NearestWord(value->text, words) : "";
  const bool is_quoted_number =
      value->is_scalar() && value->quoted && ParseInteger(value->text).ok();
  WrongValue(context, *value, path, what,
             is_quoted_number   ? "quotes make it text"
             : nearest.empty() ? ""
                               : fmt::format("did you mean '{}'?", nearest));
  return std::nullopt;
}

std::optional<AttributeValue> ReadDouble(ReadContext& context, const Argument&, const Node& node,
                                         const std::string& path) {
  if (const auto number = ReadNumber(context, node, path)) return *number;
  return std::nullopt;
}

std::optional<AttributeValue> ReadBool(ReadContext& context, const Argument&, const Node& node,
                                       const std::string& path) {
  if (const auto flag = ReadFlag(context, node, path)) return *flag;
  return std::nullopt;
}

using Read = std::optional<AttributeValue> (*)(ReadContext&, const Argument&, const Node&,
                                               const std::string&);

// How each kind of attribute is read; nullptr for tensors.
Read ReaderOf(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kInt64:
      return ReadInt64;
    case ArgumentKind::kDouble:
    case ArgumentKind::kFloat:
      return ReadDouble;
    case ArgumentKind::kBool:
      return ReadBool;
    case ArgumentKind::kTensor:
    case ArgumentKind::kOptionalTensor:
    case ArgumentKind::kOutputTensor:
      return nullptr;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> ArgumentNames(const operators::OperatorDescription& op,
                                       bool (*wanted)(const Argument&)) {
  std::vector<std::string> names;
  for (const Argument& argument : op.arguments) {
    if (wanted(argument)) names.push_back(argument.name);
  }
  return names;
}

std::optional<AttributeValue> ReadAttribute(ReadContext& context, const Argument& argument,
                                            const Node& node, const std::string& path) {
  return ReaderOf(argument.kind)(context, argument, node, path);
}

}  // namespace touchstone::suite
