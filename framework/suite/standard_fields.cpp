#include "framework/suite/standard_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "framework/suite/own_standards.h"

namespace touchstone::suite {
namespace {

void ReadOverrides(ReadContext& context, const Node& node, const std::string& path,
                   judge::StandardRequest& request) {
  const Node* map = ResolveNode(context, node);
  if (map == nullptr) return;
  if (!map->is_map()) {
    WrongValue(context, *map, path, "a map from parameter to number");
    return;
  }
  for (const Entry& entry : map->entries) {
    const std::string entry_path = Join(path, entry.key);
    const Node* value = ResolveNode(context, *entry.value);
    if (value == nullptr) continue;
    const auto number = ReadNumber(context, *value, entry_path);
    if (!number) continue;
    // inf * 0 in |a-g| <= atol + rtol*|g| is NaN, and a comparison with NaN fails without a reason.
    if (!std::isfinite(*number) || *number < 0) {
      WrongValue(context, *value, entry_path, "a finite number of 0 or more");
      continue;
    }
    request.overrides.emplace(entry.key, *number);
  }
}

void ReadLongForm(ReadContext& context, const Node& map, const std::string& path,
                  judge::StandardRequest& request) {
  CheckKeys(context.problems, map, path, {"standard", "overrides", "provenance", "definition"});
  if (auto name = ReadText(context, *map.Find("standard"), Join(path, "standard"))) {
    request.name = std::move(*name);
  }
  if (const Node* overrides = map.Find("overrides")) {
    ReadOverrides(context, *overrides, Join(path, "overrides"), request);
  }
  if (const Node* provenance = map.Find("provenance")) {
    if (auto text = ReadText(context, *provenance, Join(path, "provenance"))) {
      request.provenance = std::move(*text);
    }
  }
  const Node* definition = map.Find("definition");
  if (definition == nullptr) return;
  const auto text = ReadText(context, *definition, Join(path, "definition"));
  if (!text || context.own_standards == nullptr) return;
  request.definition = context.own_standards->FromText(*text, *definition, context.problems,
                                                       Join(path, "definition"));
  if (request.definition != nullptr && judge::NameOf(*request.definition) != request.name) {
    WrongValue(context, *definition, Join(path, "definition"),
               fmt::format("the definition of '{}'", request.name));
  }
}

// The suite's own standard of this name, if it has one; every name must be known somewhere.
void FindDefinition(ReadContext& context, const Node& at, const std::string& path,
                    judge::StandardRequest& request) {
  if (request.definition != nullptr || context.own_standards == nullptr) return;
  request.definition = context.own_standards->Find(request.name);
  if (request.definition != nullptr) return;
  std::vector<std::string> names = context.own_standards->Names();
  if (names.empty()) return;  // the judge says what is wrong
  for (const judge::StandardInfo& standard : judge::AllStandards()) names.push_back(standard.name);
  if (std::find(names.begin(), names.end(), request.name) != names.end()) return;
  context.problems.Add(at, fmt::format("{}: unknown standard '{}'{}", path, request.name,
                                       Suggestion(request.name, names)));
}

judge::StandardRequest ReadStandard(ReadContext& context, const Node& item,
                                    const std::string& path) {
  judge::StandardRequest request;
  request.where = context.problems.source().Locate(item.offset);
  if (item.is_scalar()) {
    if (auto name = ReadText(context, item, path)) request.name = std::move(*name);
  } else if (context.resolved && item.is_map() && item.Find("standard") != nullptr) {
    ReadLongForm(context, item, path, request);
  } else if (item.is_map() && item.entries.size() == 1) {
    request.name = item.entries[0].key;
    ReadOverrides(context, *item.entries[0].value, Join(path, request.name), request);
  } else {
    WrongValue(context, item, path, "the name of a standard or {name: {parameter: number}}");
  }
  return request;
}

}  // namespace

std::optional<std::vector<judge::StandardRequest>> ReadStandards(ReadContext& context,
                                                                 const Node& node,
                                                                 const std::string& path) {
  const Node* list = ResolveNode(context, node);
  if (list == nullptr) return std::nullopt;
  if (!list->is_list() || list->items.empty()) {
    WrongValue(context, *list, path, "a list of at least one standard");
    return std::nullopt;
  }
  const size_t before = context.problems.count();
  std::vector<judge::StandardRequest> requests;
  std::set<std::string> names;
  for (size_t i = 0; i < list->items.size(); ++i) {
    const Node* item = ResolveNode(context, *list->items[i]);
    if (item == nullptr) continue;
    const std::string item_path = fmt::format("{}[{}]", path, i);
    const size_t before_item = context.problems.count();
    judge::StandardRequest request = ReadStandard(context, *item, item_path);
    if (context.problems.count() != before_item) continue;
    if (!names.insert(request.name).second) {
      context.problems.Add(*item, fmt::format("{} names '{}' again", path, request.name));
      continue;
    }
    FindDefinition(context, *item, item_path, request);
    if (context.problems.count() != before_item) continue;
    context.problems.Adopt(judge::Validate(request), *item, item_path);
    requests.push_back(std::move(request));
  }
  if (context.problems.count() != before) return std::nullopt;
  return requests;
}

}  // namespace touchstone::suite
