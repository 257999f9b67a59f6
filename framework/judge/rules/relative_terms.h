// Relative errors of many elements at a time, and how far the reference's own errors may move them.
#pragma once

#include <array>
#include <cstddef>

#include "framework/judge/block_pass.h"

namespace touchstone::judge {

struct RelativeTerms {
  std::array<double, kBlockSize> error;   ///< |actual - exact| / (|exact| + 1e-7)
  std::array<double, kBlockSize> radius;  ///< RelativeErrorRadius
  double largest_error = 0;
  double largest_radius = 0;

  /// From |actual - exact|, |exact| and the radius of each exact value.
  void Measure(const double* errors, const double* magnitudes, const double* radii, size_t count);
};

}  // namespace touchstone::judge
