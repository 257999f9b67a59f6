// Real values to and from the bit patterns of any element type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "framework/tensor/dtype.h"

namespace touchstone::tensor {

/// `value` rounded once to `dtype`. Floats: nearest, ties to even, overflow to infinity, NaN to the
/// canonical quiet NaN. Integers: nearest, ties to even, held at the type's ends, NaN gives 0.
/// bool: 0 for zero, else 1. Complex types are pairs of fp32 or fp64 and have no pattern of their
/// own: asking for one aborts.
uint64_t EncodeValue(DType dtype, double value);

/// EncodeValue for a run of values; `bits` must be as long as `values`.
void EncodeValues(DType dtype, std::span<const double> values, std::span<uint64_t> bits);

/// EncodeValue for a run of values as they lie in a dense storage: SizeBytes(dtype) bytes each.
void StoreValues(DType dtype, std::span<const double> values, std::byte* storage);

/// The value of a pattern: exact, except that int64 and uint64 beyond 2^53 are rounded. NaN for
/// NaN. Aborts for complex types.
double DecodeValue(DType dtype, uint64_t bits);

}  // namespace touchstone::tensor
