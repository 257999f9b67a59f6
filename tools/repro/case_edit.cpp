#include "tools/repro/case_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "framework/data/quantise.h"
#include "framework/run/prepared_case.h"
#include "framework/tensor/float_format.h"
#include "framework/tensor/host_tensor.h"

namespace touchstone::repro {
namespace {

using suite::Case;
using suite::Presence;
using suite::TensorArgument;
using tensor::Dims;
using tensor::TensorLayout;

bool IsGiven(const TensorArgument& argument) { return argument.presence == Presence::kGiven; }

bool IsPlain(const TensorLayout& layout) {
  TensorLayout plain = tensor::ContiguousLayout(layout.dtype, layout.shape);
  plain.format = layout.format;
  return layout == plain;
}

TensorLayout PlainLayout(const TensorLayout& like, Dims shape) {
  TensorLayout plain = tensor::ContiguousLayout(like.dtype, std::move(shape));
  plain.format = like.format;
  return plain;
}

std::map<std::string, TensorLayout> DefaultOutputs(const Case& one) {
  operators::InputLayouts layouts;
  for (const auto& [name, input] : one.inputs) {
    if (IsGiven(input)) layouts[name] = input.layout;
  }
  return one.op->default_outputs(layouts, one.attributes);
}

// Calls `change` with each given tensor's argument. Outputs that are what the operator's rule says
// follow the inputs by that rule; others are changed as the inputs are.
template <typename Change>
Case Changed(const Case& one, Change change) {
  Case changed = one;
  if (changed.data_key.empty()) changed.data_key = changed.id;
  const std::map<std::string, TensorLayout> before = DefaultOutputs(one);
  for (auto& [name, input] : changed.inputs) {
    if (IsGiven(input)) change(input);
  }
  const std::map<std::string, TensorLayout> after = DefaultOutputs(changed);
  for (auto& [name, output] : changed.outputs) {
    if (!IsGiven(output)) continue;
    const auto old_rule = before.find(name), new_rule = after.find(name);
    const bool by_rule =
        old_rule != before.end() && old_rule->second == output.layout && new_rule != after.end();
    if (by_rule) {
      output.layout = new_rule->second;
    } else {
      change(output);
    }
  }
  return changed;
}

// The index in `shape` of an axis counted from the innermost.
std::optional<size_t> AxisIn(const Dims& shape, size_t axis) {
  if (axis >= shape.size()) return std::nullopt;
  return shape.size() - 1 - axis;
}

void SetExtent(TensorLayout& layout, size_t axis, int64_t extent) {
  Dims shape = layout.shape;
  shape[axis] = extent;
  if (IsPlain(layout)) {
    layout = PlainLayout(layout, std::move(shape));
  } else {
    layout.shape = std::move(shape);  // a smaller view of the same storage
  }
}

const std::vector<data::Literal>* ListOf(const TensorArgument& argument) {
  if (argument.data.distribution != "values") return nullptr;
  const auto found = argument.data.parameters.find("values");
  if (found == argument.data.parameters.end()) return nullptr;
  return std::get_if<std::vector<data::Literal>>(&found->second);
}

bool IsFloat(tensor::DType dtype) {
  return dtype == tensor::DType::kFp32 || dtype == tensor::DType::kFp16 ||
         dtype == tensor::DType::kBf16;
}

// The pattern as a literal that is stored as just this pattern again.
std::optional<data::Literal> LiteralOf(tensor::DType dtype, uint64_t bits) {
  if (!IsFloat(dtype)) return std::nullopt;
  data::Literal literal;
  literal.value = tensor::Decode(tensor::FormatOf(dtype), static_cast<uint32_t>(bits));
  if (std::isnan(literal.value)) {
    literal.text = ".nan";
  } else if (std::isinf(literal.value)) {
    literal.text = literal.value < 0 ? "-.inf" : ".inf";
  } else {
    literal.text = fmt::format("{}", literal.value);
  }
  if (data::Quantise(literal, dtype).bits != bits) return std::nullopt;
  return literal;
}

data::DataSpec Listed(std::vector<data::Literal> literals) {
  data::DataSpec spec;
  spec.distribution = "values";
  spec.parameters["values"] = std::move(literals);
  return spec;
}

// The list without the elements whose place on `axis` (an index of `shape`) is below `skip`.
std::vector<data::Literal> WithoutFront(const std::vector<data::Literal>& all, const Dims& shape,
                                        size_t axis, int64_t skip) {
  int64_t inner = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i) inner *= shape[i];
  std::vector<data::Literal> kept;
  for (size_t i = 0; i < all.size(); ++i) {
    if (static_cast<int64_t>(i) / inner % shape[axis] >= skip) kept.push_back(all[i]);
  }
  return kept;
}

}  // namespace

size_t RankOf(const Case& one) {
  size_t rank = 0;
  for (const auto& [name, input] : one.inputs) {
    if (IsGiven(input)) rank = std::max(rank, input.layout.shape.size());
  }
  return rank;
}

int64_t ExtentOf(const Case& one, size_t axis) {
  int64_t extent = 0;
  for (const auto& [name, input] : one.inputs) {
    if (!IsGiven(input)) continue;
    if (const auto place = AxisIn(input.layout.shape, axis)) {
      extent = std::max(extent, input.layout.shape[*place]);
    }
  }
  return extent;
}

