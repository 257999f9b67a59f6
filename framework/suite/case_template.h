// The parts of one case template, each read once per values of the axes it refers to.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/suite/case.h"
#include "framework/suite/case_expander.h"
#include "framework/suite/fields.h"
#include "framework/suite/memo.h"
#include "framework/suite/settings.h"
#include "framework/suite/tensor_fields.h"

namespace touchstone::suite {

class CaseTemplate {
 public:
  /// Finds the parts and records what can be seen without expanding: unknown names, missing
  /// required tensors and attributes, references to unknown axes. All arguments must outlive the
  /// template.
  CaseTemplate(const SuiteHeader& header, const Axes& axes, const Node& case_node,
               const std::string& path, ReadContext& context);

  /// False when there is no operator or name to go on with.
  bool usable() const { return op_ != nullptr; }
  const std::set<size_t>& used_axes() const { return used_axes_; }
  /// How often a tensor, an attribute or the settings were read so far.
  uint64_t parts_read() const;

  /// Everything of the case at `point` but its identity (id, suite, axes, where); nothing when a
  /// part is wrong, which is then recorded. The context's scope must stand at `point`.
  std::optional<Case> Read(const AxisPoint& point);
  /// The case's name, with references replaced, where the scope stands.
  std::string NameAtPoint() const;

 private:
  template <typename T>
  struct Part {
    const operators::Argument* argument;
    const Node* node;  // nullptr: not mentioned
    std::string path;
    bool readable;  // refers to no unknown or broken axis
    Memo<std::optional<T>> memo;
  };
  struct SettingPart {
    const SettingKey* key;
    const Node* node;
    std::string path;
  };

  void FindOperator(const SuiteHeader& header, const Node& case_node, const std::string& path);
  void FindName(const Node& case_node, const std::string& path);
  template <typename T>
  void FindParts(const SuiteHeader& header, const Node& case_node, const std::string& path,
                 const char* key, int merge_depth, bool (*wanted)(const operators::Argument&),
                 std::deque<Part<T>>& parts);
  void FindSettings(const SuiteHeader& header, const Node& case_node, const std::string& path);
  /// Records the axes that `node` uses; false when one of them is unknown or broken.
  bool Use(const Node& node, std::vector<size_t>& used);

  std::optional<Settings> ReadSettings();
  bool ReadOutputs(const AxisPoint& point, Case& into);
  /// Whether outputs and expectations go together.
  bool Fits(const Case& made, const Node* expect_node);

  const Axes& axes_;
  ReadContext& context_;
  const operators::OperatorDescription* op_ = nullptr;
  const std::vector<std::string>& suite_tags_;
  const Node& case_node_;
  const Node* name_ = nullptr;
  std::set<size_t> used_axes_;
  std::deque<Part<TensorArgument>> inputs_;
  std::deque<Part<TensorFields>> outputs_;
  std::deque<Part<operators::AttributeValue>> attributes_;
  std::vector<SettingPart> settings_;
  std::optional<Memo<std::optional<Settings>>> settings_memo_;
};

}  // namespace touchstone::suite
