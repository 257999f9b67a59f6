// Measures the error of the softplus tail against MPFR, for its tests.
#pragma once

#include <cstdint>

#include "reference/softplus_tail.h"

namespace touchstone::reference {

struct TailError {
  double tail = 0;   ///< largest relative error of log(1 + e^-a), in 2^-53
  double decay = 0;  ///< largest relative error of e^-a, in 2^-53
  float worst_x = 0;
  uint64_t count = 0;
};

/// Every `step`-th fp32 number from `first` to `last`, both positive.
TailError MeasureTailError(internal::SoftplusTailFunction function, float first, float last,
                           uint32_t step);

}  // namespace touchstone::reference
