#include "framework/suite/data_fields.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "framework/data/generator.h"
#include "framework/suite/scalar.h"

namespace touchstone::suite {
namespace {

using data::DataSpec;
using data::DistributionInfo;
using data::ParameterInfo;

std::vector<std::string> ParameterNames(const DistributionInfo& distribution) {
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : distribution.parameters) names.push_back(parameter.name);
  return names;
}

std::optional<std::vector<data::Literal>> ReadLiterals(ReadContext& context, const Node& list,
                                                       const std::string& path) {
  if (!list.is_list()) {
    WrongValue(context, list, path, "a list of numbers");
    return std::nullopt;
  }
  std::vector<data::Literal> literals;
  literals.reserve(list.items.size());
  for (size_t i = 0; i < list.items.size(); ++i) {
    data::Literal literal;
    const auto number =
        ReadNumber(context, *list.items[i], fmt::format("{}[{}]", path, i), &literal.text);
    if (!number) continue;
    literal.value = *number;
    literal.where = context.problems.source().Locate(list.items[i]->offset);
    literals.push_back(std::move(literal));
  }
  if (literals.size() != list.items.size()) return std::nullopt;
  return literals;
}

std::optional<data::Parameter> ReadParameter(ReadContext& context, const Node& node,
                                             const ParameterInfo& info, const std::string& path) {
  switch (info.kind) {
    case ParameterInfo::Kind::kNumber:
      if (const auto number = ReadNumber(context, node, path)) return *number;
      return std::nullopt;
    case ParameterInfo::Kind::kFlag:
      if (const auto flag = ReadFlag(context, node, path)) return *flag;
      return std::nullopt;
    case ParameterInfo::Kind::kWord:
      if (auto word = ReadText(context, node, path)) return std::move(*word);
      return std::nullopt;
    case ParameterInfo::Kind::kNumberList: {
      const Node* list = ResolveNode(context, node);
      if (list == nullptr) return std::nullopt;
      if (auto literals = ReadLiterals(context, *list, path)) return std::move(*literals);
      return std::nullopt;
    }
  }
  return std::nullopt;
}

void ReadInto(ReadContext& context, const Node& node, const ParameterInfo& info,
              const std::string& path, DataSpec& spec) {
  if (auto value = ReadParameter(context, node, info, Join(path, info.name))) {
    spec.parameters.emplace(info.name, std::move(*value));
  }
}

void ReadPositional(ReadContext& context, const Node& list, const DistributionInfo& distribution,
                    const std::string& path, DataSpec& spec) {
  const auto& parameters = distribution.parameters;
  const bool whole_list_is_first = !parameters.empty() &&
                                   parameters[0].kind == ParameterInfo::Kind::kNumberList &&
                                   (list.items.empty() || !list.items[0]->is_list());
  if (whole_list_is_first) return ReadInto(context, list, parameters[0], path, spec);
  if (list.items.size() > parameters.size()) {
    context.problems.Add(
        *list.items[parameters.size()],
        parameters.empty()
            ? fmt::format("{} takes no parameters", path)
            : fmt::format("{} takes at most {} parameters ({})", path, parameters.size(),
                          fmt::join(ParameterNames(distribution), ", ")));
    return;
  }
  for (size_t i = 0; i < list.items.size(); ++i) {
    ReadInto(context, *list.items[i], parameters[i], path, spec);
  }
}

void ReadNamed(ReadContext& context, const Node& map, const DistributionInfo& distribution,
               const std::string& path, DataSpec& spec) {
  CheckKeys(context.problems, map, path, ParameterNames(distribution));
  for (const ParameterInfo& info : distribution.parameters) {
    if (const Node* value = map.Find(info.name)) ReadInto(context, *value, info, path, spec);
  }
}

void ReadParameters(ReadContext& context, const Node& node, const DistributionInfo& distribution,
                    const std::string& path, DataSpec& spec) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return;
  if (value->is_map()) return ReadNamed(context, *value, distribution, path, spec);
  if (value->is_list()) return ReadPositional(context, *value, distribution, path, spec);
  if (value->is_null()) {
    WrongValue(context, *value, path, "a value, a list or a map of parameters");
  } else if (distribution.parameters.empty()) {
    context.problems.Add(*value, fmt::format("{} takes no parameters", path));
  } else {
    ReadInto(context, *value, distribution.parameters[0], path, spec);
  }
}

