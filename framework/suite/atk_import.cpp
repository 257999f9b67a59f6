#include "framework/suite/atk_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "framework/operators/description.h"
#include "framework/suite/atk_case.h"
#include "framework/suite/atk_data.h"
#include "framework/suite/atk_standards.h"
#include "framework/suite/attribute_fields.h"
#include "framework/suite/data_fields.h"
#include "framework/suite/tensor_fields.h"

namespace touchstone::suite {
namespace {

using operators::Argument;
using operators::OperatorDescription;

// Names of suites and cases are one line of text; a file's name or an id may be more.
std::string OneLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '_');
  return text;
}

class Importer {
 public:
  Importer(Document& document, Problems& problems, LoadedFile& loaded)
      : problems_(problems),
        loaded_(loaded),
        scope_(no_axes_, document, problems),
        context_{document, problems, scope_, false} {
    loaded_.file.name = OneLine(std::filesystem::path(loaded.file.path).stem().string());
  }

  void Import(const Node& list) {
    if (list.items.empty()) problems_.Add(list, "the file lists no case");
    for (const Node* item : list.items) ImportCase(*item);
  }

 private:
  void ImportCase(const Node& node) {
    std::vector<AtkSlip> slips;
    const AtkCase atk = ReadAtkCase(node, slips);
    const OperatorDescription* op = operators::FindOperator(atk.operator_name);
    const std::string id = fmt::format("{}/{}", loaded_.file.name, OneLine(atk.id));
    for (AtkSlip& slip : slips) {
      if (op == nullptr) {
        problems_.Warn(slip.offset, std::move(slip.message));
      } else {
        problems_.Add(slip.offset, std::move(slip.message));
      }
    }
    if (op == nullptr) {
      loaded_.not_runnable.push_back(
          {id, fmt::format("operator '{}' is not registered", atk.operator_name),
           problems_.source().Locate(node.offset)});
      return;
    }
    if (slips.empty()) MakeCase(atk, *op, id);
  }

  void MakeCase(const AtkCase& atk, const OperatorDescription& op, const std::string& id) {
    const size_t before = problems_.count();
    Case made;
    made.id = id;
    made.data_key = id;
    made.suite = loaded_.file.name;
    made.where = problems_.source().Locate(atk.node->offset);
    made.op = &op;
    made.tags = {"atk"};
    if (atk.is_boundary) made.tags.push_back("boundary");
    if (atk.default_seed) made.seed = *atk.default_seed;
    if (!atk.expected_error.empty()) {
      made.expect.ok = false;
      made.expect.message = atk.expected_error;
    }
    given_.clear();
    for (size_t i = 0; i < atk.inputs.size(); ++i) AddInput(atk.inputs[i], i, op, made);
    AddMissing(atk, op, made);
    if (problems_.count() != before) return;
    AddOutputs(op, made);
    const tensor::DType dtype =
        made.outputs.empty() ? tensor::DType::kFp32 : made.outputs.begin()->second.layout.dtype;
    made.standards = MapAtkStandards(atk, dtype, problems_);
    if (problems_.count() == before) loaded_.cases.push_back(std::move(made));
  }

  // ATK names arguments as the C signature does; an input without a name stands for the argument at
  // its place.
  static const Argument* FindArgument(const AtkInput& input, size_t position,
                                      const OperatorDescription& op) {
    size_t index = 0;
    for (const Argument& argument : op.arguments) {
      if (IsOutputTensor(argument)) continue;
      if (input.name ? (*input.name == argument.api_name || *input.name == argument.name)
                     : index == position) {
        return &argument;
      }
      ++index;
    }
    return nullptr;
  }

  void AddInput(const AtkInput& input, size_t position, const OperatorDescription& op, Case& made) {
    const Argument* argument = FindArgument(input, position, op);
    if (argument == nullptr) {
      std::vector<std::string> names;
      for (const Argument& one : op.arguments) {
        if (!IsOutputTensor(one)) names.push_back(one.api_name);
      }
      const std::string name = input.name.value_or(fmt::format("#{}", position));
      problems_.Add(*input.node, fmt::format("{} has no argument '{}'{}", op.name, name,
                                             Suggestion(name, names)));
    } else if (!given_.insert(argument->name).second) {
      problems_.Add(*input.node, fmt::format("'{}' is given twice", argument->name));
    } else if (!input.members.empty()) {
      problems_.Add(*input.node, fmt::format("{} of {} takes no list", argument->name, op.name));
    } else if (IsAttribute(*argument)) {
      AddAttribute(input, *argument, made);
    } else {
      AddTensor(input, *argument, made);
    }
  }

