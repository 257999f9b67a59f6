#include "framework/suite/fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "framework/suite/scalar.h"

namespace touchstone::suite {
namespace {

// A quoted scalar is text, unless it comes from JSON and holds a number that JSON cannot spell. In
// a resolved case a listed number may be quoted to keep its spelling ("1e3").
bool MayBeNumber(const ReadContext& context, const Node& node) {
  return node.is_scalar() &&
         (!node.quoted || (node.from_json && (context.resolved || !IsJsonNumber(node.text))));
}

template <typename T>
std::optional<T> ReadScalar(ReadContext& context, const Node& node, const std::string& path,
                            Parsed<T> (*parse)(std::string_view), std::string_view what,
                            const Node** resolved = nullptr) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  if (resolved != nullptr) *resolved = value;
  if (!MayBeNumber(context, *value)) {
    WrongValue(context, *value, path, what, value->is_scalar() ? "quotes make it text" : "");
    return std::nullopt;
  }
  Parsed<T> parsed = parse(value->text);
  if (!parsed.ok()) {
    WrongValue(context, *value, path, what, parsed.why);
    return std::nullopt;
  }
  return parsed.value;
}

}  // namespace

const Node* ResolveNode(ReadContext& context, const Node& node) {
  return context.scope.Resolve(node);
}

void WrongValue(ReadContext& context, const Node& node, const std::string& path,
                std::string_view what, std::string_view why) {
  std::string message = fmt::format("{} must be {}, not '{}'", path, what, Describe(node));
  if (node.is_null()) message = fmt::format("{} must be {}, not null", path, what);
  if (!why.empty() && why != "it is none" && why != "it is neither") {
    message += fmt::format(": {}", why);
  }
  context.problems.Add(node, std::move(message));
}

std::optional<int64_t> ReadInteger(ReadContext& context, const Node& node, const std::string& path,
                                   int64_t min, int64_t max) {
  const Node* value = nullptr;
  const auto number = ReadScalar(context, node, path, ParseInteger, "an integer", &value);
  if (number && (*number < min || *number > max)) {
    WrongValue(context, *value, path, fmt::format("an integer from {} to {}", min, max));
    return std::nullopt;
  }
  return number;
}

std::optional<uint64_t> ReadUnsigned(ReadContext& context, const Node& node,
                                     const std::string& path) {
  return ReadScalar(context, node, path, ParseUnsigned, "an integer of 0 or more");
}

std::optional<double> ReadNumber(ReadContext& context, const Node& node, const std::string& path,
                                 std::string* text) {
  const Node* value = nullptr;
  const auto number = ReadScalar(context, node, path, ParseNumber, "a number", &value);
  if (number && text != nullptr) *text = value->text;
  return number;
}

std::optional<bool> ReadFlag(ReadContext& context, const Node& node, const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  if (!value->is_scalar() || value->quoted) {
    WrongValue(context, *value, path, "true or false");
    return std::nullopt;
  }
  const Parsed<bool> parsed = ParseFlag(value->text);
  if (!parsed.ok()) {
    WrongValue(context, *value, path, "true or false", parsed.why);
    return std::nullopt;
  }
  return parsed.value;
}

std::optional<std::string> ReadText(ReadContext& context, const Node& node,
                                    const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  if (!value->is_scalar() || value->text.empty()) {
    WrongValue(context, *value, path, "text");
    return std::nullopt;
  }
  if (!value->quoted && LooksBoolean(value->text)) {
    WrongValue(context, *value, path, "text", "it is a boolean to some YAML readers; quote it");
    return std::nullopt;
  }
  return value->text;
}

std::optional<std::vector<std::string>> ReadTextList(ReadContext& context, const Node& node,
                                                     const std::string& path) {
  const Node* list = ResolveNode(context, node);
  if (list == nullptr) return std::nullopt;
  if (!list->is_list()) {
    WrongValue(context, *list, path, "a list of words");
    return std::nullopt;
  }
  std::vector<std::string> words;
  for (const Node* item : list->items) {
    if (auto word = ReadText(context, *item, path)) words.push_back(std::move(*word));
  }
  if (words.size() != list->items.size()) return std::nullopt;
  return words;
}

std::optional<std::vector<int64_t>> ReadIntegerList(ReadContext& context, const Node& node,
                                                    const std::string& path, int64_t min,
                                                    int64_t max) {
  const Node* list = ResolveNode(context, node);
  if (list == nullptr) return std::nullopt;
  if (!list->is_list()) {
    WrongValue(context, *list, path, "a list of integers");
    return std::nullopt;
  }
  std::vector<int64_t> numbers;
  numbers.reserve(list->items.size());
  for (size_t i = 0; i < list->items.size(); ++i) {
    const auto number =
        ReadInteger(context, *list->items[i], fmt::format("{}[{}]", path, i), min, max);
    if (number) numbers.push_back(*number);
  }
  if (numbers.size() != list->items.size()) return std::nullopt;
  return numbers;
}

std::string ReadChoice(ReadContext& context, const Node& node, const std::string& path,
                       const std::vector<std::string>& choices) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return "";
  auto word = ReadText(context, *value, path);
  if (!word) return "";
  if (std::find(choices.begin(), choices.end(), *word) != choices.end()) return std::move(*word);
  context.problems.Add(
      *value, fmt::format("{}: unknown value '{}'{}", path, *word, Suggestion(*word, choices)));
  return "";
}

bool HoldsMisspelt(const Node& map, const std::string& key, const std::vector<std::string>& known) {
  return std::any_of(map.entries.begin(), map.entries.end(), [&](const Entry& entry) {
    return std::find(known.begin(), known.end(), entry.key) == known.end() &&
           NearestWord(entry.key, known) == key;
  });
}

void CheckKeys(Problems& problems, const Node& node, const std::string& path,
               const std::vector<std::string>& known, const std::vector<std::string>& elsewhere) {
  for (const Entry& entry : node.entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    std::vector<std::string> words = known;
    for (const std::string& other : elsewhere) words.push_back(other.substr(other.rfind('.') + 1));
    const std::string nearest = NearestWord(entry.key, words);
    std::string hint = Suggestion(entry.key, known);
    for (const std::string& other : elsewhere) {
      if (other.substr(other.rfind('.') + 1) != nearest) continue;
      hint = fmt::format("; did you mean '{}'?", other);
    }
    problems.Add(entry.key_offset, fmt::format("unknown key '{}'{}", Join(path, entry.key), hint));
  }
}

std::string Join(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

}  // namespace touchstone::suite
