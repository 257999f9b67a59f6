// Comparisons that rounding cannot get wrong, for the few elements that lie near a threshold.
#pragma once

#include <initializer_list>

namespace touchstone::judge {

/// Sign (-1, 0, +1) of the exact sum of a few finite doubles. Shewchuk's expansions ("Adaptive
/// Precision Floating-Point Arithmetic", 1997); exact unless a partial sum overflows.
int SignOfSum(std::initializer_list<double> terms);

/// Sign of |actual - golden| - (absolute + relative |golden|), all finite, computed exactly.
/// Positive: the error is larger than the tolerance.
int CompareError(double actual, double golden, double absolute, double relative);

}  // namespace touchstone::judge