Edited WithExtent(const Case& one, size_t axis, int64_t extent) {
  const int64_t full = ExtentOf(one, axis);
  if (extent < 1 || extent >= full) return std::nullopt;
  return Changed(one, [&](TensorArgument& argument) {
    const auto place = AxisIn(argument.layout.shape, axis);
    if (!place || argument.layout.shape[*place] != full) return;
    if (const auto* list = ListOf(argument)) {
      std::vector<data::Literal> kept;
      int64_t inner = 1;
      const Dims& shape = argument.layout.shape;
      for (size_t i = *place + 1; i < shape.size(); ++i) inner *= shape[i];
      for (size_t i = 0; i < list->size(); ++i) {
        if (static_cast<int64_t>(i) / inner % full < extent) kept.push_back((*list)[i]);
      }
      argument.data = Listed(std::move(kept));
    }
    SetExtent(argument.layout, *place, extent);
  });
}

Edited WithListedData(const Case& one, int64_t most) {
  const auto prepared = run::PrepareCase(one);
  if (!prepared.ok()) return std::nullopt;
  Case listed = one;
  if (listed.data_key.empty()) listed.data_key = listed.id;
  bool changed = false;
  for (auto& [name, input] : listed.inputs) {
    if (!IsGiven(input)) continue;
    const auto count = tensor::ElementCount(input.layout.shape);
    if (!count || *count < 1 || *count > most || !IsFloat(input.layout.dtype)) return std::nullopt;
    std::vector<data::Literal> literals;
    const tensor::HostTensor& made = prepared->inputs.at(name).tensor;
    for (const uint64_t bits : tensor::GatherBits(made.layout, made.storage)) {
      std::optional<data::Literal> literal = LiteralOf(input.layout.dtype, bits);
      if (!literal) return std::nullopt;
      literals.push_back(std::move(*literal));
    }
    data::DataSpec spec = Listed(std::move(literals));
    changed = changed || !(spec == input.data);
    input.data = std::move(spec);
  }
  return changed ? Edited(std::move(listed)) : std::nullopt;
}

Edited WithoutFront(const Case& one, size_t axis, int64_t skip) {
  const int64_t full = ExtentOf(one, axis);
  if (skip < 1 || skip >= full) return std::nullopt;
  for (const auto& [name, input] : one.inputs) {
    if (IsGiven(input) && ListOf(input) == nullptr) return std::nullopt;
  }
  return Changed(one, [&](TensorArgument& argument) {
    const auto place = AxisIn(argument.layout.shape, axis);
    if (!place || argument.layout.shape[*place] != full) return;
    if (const auto* list = ListOf(argument)) {
      argument.data = Listed(WithoutFront(*list, argument.layout.shape, *place, skip));
    }
    SetExtent(argument.layout, *place, full - skip);
  });
}

Edited WithoutLeadingAxis(const Case& one) {
  const size_t rank = RankOf(one);
  if (rank < 2 || ExtentOf(one, rank - 1) != 1) return std::nullopt;
  return Changed(one, [&](TensorArgument& argument) {
    TensorLayout& layout = argument.layout;
    if (layout.shape.size() != rank || layout.shape[0] != 1) return;
    const bool plain = IsPlain(layout);
    layout.shape.erase(layout.shape.begin());
    layout.strides.erase(layout.strides.begin());
    if (plain) layout = PlainLayout(layout, layout.shape);
  });
}

Edited Dense(const Case& one) {
  bool views = false;
  Case dense = Changed(one, [&](TensorArgument& argument) {
    views = views || !IsPlain(argument.layout);
    argument.layout = PlainLayout(argument.layout, argument.layout.shape);
  });
  return views ? Edited(std::move(dense)) : std::nullopt;
}

Edited WithoutTensor(const Case& one, const std::string& name) {
  const operators::Argument* argument = operators::FindArgument(*one.op, name);
  if (argument == nullptr || argument->kind != operators::ArgumentKind::kOptionalTensor ||
      !IsGiven(one.inputs.at(name))) {
    return std::nullopt;
  }
  Case changed = one;
  if (changed.data_key.empty()) changed.data_key = changed.id;
  changed.inputs[name] = {Presence::kAbsent, {}, {}};
  return changed;
}

Edited WithConstant(const Case& one, const std::string& name, int value) {
  const TensorArgument& argument = one.inputs.at(name);
  if (!IsGiven(argument) || argument.data.distribution == "constant") return std::nullopt;
  Case changed = one;
  if (changed.data_key.empty()) changed.data_key = changed.id;
  data::DataSpec spec;
  spec.distribution = "constant";
  spec.parameters["value"] = static_cast<double>(value);
  changed.inputs[name].data = std::move(spec);
  return changed;
}

Edited AtWorstElement(const Case& one, const record::CaseRecord& recorded) {
  if (recorded.worst.empty()) return std::nullopt;
  Case changed = Changed(
      one, [](TensorArgument& argument) { argument.layout = PlainLayout(argument.layout, {1}); });
  for (auto& [name, input] : changed.inputs) {
    if (!IsGiven(input)) continue;
    const auto found = recorded.worst.front().inputs.find(name);
    if (found == recorded.worst.front().inputs.end()) return std::nullopt;
    const std::string& text = found->second;  // "0x3F800000 (1)"
    uint64_t bits = 0;
    if (!text.starts_with("0x") ||
        std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16).ec != std::errc()) {
      return std::nullopt;
    }
    std::optional<data::Literal> literal = LiteralOf(input.layout.dtype, bits);
    if (!literal) return std::nullopt;
    input.data = Listed({std::move(*literal)});
  }
  return changed;
}

}  // namespace touchstone::repro
