#include "framework/suite/case_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "framework/suite/attribute_fields.h"
#include "framework/suite/case_expander.h"
#include "framework/suite/defaults.h"
#include "framework/suite/expectation_rules.h"
#include "framework/suite/output_fields.h"

namespace touchstone::suite {
namespace {

const Node* Find(const Node* map, std::string_view key) {
  return map == nullptr ? nullptr : map->Find(key);
}

}  // namespace

CaseTemplate::CaseTemplate(const SuiteHeader& header, const Axes& axes, const Node& case_node,
                           const std::string& path, ReadContext& context)
    : axes_(axes), context_(context), suite_tags_(header.tags), case_node_(case_node) {
  FindName(case_node, path);
  FindSettings(header, case_node, path);
  FindOperator(header, case_node, path);
  if (op_ == nullptr) return;
  FindParts(header, case_node, path, "inputs", 2, IsInputTensor, inputs_);
  FindParts(header, case_node, path, "outputs", 2, IsOutputTensor, outputs_);
  FindParts(header, case_node, path, "attrs", 1, IsAttribute, attributes_);
}

void CaseTemplate::FindName(const Node& case_node, const std::string& path) {
  if (context_.resolved) return;  // the id stands for it
  name_ = case_node.Find("name");
  if (name_ == nullptr) {
    context_.problems.Add(case_node, fmt::format("{} lacks 'name'", path));
    return;
  }
  std::vector<size_t> used;
  Use(*name_, used);
  const auto& text = name_->text;
  const bool one_line = std::none_of(text.begin(), text.end(),
                                     [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (!name_->is_scalar() || text.empty() || !one_line) {
    WrongValue(context_, *name_, Join(path, "name"), "one line of text");
  }
}

void CaseTemplate::FindOperator(const SuiteHeader& header, const Node& case_node,
                                const std::string& path) {
  const Node* node = case_node.Find("operator");
  if (node == nullptr) {
    op_ = header.op;
    return;
  }
  bool refers_to_axis = false;
  ForEachReference(*node, [&](const Node&, std::string_view) { refers_to_axis = true; });
  if (refers_to_axis) {
    WrongValue(context_, *node, Join(path, "operator"), "the same for all cases of a template");
    return;
  }
  const auto name = ReadText(context_, *node, Join(path, "operator"));
  if (!name) return;
  op_ = operators::FindOperator(*name);
  if (op_ == nullptr) {
    context_.problems.Add(*node, fmt::format("unknown operator '{}'{}", *name,
                                             Suggestion(*name, operators::OperatorNames())));
  }
}

bool CaseTemplate::Use(const Node& node, std::vector<size_t>& used) {
  const size_t before = context_.problems.count();
  const std::vector<size_t> axes = context_.scope.AxesOf(node);
  used_axes_.insert(axes.begin(), axes.end());
  used.insert(used.end(), axes.begin(), axes.end());
  return context_.problems.count() == before &&
         std::none_of(axes.begin(), axes.end(), [&](size_t i) { return axes_.axes[i].broken; });
}

template <typename T>
void CaseTemplate::FindParts(const SuiteHeader& header, const Node& case_node,
                             const std::string& path, const char* key, int merge_depth,
                             bool (*wanted)(const operators::Argument&),
                             std::deque<Part<T>>& parts) {
  const std::string map_path = Join(path, key);
  const std::vector<std::string> names = ArgumentNames(*op_, wanted);
  for (const Node* map : {Find(header.defaults, key), case_node.Find(key)}) {
    if (map == nullptr) continue;
    if (map->is_map()) {
      CheckKeys(context_.problems, *map, map_path, names);
    } else {
      WrongValue(context_, *map, map_path, "a map");
      return;
    }
  }
  const Node* merged = MergeDefaults(context_.document, Find(header.defaults, key),
                                     case_node.Find(key), merge_depth);
  for (const operators::Argument& argument : op_->arguments) {
    if (!wanted(argument)) continue;
    const Node* node = Find(merged, argument.name);
    std::vector<size_t> used;
    const bool readable = node == nullptr || Use(*node, used);
    parts.push_back({&argument, node, Join(map_path, argument.name), readable,
                     Memo<std::optional<T>>(axes_, used)});
    const bool may_be_missing = argument.kind == operators::ArgumentKind::kOptionalTensor ||
                                argument.kind == operators::ArgumentKind::kOutputTensor;
    const bool is_misspelt = merged != nullptr ? HoldsMisspelt(*merged, argument.name, names)
                                               : HoldsMisspelt(case_node, key, CaseKeys(false));
    if (node == nullptr && !may_be_missing && !is_misspelt) {
      context_.problems.Add(
          merged != nullptr ? *merged : case_node,
          fmt::format("{} is missing; {} requires it", parts.back().path, op_->name));
    }
  }
}

void CaseTemplate::FindSettings(const SuiteHeader& header, const Node& case_node,
                                const std::string& path) {
  std::vector<size_t> used;
  for (const SettingKey& key : SettingKeys()) {
    const Node* own = case_node.Find(key.name);
    const Node* node = own != nullptr ? own : Find(header.defaults, key.name);
    if (node == nullptr) continue;
    const std::string key_path = Join(own != nullptr ? path : "defaults", key.name);
    if (Use(*node, used)) settings_.push_back({&key, node, key_path});
  }
  settings_memo_.emplace(axes_, used);
}

std::optional<Settings> CaseTemplate::ReadSettings() {
  const size_t before = context_.problems.count();
  Settings settings;
  for (const SettingPart& part : settings_) {
    part.key->read(context_, *part.node, part.path, settings);
  }
  for (const std::string& tag : suite_tags_) {
    if (std::find(settings.tags.begin(), settings.tags.end(), tag) == settings.tags.end()) {
      settings.tags.push_back(tag);
    }
  }
  if (settings.standards.empty()) settings.standards = judge::DefaultStandards();
  if (!settings.expect_rules.empty()) {
    CheckRulesFit(context_, settings.expect_rules, settings.soc, settings.contract,
                  *settings.expect_node, "expect");
  }
  if (context_.problems.count() != before) return std::nullopt;
  return settings;
}

bool CaseTemplate::ReadOutputs(const AxisPoint& point, Case& into) {
  operators::InputLayouts layouts;
  for (const auto& [name, tensor] : into.inputs) {
    if (tensor.presence == Presence::kGiven) layouts.emplace(name, tensor.layout);
  }
  const auto defaults = op_->default_outputs(layouts, into.attributes);
  bool good = true;
  for (Part<TensorFields>& part : outputs_) {
    const auto found = defaults.find(part.argument->name);
    const tensor::TensorLayout* fallback = found == defaults.end() ? nullptr : &found->second;
    TensorArgument& tensor = into.outputs[part.argument->name];
    if (part.node == nullptr && fallback != nullptr) {
      tensor.layout = *fallback;
      continue;
    }
    if (part.node == nullptr || !part.readable) {
      if (part.readable) {
        context_.problems.Add(case_node_, fmt::format("{} is missing and the operator gives no "
                                                      "layout for it",
                                                      part.path));
      }
      good = false;
      continue;
    }
    const auto& fields = part.memo.At(
        point, [&] { return ReadTensorFields(context_, *part.node, part.path, false); });
    if (!fields) {
      good = false;
    } else if (fields->presence == Presence::kAbsent) {
      context_.problems.Add(*fields->node, fmt::format("{} cannot be absent; 'null' passes a null "
                                                       "pointer on purpose",
                                                       part.path));
      good = false;
    } else if (fields->presence == Presence::kNull) {
      tensor.presence = Presence::kNull;
    } else if (auto layout = CompleteLayout(context_, *fields, fallback, part.path)) {
      tensor.layout = std::move(*layout);
    } else {
      good = false;
    }
  }
  return good;
}

uint64_t CaseTemplate::parts_read() const {
  uint64_t count = settings_memo_->size();
  for (const auto& part : inputs_) count += part.memo.size();
  for (const auto& part : outputs_) count += part.memo.size();
  for (const auto& part : attributes_) count += part.memo.size();
  return count;
}

std::optional<Case> CaseTemplate::Read(const AxisPoint& point) {
  bool good = true;
  Case made;
  made.op = op_;
  for (Part<TensorArgument>& part : inputs_) {
    TensorArgument& tensor = made.inputs[part.argument->name];
    if (part.node == nullptr) {
      tensor.presence = Presence::kAbsent;
      continue;
    }
    if (!part.readable) {
      good = false;
      continue;
    }
    const auto& read = part.memo.At(
        point, [&] { return ReadInput(context_, *part.argument, *part.node, part.path); });
    if (read) {
      tensor = *read;
    } else {
      good = false;
    }
  }
  for (Part<operators::AttributeValue>& part : attributes_) {
    if (part.node == nullptr || !part.readable) {
      good = false;
      continue;
    }
    const auto& read = part.memo.At(
        point, [&] { return ReadAttribute(context_, *part.argument, *part.node, part.path); });
    if (read) {
      made.attributes[part.argument->name] = *read;
    } else {
      good = false;
    }
  }
  // Outputs are looked at even when an input is wrong, as long as they do not need it.
  if (good || !outputs_.empty()) good = ReadOutputs(point, made) && good;
  const auto& settings = settings_memo_->At(point, [&] { return ReadSettings(); });
  if (!settings || !good) return std::nullopt;
  made.seed = settings->seed;
  made.data_key = settings->data_key;
  made.standards = settings->standards;
  made.special_values = settings->special_values;
  made.soc = settings->soc;
  made.contract = settings->contract;
  made.repeat = settings->repeat;
  made.determinism = settings->determinism;
  made.timeout_seconds = settings->timeout_seconds;
  made.tags = settings->tags;
  made.protocol = settings->protocol;
  made.expect = settings->expect;
  made.expect_rules = settings->expect_rules;
  if (!Fits(made, settings->expect_node)) return std::nullopt;
  return made;
}

bool CaseTemplate::Fits(const Case& made, const Node* expect_node) {
  const size_t before = context_.problems.count();
  bool may_succeed = false;
  for (const Expectation* expect : ExpectationsOf(made)) {
    may_succeed = may_succeed || expect->ok;
    if (expect->output.any()) CheckExpectedOutput(context_, made, *expect, *expect_node, "expect");
  }
  for (const Part<TensorFields>& part : outputs_) {
    const TensorArgument& tensor = made.outputs.at(part.argument->name);
    if (part.node == nullptr || tensor.presence != Presence::kGiven || !may_succeed) continue;
    CheckOutputLayout(context_, *part.node, tensor.layout, part.path);
  }
  return context_.problems.count() == before;
}

std::string CaseTemplate::NameAtPoint() const {
  if (name_ == nullptr) return "";
  return context_.scope.ResolveText(name_->text, name_->offset).value_or(name_->text);
}

}  // namespace touchstone::suite