  void AddAttribute(const AtkInput& input, const Argument& argument, Case& made) {
    if (input.range_node == nullptr) {
      problems_.Add(*input.node, fmt::format("'{}' has no range_values", argument.name));
      return;
    }
    scope_.AxesOf(*input.range_node);  // a '$' in it is no reference: said here
    if (const auto value = ReadAttribute(context_, argument, *input.range_node, argument.name)) {
      made.attributes[argument.name] = *value;
    }
  }

  void AddTensor(const AtkInput& input, const Argument& argument, Case& made) {
    TensorArgument tensor;
    const bool is_optional = argument.kind == operators::ArgumentKind::kOptionalTensor;
    if (!input.shape) {
      if (!is_optional) {
        problems_.Add(*input.node, fmt::format("'{}' has no shape", argument.name));
      }
      tensor.presence = Presence::kAbsent;
      made.inputs[argument.name] = std::move(tensor);
      return;
    }
    TensorFields fields;
    fields.node = input.node;
    fields.shape = input.shape;
    const auto dtype = tensor::ParseDType(input.dtype);
    if (!dtype.ok()) return problems_.Adopt(dtype.errors(), *input.node, argument.name);
    fields.dtype = *dtype;
    if (!input.format.empty()) {
      const auto format = tensor::ParseFormat(input.format);
      if (!format.ok()) return problems_.Adopt(format.errors(), *input.node, argument.name);
      fields.format = *format;
    }
    auto layout = CompleteLayout(context_, fields, nullptr, argument.name);
    if (!layout) return;
    tensor.layout = std::move(*layout);
    auto data = AtkData(input.range, made.id, argument.name);
    if (!data) {
      problems_.Add(*input.range_node,
                    fmt::format("'{}' is a tensor, but its range_values are '{}'", argument.name,
                                Describe(*input.range_node)));
      return;
    }
    tensor.data = std::move(*data);
    tensor.data.where = problems_.source().Locate(input.node->offset);
    CheckData(context_, tensor.data, tensor.layout.dtype, *input.node, argument.name);
    if (input.outlier_values) {
      problems_.Warn(input.node->offset,
                     fmt::format("outlier_values of '{}' are not applied: the format does not say "
                                 "how many elements take them",
                                 argument.name));
    }
    made.inputs[argument.name] = std::move(tensor);
  }

  void AddMissing(const AtkCase& atk, const OperatorDescription& op, Case& made) {
    for (const Argument& argument : op.arguments) {
      if (IsOutputTensor(argument) || given_.count(argument.name) > 0) continue;
      if (argument.kind == operators::ArgumentKind::kOptionalTensor) {
        made.inputs[argument.name].presence = Presence::kAbsent;
      } else {
        problems_.Add(*atk.node,
                      fmt::format("'{}' is missing; {} requires it", argument.name, op.name));
      }
    }
  }

  // The format lists no outputs: ATK takes their shapes from its CPU benchmark, where a full
  // reduction has rank 0. Here the operator's own rule gives them, which follows the operator's
  // page (shape [1]); both have one element, and only the operator knows that it reduces.
  void AddOutputs(const OperatorDescription& op, Case& made) {
    operators::InputLayouts layouts;
    for (const auto& [name, tensor] : made.inputs) {
      if (tensor.presence == Presence::kGiven) layouts.emplace(name, tensor.layout);
    }
    for (auto& [name, layout] : op.default_outputs(layouts, made.attributes)) {
      made.outputs[name].layout = std::move(layout);
    }
  }

  Problems& problems_;
  LoadedFile& loaded_;
  std::set<std::string> given_;  // arguments that the current case mentions, well or badly
  const Axes no_axes_;
  Scope scope_;
  ReadContext context_;
};

}  // namespace

void ImportAtk(Document& document, Problems& problems, LoadedFile& loaded) {
  Importer(document, problems, loaded).Import(*document.root());
}

}  // namespace touchstone::suite
