#include "framework/tensor/dtype.h"

#include <array>
#include <cstddef>

namespace touchstone::tensor {
namespace {

// Codes are the values of aclDataType; acl_name is the DT_ spelling of CANN's error texts.
constexpr std::array<DTypeInfo, 15> kInfos = {{
    {DType::kFp32, "fp32", "DT_FLOAT", 0, 4, true},
    {DType::kFp16, "fp16", "DT_FLOAT16", 1, 2, true},
    {DType::kBf16, "bf16", "DT_BF16", 27, 2, true},
    {DType::kFp64, "fp64", "DT_DOUBLE", 11, 8, true},
    {DType::kInt8, "int8", "DT_INT8", 2, 1, false},
    {DType::kInt16, "int16", "DT_INT16", 6, 2, false},
    {DType::kInt32, "int32", "DT_INT32", 3, 4, false},
    {DType::kInt64, "int64", "DT_INT64", 9, 8, false},
    {DType::kUint8, "uint8", "DT_UINT8", 4, 1, false},
    {DType::kUint16, "uint16", "DT_UINT16", 7, 2, false},
    {DType::kUint32, "uint32", "DT_UINT32", 8, 4, false},
    {DType::kUint64, "uint64", "DT_UINT64", 10, 8, false},
    {DType::kBool, "bool", "DT_BOOL", 12, 1, false},
    {DType::kComplex64, "complex64", "DT_COMPLEX64", 16, 8, false},
    {DType::kComplex128, "complex128", "DT_COMPLEX128", 17, 16, false},
}};

struct Alias {
  std::string_view name;
  DType dtype;
};

// Long spellings, and the C-like ones that ATK case files use beside the short ones.
constexpr Alias kAliases[] = {
    {"float32", DType::kFp32},    {"float", DType::kFp32},      {"float16", DType::kFp16},
    {"half", DType::kFp16},       {"bfloat16", DType::kBf16},   {"float64", DType::kFp64},
    {"double", DType::kFp64},     {"int8_t", DType::kInt8},     {"int16_t", DType::kInt16},
    {"int32_t", DType::kInt32},   {"int64_t", DType::kInt64},   {"uint8_t", DType::kUint8},
    {"uint16_t", DType::kUint16}, {"uint32_t", DType::kUint32}, {"uint64_t", DType::kUint64},
};

}  // namespace

const DTypeInfo& Info(DType dtype) { return kInfos.at(static_cast<size_t>(dtype)); }

Result<DType> ParseDType(std::string_view name) {
  for (const DTypeInfo& info : kInfos) {
    if (name == info.name) return info.dtype;
  }
  for (const Alias& alias : kAliases) {
    if (name == alias.name) return alias.dtype;
  }
  return InputError("unknown dtype '" + std::string(name) + "'" + Suggestion(name, DTypeNames()));
}

std::vector<std::string> DTypeNames() {
  std::vector<std::string> names;
  for (const DTypeInfo& info : kInfos) names.emplace_back(info.name);
  for (const Alias& alias : kAliases) names.emplace_back(alias.name);
  return names;
}

std::span<const DTypeInfo> AllDTypes() { return kInfos; }

}  // namespace touchstone::tensor
