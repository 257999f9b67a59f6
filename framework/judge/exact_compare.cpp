#include "framework/judge/exact_compare.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace touchstone::judge {

int SignOfSum(std::initializer_list<double> terms) {
  // The sum is kept as non-overlapping parts of increasing size; the largest non-zero one has the
  // sign of the whole.
  std::array<double, 16> parts{};
  size_t count = 0;
  for (double term : terms) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
      const double sum = term + parts[i];
      const double virtual_part = sum - term;
      const double error = (term - (sum - virtual_part)) + (parts[i] - virtual_part);
      if (error != 0) parts[kept++] = error;
      term = sum;
    }
    if (kept < parts.size()) parts[kept++] = term;
    count = kept;
  }
  for (size_t i = count; i-- > 0;) {
    if (parts[i] != 0) return parts[i] > 0 ? 1 : -1;
  }
  return 0;
}

int CompareError(double actual, double golden, double absolute, double relative) {
  const double sign = actual >= golden ? 1.0 : -1.0;
  const double magnitude = std::fabs(golden);
  const double product = relative * magnitude;
  const double product_error = std::fma(relative, magnitude, -product);
  return SignOfSum({sign * actual, -sign * golden, -absolute, -product, -product_error});
}

}  // namespace touchstone::judge
