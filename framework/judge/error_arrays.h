// The measures of one block's errors that metrics are summed from.
#pragma once

#include <array>
#include <cstdint>

#include "framework/judge/block.h"

namespace touchstone::judge {

struct ErrorArrays {
  std::array<double, kBlockSize> magnitude;  ///< |exact|
  std::array<double, kBlockSize> relative;   ///< relative error
  std::array<double, kBlockSize> squared;    ///< squared absolute error
  std::array<uint16_t, kBlockSize> bin;      ///< place in the histogram of errors in ulp
  double max_relative, max_error, max_magnitude;
  uint64_t small_values;  ///< |exact| below the threshold
  uint64_t inexact;       ///< elements whose enclosure has a radius
  uint64_t wide;          ///< of these, where it is no longer negligible (relative_error.h)
};

/// From [0] and (0, 0.5] up to the error of fp32's largest number against its smallest, 2^277.
inline constexpr size_t kHistogramBins = 300;

void FillErrorArrays(const Block& block, double small_value_threshold, ErrorArrays& arrays);

}  // namespace touchstone::judge
