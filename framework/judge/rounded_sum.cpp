#include "framework/judge/rounded_sum.h"

#include <bit>
#include <cmath>

namespace touchstone::judge {

double RoundedSum(const tensor::FloatFormat& format, double a, double b) {
  double sum = a + b;
  const double virtual_b = sum - a;
  const double error = (a - (sum - virtual_b)) + (b - virtual_b);
  if (std::isfinite(sum) && error != 0) {
    // Rounding to odd: of the two doubles around the exact sum the one with an odd significand. It
    // lies on the same side of every number and midpoint of a format with at least two bits less.
    if ((std::bit_cast<uint64_t>(sum) & 1) == 0) {
      sum = std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
    }
  }
  return tensor::Decode(format, tensor::Round(format, sum));
}

}  // namespace touchstone::judge
