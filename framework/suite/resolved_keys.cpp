#include "framework/suite/resolved_keys.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace touchstone::suite {
namespace {

constexpr int64_t kMaxPlace = std::numeric_limits<int>::max();

void ReadWhere(ReadContext& context, const Node& node, const std::string& path,
               ResolvedIdentity& identity) {
  if (!node.is_map()) return WrongValue(context, node, path, "a map of file, line and column");
  CheckKeys(context.problems, node, path, {"file", "line", "column"});
  SourceLocation where;
  if (const Node* file = node.Find("file")) {
    if (auto text = ReadText(context, *file, Join(path, "file"))) where.file = std::move(*text);
  }
  const auto number = [&](const char* key) {
    const Node* value = node.Find(key);
    if (value == nullptr) return 0;
    return static_cast<int>(
        ReadInteger(context, *value, Join(path, key), 0, kMaxPlace).value_or(0));
  };
  where.line = number("line");
  where.column = number("column");
  identity.where = std::move(where);
}

void ReadAxisTexts(ReadContext& context, const Node& node, const std::string& path,
                   ResolvedIdentity& identity) {
  if (!node.is_map()) return WrongValue(context, node, path, "a map from axis to text");
  for (const Entry& entry : node.entries) {
    if (entry.value->is_scalar()) {
      identity.axes[entry.key] = entry.value->text;
    } else {
      WrongValue(context, *entry.value, Join(path, entry.key), "text");
    }
  }
}

}  // namespace

std::optional<ResolvedIdentity> ReadResolvedIdentity(ReadContext& context, const Node& case_node,
                                                     const std::string& path) {
  const size_t before = context.problems.count();
  ResolvedIdentity identity;
  const Node& id = *case_node.Find("id");
  if (auto text = ReadText(context, id, Join(path, "id"))) identity.id = std::move(*text);
  if (const Node* suite = case_node.Find("suite")) {
    if (auto text = ReadText(context, *suite, Join(path, "suite"))) {
      identity.suite = std::move(*text);
    }
  }
  if (const Node* map = case_node.Find("axes")) {
    ReadAxisTexts(context, *map, Join(path, "axes"), identity);
  }
  if (const Node* where = case_node.Find("where")) {
    ReadWhere(context, *where, Join(path, "where"), identity);
  }
  if (context.problems.count() != before) return std::nullopt;
  return identity;
}

}  // namespace touchstone::suite
