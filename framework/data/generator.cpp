#include "framework/data/generator.h"

#include <fmt/format.h>

#include "framework/data/complex_generator.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"

namespace touchstone::data {

const std::vector<DistributionInfo>& AllDistributions() {
  static const std::vector<DistributionInfo> kDistributions = {
      UniformDistribution(),  NormalDistribution(),     LogUniformDistribution(),
      ConstantDistribution(), BitsDistribution(),       ExhaustiveDistribution(),
      SpecialsDistribution(), OutliersDistribution(),   ValuesDistribution(),
      FileDistribution(),     HardLabelsDistribution(), SoftLabelsDistribution(),
  };
  return kDistributions;
}

Result<const DistributionInfo*> FindDistribution(std::string_view name) {
  std::vector<std::string> names;
  for (const DistributionInfo& info : AllDistributions()) {
    if (info.name == name) return &info;
    names.push_back(info.name);
  }
  return InputError(fmt::format("unknown data '{}'{}", name, Suggestion(name, names)));
}

Errors Validate(const DataSpec& spec, tensor::DType dtype) {
  const Result<const DistributionInfo*> found = FindDistribution(spec.distribution);
  if (!found) {
    Error error = found.error();
    error.where = spec.where;
    return {error};
  }
  const DistributionInfo& info = **found;
  Errors errors = CheckParameters(info, spec);
  if (!errors.empty()) return errors;
  if (IsComplex(dtype) && info.complex_rule == ComplexRule::kRefused) {
    return {SpecError(spec, fmt::format("cannot fill a tensor of {}", tensor::Name(dtype)))};
  }
  return info.validate(spec, PartType(dtype));
}

Errors Notes(const DataSpec& spec, tensor::DType dtype) {
  if (!Validate(spec, dtype).empty()) return {};
  const DistributionInfo& info = **FindDistribution(spec.distribution);
  return info.notes == nullptr ? Errors{} : info.notes(spec, PartType(dtype));
}

Status Bind(DataSpec& spec, const std::string& folder) {
  const Result<const DistributionInfo*> found = FindDistribution(spec.distribution);
  if (!found) return found.errors();
  if ((*found)->bind == nullptr) return Done{};
  Errors errors = CheckParameters(**found, spec);
  if (!errors.empty()) return errors;
  return (*found)->bind(spec, folder);
}

bool IsExternal(const DataSpec& spec) {
  const Result<const DistributionInfo*> found = FindDistribution(spec.distribution);
  return found.ok() && (*found)->bind != nullptr;
}

Result<std::unique_ptr<Generator>> MakeGenerator(const DataSpec& spec, tensor::DType dtype,
                                                 const StreamKey& key, uint64_t element_count) {
  Errors errors = Validate(spec, dtype);
  if (!errors.empty()) return errors;
  const DistributionInfo& info = **FindDistribution(spec.distribution);
  if (!IsComplex(dtype)) return info.make(spec, dtype, key, element_count);
  return MakeComplex(info, spec, dtype, key, element_count);
}

}  // namespace touchstone::data
