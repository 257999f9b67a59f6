// The values of a dtype that lie in a range of real numbers.
#pragma once

#include <cstdint>
#include <string_view>

#include "framework/data/generator.h"

namespace touchstone::data {

/// What a dtype can hold: the ends of its finite values.
struct DTypeLimits {
  double lowest;
  double highest;  ///< for int64 and uint64 the double above it: 2^63, 2^64
};
DTypeLimits LimitsOf(tensor::DType dtype);

/// True when `value` is finite and rounds to a finite value of `dtype`.
bool Fits(tensor::DType dtype, double value);

/// Closed range whose ends are values of the dtype.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool empty = false;  ///< no value of the dtype lies between the ends as written; both are then
                       ///< the value nearest to the written low end (float types)
};

/// The values of `dtype` in [low, high]; integer types are also cut to their own range.
ValueRange RangeIn(tensor::DType dtype, double low, double high);

/// What a user reads when `name` does not fit a float type: "'low' is 1e6, beyond fp16's largest
/// value 65504".
std::string BeyondText(std::string_view name, double value, tensor::DType dtype);

/// Checks a pair of finite bounds, low <= high, that `dtype` can hold (integer types: that share at
/// least one value with it).
void CheckBounds(const DataSpec& spec, tensor::DType dtype, std::string_view low_name, double low,
                 std::string_view high_name, double high, Errors& errors);

/// The notes for such bounds: an integer type's range that cuts them, or no value between them.
Errors BoundsNotes(const DataSpec& spec, tensor::DType dtype, double low, double high);

}  // namespace touchstone::data
