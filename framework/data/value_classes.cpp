#include "framework/data/value_classes.h"

#include <cmath>
#include <map>

#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using Words = std::set<std::string>;

// The magnitude below which a number of this type is subnormal; 0 for types without such numbers.
double SmallestNormal(tensor::DType dtype) {
  switch (dtype) {
    case tensor::DType::kFp16:
      return 0x1p-14;
    case tensor::DType::kBf16:
    case tensor::DType::kFp32:
      return 0x1p-126;
    case tensor::DType::kFp64:
      return 0x1p-1022;
    default:
      return 0;
  }
}

std::string ClassOf(double value, tensor::DType dtype) {
  const bool has_pattern =
      dtype != tensor::DType::kComplex64 && dtype != tensor::DType::kComplex128;
  if (has_pattern) value = tensor::DecodeValue(dtype, tensor::EncodeValue(dtype, value));
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return "infinity";
  if (value == 0) return "zero";
  return std::fabs(value) < SmallestNormal(dtype) ? "subnormal" : "normal";
}

Words Listed(const DataSpec& spec, tensor::DType dtype) {
  Words words;
  for (const auto& [name, parameter] : spec.parameters) {
    if (const auto* number = std::get_if<double>(&parameter)) words.insert(ClassOf(*number, dtype));
    if (const auto* list = std::get_if<std::vector<Literal>>(&parameter)) {
      for (const Literal& one : *list) words.insert(ClassOf(one.value, dtype));
    }
  }
  return words;
}

Words Patterns(const DataSpec& spec, tensor::DType) {
  const auto found = spec.parameters.find("finite_only");
  const bool* finite = found == spec.parameters.end() ? nullptr : std::get_if<bool>(&found->second);
  if (finite != nullptr && *finite) return {"normal", "zero", "subnormal"};
  return Words(ValueClasses().begin(), ValueClasses().end());
}

Words Unknown(const DataSpec&, tensor::DType) { return {"from a file"}; }

}  // namespace

const std::vector<std::string>& ValueClasses() {
  static const std::vector<std::string> kClasses = {"normal", "zero", "subnormal", "infinity",
                                                    "NaN"};
  return kClasses;
}

Words ValueClassesOf(const DataSpec& spec, tensor::DType dtype) {
  static const std::map<std::string, Words (*)(const DataSpec&, tensor::DType)> kSpecial = {
      {"values", Listed},       {"constant", Listed},   {"bits", Patterns},
      {"exhaustive", Patterns}, {"specials", Patterns}, {"file", Unknown}};
  const auto found = kSpecial.find(spec.distribution);
  return found == kSpecial.end() ? Words{"normal"} : found->second(spec, dtype);
}

}  // namespace touchstone::data
