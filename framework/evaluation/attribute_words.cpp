#include "framework/evaluation/attribute_words.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "framework/operators/argument_kinds.h"

namespace touchstone::evaluation {
namespace {

using operators::Argument;
using operators::ArgumentKind;
using operators::AttributeValue;

template <typename T>
std::optional<AttributeValue> Number(const std::string& text) {
  T value{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<AttributeValue> TruthValue(const std::string& text) {
  if (text != "true" && text != "false") return std::nullopt;
  return text == "true";
}

std::optional<AttributeValue> ValueOf(const Argument& argument, const std::string& text) {
  for (const operators::NamedValue& named : argument.named_values) {
    if (named.name == text) return named.value;
  }
  switch (argument.kind) {
    case ArgumentKind::kInt64:
      return Number<int64_t>(text);
    case ArgumentKind::kDouble:
    case ArgumentKind::kFloat:
      return Number<double>(text);
    case ArgumentKind::kBool:
      return TruthValue(text);
    case ArgumentKind::kTensor:
    case ArgumentKind::kOptionalTensor:
    case ArgumentKind::kOutputTensor:
      return std::nullopt;
  }
  return std::nullopt;
}

std::vector<std::string> Words(const Argument& argument) {
  std::vector<std::string> words;
  for (const operators::NamedValue& named : argument.named_values) words.push_back(named.name);
  if (argument.kind == ArgumentKind::kBool) words = {"true", "false"};
  return words;
}

std::string Expected(const Argument& argument) {
  const std::vector<std::string> words = Words(argument);
  return words.empty() ? "a number" : fmt::format("one of {}", fmt::join(words, ", "));
}

std::vector<const Argument*> AttributesOf(const operators::OperatorDescription& op) {
  std::vector<const Argument*> attributes;
  for (const Argument& argument : op.arguments) {
    if (operators::IsAttribute(argument)) attributes.push_back(&argument);
  }
  return attributes;
}

}  // namespace

Result<operators::Attributes> ParseAttributes(const operators::OperatorDescription& op,
                                              const std::vector<std::string>& words) {
  operators::Attributes attributes;
  Errors errors;
  std::vector<std::string> names;
  for (const Argument* attribute : AttributesOf(op)) names.push_back(attribute->name);
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos) {
      errors.push_back(UsageError(fmt::format("--attr takes NAME=VALUE, not '{}'", word)));
      continue;
    }
    const std::string name = word.substr(0, equals), text = word.substr(equals + 1);
    const Argument* argument = operators::FindArgument(op, name);
    if (argument == nullptr || !operators::IsAttribute(*argument)) {
      errors.push_back(UsageError(
          fmt::format("{} has no attribute '{}'{}", op.name, name, Suggestion(name, names))));
      continue;
    }
    const std::optional<AttributeValue> value = ValueOf(*argument, text);
    if (!value) {
      const std::string nearest = NearestWord(text, Words(*argument));
      errors.push_back(UsageError(
          fmt::format("attribute '{}': '{}' is not {}{}", name, text, Expected(*argument),
                      nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest))));
    } else if (!attributes.emplace(name, *value).second) {
      errors.push_back(UsageError(fmt::format("attribute '{}' is given twice", name)));
    }
  }
  if (!errors.empty()) return errors;
  for (const Argument* attribute : AttributesOf(op)) {
    if (attributes.contains(attribute->name)) continue;
    errors.push_back(UsageError(fmt::format(
        "attribute '{0}' is missing: --attr {0}={1}", attribute->name,
        Words(*attribute).empty() ? "NUMBER"
                                  : fmt::format("{}", fmt::join(Words(*attribute), "|")))));
  }
  if (!errors.empty()) return errors;
  return attributes;
}

}  // namespace touchstone::evaluation
