#include "framework/suite/axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "framework/suite/substitution.h"

namespace touchstone::suite {
namespace {

bool IsExtent(const Node& node) {
  return node.is_scalar() && !node.text.empty() &&
         std::all_of(node.text.begin(), node.text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

class AxesReader {
 public:
  AxesReader(const Node& case_node, Problems& problems) : case_(case_node), problems_(problems) {}

  Axes Read() {
    // Kinds of axes by their key; adding one means adding a row.
    static constexpr std::pair<std::string_view, void (AxesReader::*)(const Node&)> kKinds[] = {
        {"matrix", &AxesReader::ReadMatrix}, {"zip", &AxesReader::ReadZips}};
    for (const Entry& entry : case_.entries) {
      for (const auto& [key, read] : kKinds) {
        if (entry.key == key) (this->*read)(*entry.value);
      }
    }
    if (const Node* exclude = case_.Find("exclude")) ReadExclusions(*exclude);
    if (axes_.PointCount() > kMaxCases) {
      problems_.Add(case_,
                    fmt::format("the axes of this case have more than {} combinations", kMaxCases));
    }
    return std::move(axes_);
  }

 private:
  void ReadMatrix(const Node& node) {
    if (!RequireMap(node, "matrix")) return;
    for (const Entry& entry : node.entries) {
      if (const auto axis = ReadAxis(entry, true)) {
        axes_.groups.push_back({{*axis}, axes_.axes[*axis].values.size()});
      }
    }
  }

  void ReadZips(const Node& node) {
    if (!node.is_list()) return ReadZip(node);
    for (const Node* item : node.items) ReadZip(*item);
  }

  void ReadZip(const Node& node) {
    if (!RequireMap(node, "zip")) return;
    Axes::Group group;
    for (const Entry& entry : node.entries) {
      const auto axis = ReadAxis(entry, false);
      if (!axis) continue;
      const size_t size = axes_.axes[*axis].values.size();
      if (!group.axes.empty() && size != group.size) {
        problems_.Add(
            entry.key_offset,
            fmt::format("the axes of a zip must be equally long: '{}' has {} values, '{}' "
                        "has {}",
                        axes_.axes[group.axes.front()].name, group.size, entry.key, size));
        continue;
      }
      group.size = size;
      group.axes.push_back(*axis);
    }
    if (!group.axes.empty()) axes_.groups.push_back(std::move(group));
  }

  bool RequireMap(const Node& node, const char* what) {
    if (node.is_map() && !node.entries.empty()) return true;
    problems_.Add(node, fmt::format("'{}' must map axis names to lists of values", what));
    return false;
  }

  std::optional<size_t> ReadAxis(const Entry& entry, bool values_differ) {
    if (!IsAxisName(entry.key)) {
      problems_.Add(
          entry.key_offset,
          fmt::format("axis name '{}' must be letters, digits and '_', not beginning with "
                      "a digit",
                      entry.key));
      return std::nullopt;
    }
    for (const Axis& other : axes_.axes) {
      if (other.name == entry.key) {
        problems_.Add(entry.key_offset, fmt::format("axis '{}' is defined twice", entry.key));
        return std::nullopt;
      }
    }
    const Node& list = *entry.value;
    if (!list.is_list() || list.items.empty()) {
      problems_.Add(list, fmt::format("axis '{}' must be a list of at least one value", entry.key));
      axes_.axes.push_back({entry.key, entry.key_offset, {}, {}, true});
      return std::nullopt;
    }
    Axis axis{entry.key, entry.key_offset, list.items, {}, false};
    std::set<std::string> seen;
    for (const Node* value : list.items) {
      axis.texts.push_back(AxisText(*value));
      if (!seen.insert(axis.texts.back()).second && values_differ) {
        problems_.Add(*value,
                      fmt::format("axis '{}' lists '{}' twice", entry.key, axis.texts.back()));
      }
      const std::string& text = axis.texts.back();
      if (std::any_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
        problems_.Add(*value, fmt::format("a value of axis '{}' holds a control character or line "
                                          "break; case ids are one line",
                                          entry.key));
      }
      RefuseReferences(*value);
    }
    axes_.axes.push_back(std::move(axis));
    return axes_.axes.size() - 1;
  }

  void RefuseReferences(const Node& value) {
    ForEachReference(value, [&](const Node& at, std::string_view name) {
      problems_.Add(at, fmt::format("an axis value cannot refer to another axis ('${}')", name));
    });
  }

  void ReadExclusions(const Node& node) {
    if (!node.is_list()) {
      problems_.Add(node, "'exclude' must be a list of maps from axis to value");
      return;
    }
    for (const Node* item : node.items) {
      if (!item->is_map() || item->entries.empty()) {
        problems_.Add(*item, "an exclusion must be a map from axis to value");
        continue;
      }
      Axes::Exclusion exclusion;
      exclusion.offset = item->offset;
      const size_t before = problems_.count();
      for (const Entry& entry : item->entries) ReadMatch(entry, exclusion);
      if (problems_.count() == before) axes_.exclusions.push_back(std::move(exclusion));
    }
  }

  void ReadMatch(const Entry& entry, Axes::Exclusion& exclusion) {
    std::vector<std::string> names;
    for (const Axis& axis : axes_.axes) names.push_back(axis.name);
    const auto found = std::find(names.begin(), names.end(), entry.key);
    if (found == names.end()) {
      problems_.Add(entry.key_offset,
                    fmt::format("unknown axis '{}'{}", entry.key, Suggestion(entry.key, names)));
      return;
    }
    const auto index = static_cast<size_t>(found - names.begin());
    const std::vector<std::string>& texts = axes_.axes[index].texts;
    const auto known = [&](const std::string& text) {
      return std::find(texts.begin(), texts.end(), text) != texts.end();
    };
    // A list is one value (a shape) when the axis has it, and otherwise a choice of values.
    std::vector<std::string> wanted;
    if (const std::string whole = AxisText(*entry.value); known(whole)) {
      wanted.push_back(whole);
    } else if (entry.value->is_list() && !entry.value->items.empty()) {
      for (const Node* item : entry.value->items) {
        wanted.push_back(AxisText(*item));
        if (!known(wanted.back())) UnknownValue(*item, entry.key, wanted.back(), texts);
      }
    } else {
      UnknownValue(*entry.value, entry.key, whole, texts);
    }
    exclusion.matches.emplace_back(index, std::move(wanted));
  }

  void UnknownValue(const Node& at, const std::string& axis, const std::string& text,
                    const std::vector<std::string>& texts) {
    problems_.Add(
        at, fmt::format("axis '{}' has no value '{}'{}", axis, text, Suggestion(text, texts)));
  }

  const Node& case_;
  Problems& problems_;
  Axes axes_;
};

bool Covers(const Axes& axes, const Axes::Exclusion& exclusion, const AxisPoint& point) {
  return std::all_of(exclusion.matches.begin(), exclusion.matches.end(), [&](const auto& match) {
    const std::string& text = axes.axes[match.first].texts[point[match.first]];
    return std::find(match.second.begin(), match.second.end(), text) != match.second.end();
  });
}

}  // namespace

uint64_t Axes::PointCount() const {
  uint64_t count = 1;
  for (const Group& group : groups) {
    count *= group.size;
    if (count > kMaxCases) return kMaxCases + 1;
  }
  return count;
}

void Axes::ForEachPoint(Problems& problems, size_t template_offset,
                        const std::function<void(const AxisPoint&)>& visit) const {
  const uint64_t count = PointCount();
  AxisPoint point(axes.size(), 0);
  std::vector<bool> exclusion_used(exclusions.size(), false);
  uint64_t visited = 0;
  for (uint64_t number = 0; number < count; ++number) {
    uint64_t rest = number;
    for (size_t g = groups.size(); g-- > 0;) {
      for (size_t axis : groups[g].axes) point[axis] = rest % groups[g].size;
      rest /= groups[g].size;
    }
    bool excluded = false;
    for (size_t i = 0; i < exclusions.size(); ++i) {
      if (!Covers(*this, exclusions[i], point)) continue;
      excluded = true;
      exclusion_used[i] = true;
    }
    if (excluded) continue;
    ++visited;
    visit(point);
  }
  for (size_t i = 0; i < exclusions.size(); ++i) {
    if (!exclusion_used[i]) {
      problems.Add(exclusions[i].offset, "this exclusion covers no combination of the axes");
    }
  }
  if (visited == 0) problems.Add(template_offset, "the exclusions leave no case");
}

Axes ReadAxes(const Node& case_node, Problems& problems) {
  return AxesReader(case_node, problems).Read();
}

std::string AxisText(const Node& value) {
  switch (value.kind) {
    case Node::Kind::kNull:
      return "null";
    case Node::Kind::kScalar:
      return value.text;
    case Node::Kind::kList: {
      if (value.items.empty()) return "scalar";
      const bool extents = std::all_of(value.items.begin(), value.items.end(),
                                       [](const Node* item) { return IsExtent(*item); });
      std::string text;
      for (const Node* item : value.items) {
        if (!text.empty()) text += extents ? 'x' : '_';
        text += AxisText(*item);
      }
      return text;
    }
    case Node::Kind::kMap: {
      std::string text = "{";
      for (const Entry& entry : value.entries) {
        if (text.size() > 1) text += ';';
        text += entry.key + ":" + AxisText(*entry.value);
      }
      return text + "}";
    }
  }
  return "";
}

}  // namespace touchstone::suite
