// A sum of two doubles rounded once to a narrower format.
#pragma once

#include <cstdint>

#include "framework/tensor/float_format.h"

namespace touchstone::judge {

/// a + b (exact) rounded to nearest even in `format`, as a double that may be infinite. `a` and `b`
/// are finite; no double rounding happens on the way.
double RoundedSum(const tensor::FloatFormat& format, double a, double b);

}  // namespace touchstone::judge
