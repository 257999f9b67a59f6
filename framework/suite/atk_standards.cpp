#include "framework/suite/atk_standards.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace touchstone::suite {
namespace {

// How one ATK standard is expressed. `parameters`: the suffix that ATK puts behind "<dtype>_", and
// the number of the registered standard that it overrides.
struct Mapping {
  std::string_view atk;
  std::string_view standard;
  bool per_dtype;
  std::vector<std::pair<std::string_view, std::string_view>> parameters;
};

const std::vector<Mapping>& Mappings() {
  static const std::vector<Mapping> kMappings = {
      // ATK 26.5.14 judges every `type` of single_bm by the threshold table of eco-v1, and
      // `default`
      // is another name for it. "_error" is the older spelling of "_thd".
      {"single_bm", "eco-v1", true, {{"thd", "threshold"}, {"error", "threshold"}}},
      {"default", "eco-v1", true, {{"thd", "threshold"}, {"error", "threshold"}}},
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

// The number that ATK's parameter overrides, and the dtype it is for.
struct ParameterName {
  std::string_view number;
  std::optional<tensor::DType> dtype;  // nothing: all
};
std::optional<ParameterName> SplitParameter(const Mapping& mapping, std::string_view name) {
  for (const auto& [suffix, number] : mapping.parameters) {
    if (!mapping.per_dtype && name == suffix) return ParameterName{number, std::nullopt};
    if (!mapping.per_dtype || name.size() <= suffix.size() + 1 || !name.ends_with(suffix)) continue;
    const std::string_view prefix = name.substr(0, name.size() - suffix.size());
    if (!prefix.ends_with('_')) continue;
    const auto dtype = tensor::ParseDType(prefix.substr(0, prefix.size() - 1));
    if (dtype.ok()) return ParameterName{number, *dtype};
  }
  return std::nullopt;
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
    for (const auto& [name, value] : standard.parameters) {
      const auto parameter = SplitParameter(*mapping, name);
      if (!parameter) {
        problems.Add(*standard.node, fmt::format("parameter '{}' of ATK's {} has no counterpart in "
                                                 "{}",
                                                 name, standard.name, mapping->standard));
      } else if (parameter->dtype.value_or(dtype) == dtype) {
        request.overrides[std::string(parameter->number)] = value;
      }
    }
    problems.Adopt(judge::Validate(request), *standard.node, "standard.acc");
    requests.push_back(std::move(request));
  }
  if (atk.standards.empty()) return judge::DefaultStandards();
  return requests;
}

}  // namespace touchstone::suite
