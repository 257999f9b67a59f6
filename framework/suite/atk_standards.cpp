#include "framework/suite/atk_standards.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace touchstone::suite {
namespace {

// The suffix that ATK puts behind "<dtype>_", and the number of a registered standard that it
// overrides: of the one its own standard is mapped to, or of `beside`, which is then asked for too.
struct Parameter {
  std::string_view suffix;
  std::string_view number;
  std::string_view beside = "";
};

// How one ATK standard is expressed.
struct Mapping {
  std::string_view atk;
  std::string_view standard;
  bool per_dtype;
  std::vector<Parameter> parameters;
};

// ATK's older comparer also knew an error balance; its limits are those of the legacy tables. No
// published version of single_bm judges by it, so it is only reported.
constexpr Parameter kErrorBalance = {"eb", "max_error_balance", "error-balance"};

const std::vector<Mapping>& Mappings() {
  static const std::vector<Mapping> kMappings = {
      // ATK 26.5.14 judges every `type` of single_bm by the threshold table of eco-v1, and
      // `default` is another name for it. "_error" is the older spelling of "_thd".
      {"single_bm", "eco-v1", true, {{"thd", "threshold"}, {"error", "threshold"}, kErrorBalance}},
      {"default", "eco-v1", true, {{"thd", "threshold"}, {"error", "threshold"}, kErrorBalance}},
      // The built-in table of ATK 26.5.14 holds eco-v2's numbers in decimal.
      {"mixed_tolerance_bm",
       "eco-v2",
       true,
       {{"rtol", "rtol"},
        {"atol", "atol"},
        {"required_matched_ratio", "required_matched_ratio"},
        {"max_abs_error_limit", "max_abs_error_limit"},
        {"max_ulp_multiple", "max_ulp_multiple"}}},
      {"equal", "bitwise", true, {}},
      // ATK's dual comparer keeps the benchmark's error above a floor; its ratios are those of L0.
      {"cv_fused_double_benchmark",
       "commercial-L0-floor",
       false,
       {{"max_re_ratio", "mare_ratio"},
        {"avg_re_ratio", "mere_ratio"},
        {"root_mean_squared_ratio", "rmse_ratio"}}},
  };
  return kMappings;
}

const Mapping* FindMapping(std::string_view atk) {
  for (const Mapping& mapping : Mappings()) {
    if (mapping.atk == atk) return &mapping;
  }
  return nullptr;
}

// What ATK's parameter overrides, and the dtype it is for.
struct ParameterName {
  const Parameter* parameter;
  std::optional<tensor::DType> dtype;  // nothing: all
};

std::optional<ParameterName> SplitParameter(const Mapping& mapping, std::string_view name) {
  for (const Parameter& parameter : mapping.parameters) {
    const std::string_view suffix = parameter.suffix;
    if (!mapping.per_dtype && name == suffix) return ParameterName{&parameter, std::nullopt};
    if (!mapping.per_dtype || name.size() <= suffix.size() + 1 || !name.ends_with(suffix)) continue;
    const std::string_view prefix = name.substr(0, name.size() - suffix.size());
    if (!prefix.ends_with('_')) continue;
    const auto dtype = tensor::ParseDType(prefix.substr(0, prefix.size() - 1));
    if (dtype.ok()) return ParameterName{&parameter, *dtype};
  }
  return std::nullopt;
}

std::vector<std::string> ParameterNames(const Mapping& mapping) {
  std::vector<std::string> names;
  for (const Parameter& parameter : mapping.parameters) {
    if (!mapping.per_dtype) names.emplace_back(parameter.suffix);
    for (const char* const dtype : {"fp16", "bf16", "fp32"}) {
      if (mapping.per_dtype) names.push_back(fmt::format("{}_{}", dtype, parameter.suffix));
    }
  }
  return names;
}

}  // namespace

std::vector<judge::StandardRequest> MapAtkStandards(const AtkCase& atk, tensor::DType dtype,
                                                    Problems& problems) {
  std::vector<judge::StandardRequest> requests;
  for (const AtkStandard& standard : atk.standards) {
    const Mapping* mapping = FindMapping(standard.name);
    if (mapping == nullptr) {
      std::vector<std::string> known;
      for (const Mapping& one : Mappings()) known.emplace_back(one.atk);
      problems.Add(*standard.node, fmt::format("unknown ATK standard '{}'{}", standard.name,
                                               Suggestion(standard.name, known)));
      continue;
    }
    judge::StandardRequest request;
    request.name = mapping->standard;
    request.provenance = fmt::format("atk {} (inferred)", standard.name);
    request.where = problems.source().Locate(standard.node->offset);
    std::vector<judge::StandardRequest> beside;
    for (const auto& [name, value] : standard.parameters) {
      const auto parameter = SplitParameter(*mapping, name);
      if (!parameter) {
        problems.Add(*standard.node,
                     fmt::format("parameter '{}' of ATK's {} has no counterpart in {}{}", name,
                                 standard.name, mapping->standard,
                                 Suggestion(name, ParameterNames(*mapping))));
        continue;
      }
      if (parameter->dtype.value_or(dtype) != dtype) continue;
      const auto& [suffix, number, other] = *parameter->parameter;
      if (!other.empty()) {
        beside.push_back({std::string(other), {}, request.provenance, request.where});
      }
      (other.empty() ? request : beside.back()).overrides[std::string(number)] = value;
    }
    beside.insert(beside.begin(), std::move(request));
    for (judge::StandardRequest& one : beside) {
      problems.Adopt(judge::Validate(one), *standard.node, "standard.acc");
      requests.push_back(std::move(one));
    }
  }
  if (atk.standards.empty()) return judge::DefaultStandards();
  return requests;
}

}  // namespace touchstone::suite
