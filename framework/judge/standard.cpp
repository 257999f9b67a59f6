#include "framework/judge/standard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "cases/standards/embedded_standards.h"
#include "framework/judge/standard_definition.h"

namespace touchstone::judge {
namespace {

constexpr tensor::DType kJudgedDTypes[] = {tensor::DType::kFp16, tensor::DType::kBf16,
                                           tensor::DType::kFp32};

// The texts are part of the program: a mistake in them is a mistake of the build.
std::vector<StandardDefinition> LoadShipped() {
  std::vector<StandardDefinition> standards;
  for (const EmbeddedText& file : EmbeddedStandards()) {
    Result<std::vector<StandardDefinition>> parsed =
        ParseStandards(file.text, std::string(file.file_name));
    if (!parsed.ok()) {
      for (const Error& error : parsed.errors()) {
        std::fprintf(stderr, "%s\n", error.ToString().c_str());
      }
      std::abort();
    }
    for (StandardDefinition& standard : *parsed) standards.push_back(std::move(standard));
  }
  return standards;
}

double MaximumOf(const StandardDefinition& standard, const std::string& key) {
  for (const RuleParameter& parameter : standard.rule->parameters()) {
    if (key == parameter.name || key.ends_with("_" + parameter.name)) return parameter.maximum;
  }
  return 0;
}

std::vector<std::string> StandardNames() {
  std::vector<std::string> names;
  for (const StandardDefinition& standard : ShippedStandards()) names.push_back(standard.name);
  return names;
}

}  // namespace

const std::vector<StandardDefinition>& ShippedStandards() {
  static const std::vector<StandardDefinition> standards = LoadShipped();
  return standards;
}

const StandardDefinition* FindStandard(std::string_view name) {
  for (const StandardDefinition& standard : ShippedStandards()) {
    if (standard.name == name) return &standard;
  }
  return nullptr;
}

bool ResolveNumbers(const StandardDefinition& standard, tensor::DType dtype,
                    const std::map<std::string, double>& overrides, Numbers& numbers) {
  const auto own = standard.numbers.find(dtype);
  if (own == standard.numbers.end()) return false;
  numbers = own->second;
  for (auto& [name, value] : numbers) {
    const auto general = overrides.find(name);
    if (general != overrides.end()) value = general->second;
    const auto specific = overrides.find(fmt::format("{}_{}", tensor::Name(dtype), name));
    if (specific != overrides.end()) value = specific->second;
  }
  return true;
}

std::vector<std::string> OverrideNames(const StandardDefinition& standard) {
  std::vector<std::string> names;
  for (const RuleParameter& parameter : standard.rule->parameters()) {
    names.push_back(parameter.name);
    for (const tensor::DType dtype : kJudgedDTypes) {
      names.push_back(fmt::format("{}_{}", tensor::Name(dtype), parameter.name));
    }
  }
  return names;
}

const std::vector<StandardInfo>& AllStandards() {
  static const std::vector<StandardInfo> infos = [] {
    std::vector<StandardInfo> all;
    for (const StandardDefinition& standard : ShippedStandards()) {
      StandardInfo info{standard.name,
                        standard.version,
                        standard.citation,
                        standard.summary,
                        OverrideNames(standard),
                        {},
                        "",
                        standard.gating};
      info.golden = standard.golden == Golden::kExact ? "exact" : "rounded";
      for (const auto& [dtype, numbers] : standard.numbers) {
        info.numbers[std::string(tensor::Name(dtype))] = numbers;
      }
      all.push_back(std::move(info));
    }
    return all;
  }();
  return infos;
}

Errors Validate(const StandardRequest& request) {
  const StandardDefinition* const standard = FindStandard(request.name);
  if (standard == nullptr) {
    return {InputError(fmt::format("unknown standard '{}'{}", request.name,
                                   Suggestion(request.name, StandardNames())),
                       request.where)};
  }
  Errors errors;
  const std::vector<std::string> names = OverrideNames(*standard);
  for (const auto& [key, value] : request.overrides) {
    if (names.empty()) {
      errors.push_back(InputError(
          fmt::format("unknown parameter '{}': standard '{}' has none", key, request.name),
          request.where));
    } else if (std::find(names.begin(), names.end(), key) == names.end()) {
      errors.push_back(InputError(fmt::format("unknown parameter '{}' of standard '{}'{}", key,
                                              request.name, Suggestion(key, names)),
                                  request.where));
    } else if (!std::isfinite(value) || value < 0) {
      errors.push_back(InputError(fmt::format("'{}' of standard '{}' is {}: a tolerance must be "
                                              "finite and not negative",
                                              key, request.name, value),
                                  request.where));
    } else if (value > MaximumOf(*standard, key)) {
      errors.push_back(InputError(fmt::format("'{}' of standard '{}' is {}: at most {} is possible",
                                              key, request.name, value, MaximumOf(*standard, key)),
                                  request.where));
    }
  }
  return errors;
}

std::vector<StandardRequest> DefaultStandards() {
  // The current ecosystem standard; rounding-bound comes beside every standard as advisory.
  return {StandardRequest{"eco-v3", {}, "default", {}}};
}

}  // namespace touchstone::judge
