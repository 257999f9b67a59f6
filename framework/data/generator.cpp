#include "framework/data/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "framework/data/complex_generator.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"

namespace touchstone::data {
namespace {

template <typename Stored>
void Narrow(std::span<const uint64_t> bits, std::byte* storage) {
  for (size_t i = 0; i < bits.size(); ++i) {
    const auto pattern = static_cast<Stored>(bits[i]);
    std::memcpy(storage + i * sizeof pattern, &pattern, sizeof pattern);
  }
}

}  // namespace

void Generator::Store(tensor::DType dtype, uint64_t first, std::span<std::byte> storage) const {
  constexpr size_t kElements = 512;
  std::array<uint64_t, 2 * kElements> words;
  const auto size = static_cast<size_t>(tensor::SizeBytes(dtype));
  const auto words_per_element = static_cast<size_t>(tensor::WordsPerElement(dtype));
  while (!storage.empty()) {
    const size_t count = std::min(kElements, storage.size() / size);
    const auto bits = std::span(words).first(count * words_per_element);
    Fill(first, bits);
    switch (size) {
      case 1:
        Narrow<uint8_t>(bits, storage.data());
        break;
      case 2:
        Narrow<uint16_t>(bits, storage.data());
        break;
      case 4:
        Narrow<uint32_t>(bits, storage.data());
        break;
      default:
        Narrow<uint64_t>(bits, storage.data());
        break;
    }
    first += count;
    storage = storage.subspan(count * size);
  }
}

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
