// Element types: names, sizes and the code numbers that the ACL interface gives them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::tensor {

/// Element types that a suite can name. The first three are the ones a float operator computes in.
enum class DType : uint8_t {
  kFp32,
  kFp16,
  kBf16,
  kFp64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kBool,
  kComplex64,
  kComplex128,
};

/// What is known about one element type.
struct DTypeInfo {
  DType dtype;
  std::string_view name;      ///< as suites and reports write it: "fp16", "bf16", "int32", ...
  std::string_view acl_name;  ///< as CANN's error texts write it: "DT_FLOAT16", "DT_BF16", ...
  int acl_code;  ///< value of aclDataType, checked against the header in framework/device
  int size_bytes;
  bool is_float;  ///< fp32, fp16, bf16 or fp64
};

/// Every row, in the order of the enumeration.
std::span<const DTypeInfo> AllDTypes();

/// The row of `dtype`. Never fails: the table covers the enumeration.
const DTypeInfo& Info(DType dtype);

inline int SizeBytes(DType dtype) { return Info(dtype).size_bytes; }
inline std::string_view Name(DType dtype) { return Info(dtype).name; }
/// 64-bit entries that carry one element as bit patterns: 2 for complex128 (real, then imaginary
/// part), 1 for every other type.
inline int WordsPerElement(DType dtype) { return SizeBytes(dtype) > 8 ? 2 : 1; }

/// The type called `name`, also under its ATK and long spellings ("float32", "half", ...).
/// Error: unknown name, with the nearest valid one.
Result<DType> ParseDType(std::string_view name);

/// All names that ParseDType takes, preferred ones first.
std::vector<std::string> DTypeNames();

}  // namespace touchstone::tensor
