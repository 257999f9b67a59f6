#include "framework/suite/case_expander.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "framework/suite/attribute_fields.h"
#include "framework/suite/case_template.h"
#include "framework/suite/resolved_keys.h"
#include "framework/suite/settings.h"

namespace touchstone::suite {
namespace {

enum class Holder { kDefaults, kTemplate, kResolved };

// Keys of a case besides the settings, and who but a template may have them.
struct CaseKey {
  const char* name;
  bool in_defaults;
  bool in_resolved;
};
constexpr CaseKey kKeys[] = {
    {"name", false, false},    {"description", false, true}, {"operator", false, true},
    {"inputs", true, true},    {"outputs", true, true},      {"attrs", true, true},
    {"matrix", false, false},  {"zip", false, false},        {"pairwise", false, false},
    {"exclude", false, false}, {"where", false, false},      {"sample", false, false},
};

std::vector<std::string> CollectKeys(Holder holder) {
  std::vector<std::string> names;
  for (const CaseKey& key : kKeys) {
    const bool may_have = holder == Holder::kDefaults   ? key.in_defaults
                          : holder == Holder::kResolved ? key.in_resolved
                                                        : true;
    if (may_have) names.emplace_back(key.name);
  }
  for (const SettingKey& key : SettingKeys()) names.emplace_back(key.name);
  if (holder == Holder::kResolved) {
    for (const char* key : kResolvedKeys) names.emplace_back(key);
  }
  return names;
}

// Where the arguments of all operators belong, for those who write them beside `name`.
const std::vector<std::string>& ArgumentPaths() {
  static const std::vector<std::string> kPaths = [] {
    std::vector<std::string> paths;
    for (const operators::OperatorDescription* op : operators::AllOperators()) {
      for (const operators::Argument& argument : op->arguments) {
        const char* place = IsAttribute(argument)      ? "attrs"
                            : IsInputTensor(argument) ? "inputs"
                                                      : "outputs";
        paths.push_back(Join(place, argument.name));
      }
    }
    return paths;
  }();
  return kPaths;
}

std::string AxesSuffix(const Axes& axes, const AxisPoint& point) {
  if (axes.axes.empty()) return "";
  std::string text = "[";
  for (size_t i = 0; i < axes.axes.size(); ++i) {
    if (i > 0) text += ',';
    text += axes.axes[i].name + "=" + axes.axes[i].texts[point[i]];
  }
  return text + "]";
}

// Every case holds its own copy of the values listed for its tensors.
uint64_t ListedValues(const Case& one) {
  uint64_t count = 0;
  for (const auto& [name, tensor] : one.inputs) {
    for (const auto& [parameter, value] : tensor.data.parameters) {
      const auto* list = std::get_if<std::vector<data::Literal>>(&value);
      if (list != nullptr) count += list->size();
    }
  }
  return count;
}

void ReportUnusedAxes(const Axes& axes, const std::set<size_t>& used, Problems& problems) {
  for (size_t i = 0; i < axes.axes.size(); ++i) {
    if (used.count(i) != 0) continue;
    const std::string& name = axes.axes[i].name;
    problems.Add(axes.axes[i].offset,
                 fmt::format("axis '{}' is not used by the case; write ${} where its value belongs",
                             name, name));
  }
}

}  // namespace

const std::vector<std::string>& CaseKeys(bool resolved) {
  static const std::vector<std::string> kTemplate = CollectKeys(Holder::kTemplate);
  static const std::vector<std::string> kResolved = CollectKeys(Holder::kResolved);
  return resolved ? kResolved : kTemplate;
}

const std::vector<std::string>& DefaultsKeys() {
  static const std::vector<std::string> kNames = CollectKeys(Holder::kDefaults);
  return kNames;
}

uint64_t ExpandCase(const SuiteHeader& header, const Node& case_node, const std::string& path,
                    Document& document, Problems& problems, std::vector<Case>& cases) {
  if (!case_node.is_map()) {
    problems.Add(case_node, fmt::format("{} must be a map, not '{}'", path, Describe(case_node)));
    return 0;
  }
  const size_t before = problems.count();
  const bool resolved = case_node.Find("id") != nullptr;
  CheckKeys(problems, case_node, path, CaseKeys(resolved), ArgumentPaths());
  const Axes axes = ReadAxes(case_node, problems);
  const bool axes_are_good = problems.count() == before;

  Scope scope(axes, document, problems);
  ReadContext context{document, problems, scope, resolved, header.own_standards};
  CaseTemplate parts(header, axes, case_node, path, context);
  if (!parts.usable()) return 0;
  ReportUnusedAxes(axes, parts.used_axes(), problems);

  if (!axes_are_good) {
    // The rest of the case is still looked at, once, so that all of its problems are shown.
    const AxisPoint first(axes.axes.size(), 0);
    scope.MoveTo(first);
    parts.Read(first);
    return parts.parts_read();
  }
  std::optional<ResolvedIdentity> identity;
  if (context.resolved) {
    identity = ReadResolvedIdentity(context, case_node, path);
    if (!identity) return 0;
  }
  const SourceLocation where = problems.source().Locate(case_node.offset);
  std::vector<Case> made;
  uint64_t listed_values = 0;
  axes.ForEachPoint(problems, case_node.offset, [&](const AxisPoint& point) {
    if (problems.count() > before + kMaxProblemsPerFile || listed_values > kMaxListedValues) return;
    scope.MoveTo(point);
    std::optional<Case> one = parts.Read(point);
    if (!one) return;
    listed_values += ListedValues(*one);
    if (listed_values > kMaxListedValues) {
      problems.Add(case_node,
                   fmt::format("the cases of this template list more than {} values together; use "
                               "fewer cases, shorter lists or a .npy file",
                               kMaxListedValues));
      return;
    }
    one->where = where;
    one->suite = header.name;
    if (identity) {
      one->id = identity->id;
      if (!identity->suite.empty()) one->suite = identity->suite;
      one->axes = identity->axes;
      if (identity->where) one->where = *identity->where;
    } else {
      one->id = fmt::format("{}/{}{}", header.name, parts.NameAtPoint(), AxesSuffix(axes, point));
      for (size_t i = 0; i < axes.axes.size(); ++i) {
        one->axes[axes.axes[i].name] = axes.axes[i].texts[point[i]];
      }
    }
    if (one->data_key.empty()) one->data_key = one->id;
    made.push_back(std::move(*one));
  });
  if (problems.count() != before) return parts.parts_read();
  cases.insert(cases.end(), std::make_move_iterator(made.begin()),
               std::make_move_iterator(made.end()));
  return parts.parts_read();
}

}  // namespace touchstone::suite
