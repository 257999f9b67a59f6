// Relative errors of many elements at a time, and how far the reference's own errors may move them.
#pragma once

#include <array>
#include <cstddef>

#include "framework/judge/block_pass.h"

namespace touchstone::judge {

/// |actual - exact| / (|exact| + 1e-7) of `count` elements, from |actual - exact| and |exact|. Returns
/// the largest, 0 for none.
double RelativeErrors(const double* errors, const double* magnitudes, size_t count,
                      double* relative_errors);

/// RelativeErrorRadius of a relative error of 0, which times 1 + e is that of e. Returns the largest.
double RelativeRadii(const double* magnitudes, const double* radii, size_t count,
                     double* relative_radii);

using BlockArray = std::array<double, kBlockSize>;

}  // namespace touchstone::judge
