#include "framework/data/parameters.h"

#include <fmt/format.h>

#include <cmath>

namespace touchstone::data {
namespace {

using Kind = ParameterInfo::Kind;

const Parameter* Find(const DataSpec& spec, std::string_view name) {
  const auto found = spec.parameters.find(std::string(name));
  return found == spec.parameters.end() ? nullptr : &found->second;
}

bool HasKind(const Parameter& parameter, Kind kind) {
  const auto* list = std::get_if<std::vector<Literal>>(&parameter);
  switch (kind) {
    case Kind::kNumber:
      return std::holds_alternative<double>(parameter) || (list != nullptr && list->size() == 1);
    case Kind::kFlag:
      return std::holds_alternative<bool>(parameter);
    case Kind::kWord:
      return std::holds_alternative<std::string>(parameter);
    case Kind::kNumberList:
      return std::holds_alternative<double>(parameter) || list != nullptr;
  }
  return false;
}

std::string_view KindText(Kind kind) {
  switch (kind) {
    case Kind::kNumber:
      return "a number";
    case Kind::kFlag:
      return "true or false";
    case Kind::kWord:
      return "a word";
    case Kind::kNumberList:
      return "a list of numbers";
  }
  return "";
}

}  // namespace

Errors CheckParameters(const DistributionInfo& info, const DataSpec& spec) {
  Errors errors;
  std::vector<std::string> names;
  for (const ParameterInfo& parameter : info.parameters) {
    names.push_back(parameter.name);
    const Parameter* given = Find(spec, parameter.name);
    if (given == nullptr) {
      if (parameter.required) {
        errors.push_back(SpecError(
            spec, fmt::format("'{}' is missing ({})", parameter.name, parameter.meaning)));
      }
    } else if (!HasKind(*given, parameter.kind)) {
      errors.push_back(SpecError(
          spec, fmt::format("'{}' must be {}", parameter.name, KindText(parameter.kind))));
    }
  }
  for (const auto& [name, parameter] : spec.parameters) {
    bool known = false;
    for (const std::string& candidate : names) known = known || candidate == name;
    if (known) continue;
    std::string message = fmt::format("unknown parameter '{}'", name);
    message += names.empty() ? "; it takes none" : Suggestion(name, names);
    errors.push_back(SpecError(spec, message));
  }
  return errors;
}

std::optional<double> FindNumber(const DataSpec& spec, std::string_view name) {
  const Parameter* parameter = Find(spec, name);
  if (parameter == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<double>(parameter)) return *number;
  return std::get<std::vector<Literal>>(*parameter).front().value;
}

double Number(const DataSpec& spec, std::string_view name, double fallback) {
  return FindNumber(spec, name).value_or(fallback);
}

bool Flag(const DataSpec& spec, std::string_view name) {
  const Parameter* parameter = Find(spec, name);
  return parameter != nullptr && std::get<bool>(*parameter);
}

std::string Word(const DataSpec& spec, std::string_view name, std::string_view fallback) {
  const Parameter* parameter = Find(spec, name);
  return parameter == nullptr ? std::string(fallback) : std::get<std::string>(*parameter);
}

std::vector<Literal> Literals(const DataSpec& spec, std::string_view name) {
  const Parameter* parameter = Find(spec, name);
  if (parameter == nullptr) return {};
  if (const auto* number = std::get_if<double>(parameter))
    return {Literal{*number, "", spec.where}};
  return std::get<std::vector<Literal>>(*parameter);
}

Error SpecError(const DataSpec& spec, const std::string& message) {
  return InputError(fmt::format("data '{}': {}", spec.distribution, message), spec.where);
}

std::string NumberText(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
  return fmt::format("{}", value);
}

void CheckProbability(const DataSpec& spec, std::string_view name, Errors& errors) {
  const std::optional<double> value = FindNumber(spec, name);
  if (value && !(*value >= 0 && *value <= 1)) {
    errors.push_back(
        SpecError(spec, fmt::format("'{}' must lie in [0, 1], not {}", name, NumberText(*value))));
  }
}

}  // namespace touchstone::data
