#include "framework/run/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "framework/data/spec_text.h"
#include "framework/run/conclusion.h"

namespace touchstone::run {
namespace {

const char* Name(suite::Presence presence) {
  switch (presence) {
    case suite::Presence::kGiven:
      return "given";
    case suite::Presence::kAbsent:
      return "absent";
    case suite::Presence::kNull:
      return "null";
  }
  return "";
}

record::TensorRecord DescribeTensor(const std::string& name, const suite::TensorArgument& argument,
                                    bool has_data) {
  record::TensorRecord tensor;
  tensor.name = name;
  tensor.presence = Name(argument.presence);
  if (argument.presence != suite::Presence::kGiven) return tensor;
  tensor.dtype = tensor::Name(argument.layout.dtype);
  tensor.shape = argument.layout.shape;
  tensor.layout = LayoutWord(argument.layout);
  if (has_data) tensor.data = data::SpecText(argument.data);
  return tensor;
}

/// Dense, with the axes in another order than row-major.
bool IsTransposed(const tensor::TensorLayout& layout) {
  std::vector<size_t> axes;
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    if (layout.shape[axis] != 1) axes.push_back(axis);
  }
  std::sort(axes.begin(), axes.end(),
            [&](size_t a, size_t b) { return layout.strides[a] < layout.strides[b]; });
  int64_t expected = 1;
  for (const size_t axis : axes) {
    if (layout.strides[axis] != expected) return false;
    expected *= layout.shape[axis];
  }
  return true;
}

}  // namespace

std::string LayoutWord(const tensor::TensorLayout& layout) {
  bool zero = false;
  bool negative = false;
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    if (layout.shape[axis] <= 1) continue;
    zero = zero || layout.strides[axis] == 0;
    negative = negative || layout.strides[axis] < 0;
  }
  if (zero) return "expanded";
  if (negative) return "reversed";
  if (tensor::IsContiguous(layout)) {
    const bool whole =
        tensor::ElementCount(layout.shape) == tensor::ElementCount(layout.storage_shape);
    return whole ? "contiguous" : "sliced";
  }
  if (IsTransposed(layout)) return "transposed";
  return layout.strides.back() == 1 ? "sliced" : "strided";
}

std::string AttributeText(const operators::Argument* argument,
                          const operators::AttributeValue& value) {
  if (const int64_t* number = std::get_if<int64_t>(&value);
      number != nullptr && argument != nullptr) {
    for (const operators::NamedValue& named : argument->named_values) {
      if (named.value == *number) return named.name;
    }
  }
  return std::visit([](auto plain) { return fmt::format("{}", plain); }, value);
}

std::string ExpectationText(const suite::Expectation& expect) {
  if (expect.ok) return "success";
  return expect.status ? StatusNameAndCode(*expect.status) : "any error";
}

record::CaseRecord DescribeCase(const suite::Case& source, const std::string& soc,
                                const std::string& contract) {
  record::CaseRecord described;
  described.id = source.id;
  described.suite = source.suite;
  described.operator_name = source.op->name;
  for (const auto& [name, value] : source.attributes) {
    const operators::Argument* argument = operators::FindArgument(*source.op, name);
    described.attributes[name] = AttributeText(argument, value);
  }
  described.axes = source.axes;
  described.tags = source.tags;
  described.expected = ExpectationText(source.expect);
  // In the order of the C signature, which is how people name the arguments.
  for (const operators::Argument& argument : source.op->arguments) {
    const auto found = source.inputs.find(argument.name);
    if (found == source.inputs.end()) continue;
    described.inputs.push_back(DescribeTensor(argument.name, found->second, true));
  }
  if (!source.outputs.empty()) {
    const auto& [name, argument] = *source.outputs.begin();
    described.output = DescribeTensor(name, argument, false);
  }
  described.soc = soc;
  described.contract = contract;
  described.seed = source.seed;
  described.data_key = source.data_key.empty() ? source.id : source.data_key;
  return described;
}

}  // namespace touchstone::run
