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

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

double MaximumOf(const StandardDefinition& standard, const std::string& key) {
  for (const RuleParameter& parameter : standard.rule->parameters()) {
    if (key == parameter.name || key.ends_with("_" + parameter.name)) return parameter.maximum;
  }
  return 0;
}

bool IsSwitch(const StandardDefinition& standard, const std::string& key) {
  for (const RuleParameter& parameter : standard.rule->parameters()) {
    if (key == parameter.name || key.ends_with("_" + parameter.name)) return parameter.is_switch;
  }
  return false;
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

const StandardDefinition* DefinitionOf(const StandardRequest& request) {
  return request.definition != nullptr ? request.definition.get() : FindStandard(request.name);
}

bool StandardRequest::operator==(const StandardRequest& other) const {
  const auto text = [](const StandardRequest& request) {
    return request.definition == nullptr ? std::string() : StandardText(*request.definition);
  };
  return name == other.name && overrides == other.overrides && provenance == other.provenance &&
         text(*this) == text(other);
}

Result<std::vector<std::shared_ptr<const StandardDefinition>>> ParseOwnStandards(
    std::string_view text, const std::string& file, int first_line) {
  Result<std::vector<StandardDefinition>> parsed = ParseStandards(text, file);
  Errors errors;
  std::vector<std::shared_ptr<const StandardDefinition>> own;
  if (!parsed.ok()) {
    errors = parsed.errors();
    for (Error& error : errors) {
      if (error.where.line > 0) error.where.line += first_line - 1;
    }
    return errors;
  }
  const SourceLocation where{file, first_line, 0};
  if (parsed->empty()) errors.push_back(InputError("no standard is defined", where));
  for (StandardDefinition& standard : *parsed) {
    const auto same = [&](const auto& other) { return other->name == standard.name; };
    if (FindStandard(standard.name) != nullptr) {
      errors.push_back(InputError(
          fmt::format("standard '{}' is shipped: give yours another name, or override its numbers "
                      "where it is asked for",
                      standard.name),
          where));
    } else if (std::any_of(own.begin(), own.end(), same)) {
      errors.push_back(
          InputError(fmt::format("standard '{}' is given twice", standard.name), where));
    }
    own.push_back(std::make_shared<const StandardDefinition>(std::move(standard)));
  }
  if (!errors.empty()) return errors;
  return own;
}

std::string_view NameOf(const StandardDefinition& definition) { return definition.name; }

std::string StandardText(const StandardDefinition& standard) {
  std::string numbers;
  for (const auto& [dtype, values] : standard.numbers) {
    std::string list;
    for (const auto& [name, value] : values) {
      list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", name, value);
    }
    numbers += fmt::format("{}{}: {{{}}}", numbers.empty() ? "" : ", ", tensor::Name(dtype), list);
  }
  return fmt::format(
      "{{name: {}, version: {}, citation: {}, summary: {}, rule: {}, golden: {}, gating: {}, "
      "numbers: {{{}}}}}",
      Quoted(standard.name), Quoted(standard.version), Quoted(standard.citation),
      Quoted(standard.summary), standard.rule->name(),
      standard.golden == Golden::kExact ? "exact" : "rounded", standard.gating, numbers);
}

std::optional<int> DeterminismRuns(std::string_view preset) {
  static constexpr std::pair<std::string_view, int> kRuns[] = {
      {"commercial-L0", 50}, {"commercial-L1", 50}, {"commercial-L2", 1000}};
  for (const auto& [name, runs] : kRuns) {
    if (name == preset) return runs;
  }
  return std::nullopt;
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
  const StandardDefinition* const standard = DefinitionOf(request);
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
    } else if (IsSwitch(*standard, key) && value != 0 && value != 1) {
      errors.push_back(InputError(
          fmt::format("'{}' of standard '{}' is {}: it must be 0 or 1", key, request.name, value),
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
