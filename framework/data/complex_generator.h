// Complex elements from a distribution of real numbers.
#pragma once

#include "framework/data/generator.h"

namespace touchstone::data {

inline bool IsComplex(tensor::DType dtype) {
  return dtype == tensor::DType::kComplex64 || dtype == tensor::DType::kComplex128;
}

/// The type of a complex type's parts; any other type itself.
inline tensor::DType PartType(tensor::DType dtype) {
  if (dtype == tensor::DType::kComplex64) return tensor::DType::kFp32;
  if (dtype == tensor::DType::kComplex128) return tensor::DType::kFp64;
  return dtype;
}

/// A generator of complex elements by the distribution's complex rule, which must not be kRefused.
Result<std::unique_ptr<Generator>> MakeComplex(const DistributionInfo& info, const DataSpec& spec,
                                               tensor::DType dtype, const StreamKey& key,
                                               uint64_t element_count);

}  // namespace touchstone::data