const DistributionInfo* Find(ReadContext& context, const Node& at, const std::string& name,
                             const std::string& path) {
  const auto found = data::FindDistribution(name);
  if (found.ok()) return *found;
  context.problems.Adopt(found.errors(), at, path);
  return nullptr;
}

// Errors about a file, as errors about the place in the suite that names it.
Errors AtTheSpec(Errors errors) {
  for (Error& error : errors) {
    if (!error.where.file.empty()) {
      error.message = fmt::format("{}: {}", error.where.file, error.message);
    }
    error.where = {};
  }
  return errors;
}

}  // namespace

DataSpec DefaultData() {
  DataSpec spec;
  spec.distribution = "uniform";
  spec.parameters = {{"low", -1.0}, {"high", 1.0}};
  return spec;
}

std::optional<DataSpec> ReadData(ReadContext& context, const Node& node, const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  DataSpec spec;
  spec.where = context.problems.source().Locate(value->offset);
  const size_t before = context.problems.count();
  const bool is_number = value->is_scalar() && !value->quoted && ParseNumber(value->text).ok();
  if (is_number || value->is_list()) {
    spec.distribution = is_number ? "constant" : "values";
    const auto* distribution = Find(context, *value, spec.distribution, path);
    if (distribution != nullptr) {
      ReadParameters(context, *value, *distribution, Join(path, spec.distribution), spec);
    }
  } else if (value->is_scalar()) {
    const auto name = ReadText(context, *value, path);
    if (name && Find(context, *value, *name, path) != nullptr) spec.distribution = *name;
  } else if (value->is_map() && value->entries.size() == 1) {
    const Entry& entry = value->entries[0];
    Node key;
    key.offset = entry.key_offset;
    spec.distribution = entry.key;
    if (const auto* distribution = Find(context, key, entry.key, path)) {
      ReadParameters(context, *entry.value, *distribution, Join(path, entry.key), spec);
    }
  } else {
    WrongValue(context, *value, path, "one distribution with its parameters");
  }
  if (context.problems.count() != before) return std::nullopt;
  // In a resolved case paths are relative to the working directory and digests are stated.
  if (!context.resolved) {
    const auto folder = std::filesystem::path(spec.where.file).parent_path().string();
    if (const Status bound = data::Bind(spec, folder); !bound) {
      context.problems.Adopt(AtTheSpec(bound.errors()), *value, path);
      return std::nullopt;
    }
  }
  return spec;
}

void CheckElements(ReadContext& context, const DataSpec& spec, const tensor::TensorLayout& layout,
                   const Node& at, const std::string& path) {
  if (context.resolved || !data::IsExternal(spec)) return;
  const auto count = tensor::ElementCount(layout.shape);
  if (!count || !data::Validate(spec, layout.dtype).empty()) return;  // reported elsewhere
  const auto made = data::MakeGenerator(spec, layout.dtype, {}, static_cast<uint64_t>(*count));
  if (!made) context.problems.Adopt(AtTheSpec(made.errors()), at, path);
}

void CheckData(ReadContext& context, const DataSpec& spec, tensor::DType dtype, const Node& at,
               const std::string& path) {
  const Errors errors = data::Validate(spec, dtype);
  context.problems.Adopt(errors, at, path);
}

void WarnOfData(ReadContext& context, const DataSpec& spec, tensor::DType dtype, const Node& at,
                const std::string& path) {
  for (const Error& note : data::Notes(spec, dtype)) {
    context.problems.Warn(at.offset, path + ": " + note.message);
  }
}

}  // namespace touchstone::suite
