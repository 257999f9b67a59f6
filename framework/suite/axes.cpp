#include "framework/suite/axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "framework/suite/condition.h"
#include "framework/suite/covering_array.h"
#include "framework/suite/fields.h"
#include "framework/suite/scalar.h"
#include "framework/suite/substitution.h"

namespace touchstone::suite {
namespace {

bool IsExtent(const Node& node) {
  return node.is_scalar() && !node.text.empty() &&
         std::all_of(node.text.begin(), node.text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

// An axis and those of its values that an exclusion means.
using Match = std::pair<size_t, std::set<size_t>>;

class AxesReader {
 public:
  AxesReader(const Node& case_node, Problems& problems) : case_(case_node), problems_(problems) {}

  Axes Read() {
    const size_t before = problems_.count();
    // Kinds of axes by their key; adding one means adding a row.
    static constexpr std::pair<std::string_view, void (AxesReader::*)(const Node&)> kKinds[] = {
        {"matrix", &AxesReader::ReadMatrix},
        {"zip", &AxesReader::ReadZips},
        {"pairwise", &AxesReader::ReadPairwise}};
    for (const Entry& entry : case_.entries) {
      for (const auto& [key, read] : kKinds) {
        if (entry.key == key) (this->*read)(*entry.value);
      }
    }
    if (const Node* exclude = case_.Find("exclude")) ReadExclusions(*exclude);
    if (const Node* where = case_.Find("where")) ReadConditions(*where);
    if (const Node* sample = case_.Find("sample")) ReadSample(*sample);
    if (problems_.count() == before) FillPairwise();
    if (!axes_.sample && axes_.PointCount() > kMaxCases) {
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
        axes_.groups.push_back({{*axis}, Diagonal(1, axes_.axes[*axis].values.size()), false});
      }
    }
  }

  // Rows (0, 0, ...), (1, 1, ...), ...
  static std::vector<std::vector<size_t>> Diagonal(size_t columns, size_t size) {
    std::vector<std::vector<size_t>> rows;
    for (size_t i = 0; i < size; ++i) rows.emplace_back(columns, i);
    return rows;
  }

  void ReadZips(const Node& node) {
    if (!node.is_list()) return ReadZip(node);
    for (const Node* item : node.items) ReadZip(*item);
  }

  void ReadZip(const Node& node) {
    if (!RequireMap(node, "zip")) return;
    Axes::Group group;
    size_t group_size = 0;
    for (const Entry& entry : node.entries) {
      const auto axis = ReadAxis(entry, false);
      if (!axis) continue;
      const size_t size = axes_.axes[*axis].values.size();
      if (!group.axes.empty() && size != group_size) {
        problems_.Add(
            entry.key_offset,
            fmt::format("the axes of a zip must be equally long: '{}' has {} values, '{}' "
                        "has {}",
                        axes_.axes[group.axes.front()].name, group_size, entry.key, size));
        continue;
      }
      group_size = size;
      group.axes.push_back(*axis);
    }
    if (group.axes.empty()) return;
    group.rows = Diagonal(group.axes.size(), group_size);
    group.in_step = true;
    axes_.groups.push_back(std::move(group));
  }

  void ReadPairwise(const Node& node) {
    if (!node.is_list()) return ReadPairwiseMap(node);
    for (const Node* item : node.items) ReadPairwiseMap(*item);
  }

  void ReadPairwiseMap(const Node& node) {
    if (!RequireMap(node, "pairwise")) return;
    Axes::Group group;
    for (const Entry& entry : node.entries) {
      if (const auto axis = ReadAxis(entry, true)) group.axes.push_back(*axis);
    }
    if (group.axes.empty()) return;
    pairwise_.push_back({axes_.groups.size(), node.offset});
    axes_.groups.push_back(std::move(group));
  }

  // The rows of pairwise groups, once the constraints that they must satisfy are known.
  void FillPairwise() {
    for (const auto& [number, offset] : pairwise_) {
      Axes::Group& group = axes_.groups[number];
      std::vector<size_t> sizes;
      for (const size_t axis : group.axes) sizes.push_back(axes_.axes[axis].values.size());
      const auto made =
          CoverPairs(sizes, [&](const std::vector<size_t>& row) { return AllowsRow(group, row); });
      if (!made) {
        problems_.Add(offset,
                      "pairwise: too many pairs of values, or constraints that take too long to "
                      "satisfy; use fewer values or a sample of a matrix");
        continue;
      }
      if (made->rows.empty()) problems_.Add(offset, "pairwise: the constraints allow no row");
      group.rows = made->rows;
    }
  }

  // Whether the constraints that look at nothing but the values set in `row` allow it.
  bool AllowsRow(const Axes::Group& group, const std::vector<size_t>& row) {
    AxisPoint point(axes_.axes.size(), kUnset);
    for (size_t i = 0; i < row.size(); ++i) point[group.axes[i]] = row[i];
    return std::all_of(axes_.constraints.begin(), axes_.constraints.end(), [&](const auto& one) {
      return std::any_of(one.axes.begin(), one.axes.end(),
                         [&](size_t axis) { return point[axis] == kUnset; }) ||
             one.allows(point);
    });
  }

  void ReadConditions(const Node& node) {
    if (case_.Find("id") != nullptr) return;  // in a resolved case it is the place
    const auto read = [&](const Node& one) {
      if (auto constraint = ReadCondition(one, axes_.axes, problems_)) {
        axes_.constraints.push_back(std::move(*constraint));
      }
    };
    if (!node.is_list()) return read(node);
    if (node.items.empty()) problems_.Add(node, "'where' lists no condition");
    for (const Node* item : node.items) read(*item);
  }

  void ReadSample(const Node& node) {
    if (!node.is_map()) {
      problems_.Add(node, "'sample' must be a map {count: ..., seed: ...}");
      return;
    }
    CheckKeys(problems_, node, "sample", {"count", "seed"});
    Axes::Sample sample;
    sample.offset = node.offset;
    const Node* count = node.Find("count");
    const auto number = [&](const Node* value, const char* key, uint64_t least, uint64_t most,
                            uint64_t& into) {
      const auto parsed = value->is_scalar() && !value->quoted ? ParseUnsigned(value->text)
                                                               : Parsed<uint64_t>{0, "text"};
      if (parsed.ok() && parsed.value >= least && parsed.value <= most) {
        into = parsed.value;
      } else {
        problems_.Add(*value, fmt::format("sample.{} must be a number from {} to {}, not '{}'", key,
                                          least, most, Describe(*value)));
      }
    };
    if (count == nullptr) {
      problems_.Add(node, "sample lacks 'count'");
    } else {
      number(count, "count", 1, kMaxCases, sample.count);
    }
    if (const Node* seed = node.Find("seed")) {
      number(seed, "seed", 0, std::numeric_limits<uint64_t>::max(), sample.seed);
    }
    axes_.sample = sample;
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
      const size_t before = problems_.count();
      std::vector<Match> matches;
      for (const Entry& entry : item->entries) ReadMatch(entry, matches);
      if (problems_.count() == before) AddExclusion(std::move(matches), item->offset);
    }
  }

  void AddExclusion(std::vector<Match> matches, size_t offset) {
    Axes::Constraint constraint;
    constraint.offset = offset;
    constraint.key = "exclude";
    for (const Match& match : matches) constraint.axes.push_back(match.first);
    constraint.allows = [matches = std::move(matches)](const AxisPoint& point) {
      return !std::all_of(matches.begin(), matches.end(), [&](const Match& match) {
        return match.second.count(point[match.first]) > 0;
      });
    };
    axes_.constraints.push_back(std::move(constraint));
  }

  void ReadMatch(const Entry& entry, std::vector<Match>& matches) {
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
    std::set<size_t> values;
    for (size_t i = 0; i < texts.size(); ++i) {
      if (std::find(wanted.begin(), wanted.end(), texts[i]) != wanted.end()) values.insert(i);
    }
    matches.emplace_back(index, std::move(values));
  }

  void UnknownValue(const Node& at, const std::string& axis, const std::string& text,
                    const std::vector<std::string>& texts) {
    problems_.Add(
        at, fmt::format("axis '{}' has no value '{}'{}", axis, text, Suggestion(text, texts)));
  }

  const Node& case_;
  Problems& problems_;
  Axes axes_;
  std::vector<std::pair<size_t, size_t>> pairwise_;  // groups still without rows, and their offsets
};

}  // namespace

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
