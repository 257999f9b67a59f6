#include "framework/judge/error_arrays.h"

#include <bit>
#include <cmath>

#include "framework/judge/hot_loop.h"
#include "framework/judge/relative_error.h"

namespace touchstone::judge {

TOUCHSTONE_HOT_LOOP void FillErrorArrays(const Block& block, double small_value_threshold,
                                         ErrorArrays& arrays) {
  const size_t count = block.count;
  uint64_t small = 0, inexact = 0, wide = 0;
  for (size_t i = 0; i < count; ++i) {
    const double magnitude = std::fabs(block.middle[i]);
    const double error = block.error[i], radius = block.radius[i];
    const double denominator = magnitude + kRelativeErrorOffset;
    arrays.magnitude[i] = magnitude;
    arrays.relative[i] = error / denominator;
    arrays.squared[i] = error * error;
    small += magnitude < small_value_threshold;
    inexact += radius > 0;
    wide += radius > kNarrowRadius * denominator;
  }
  for (size_t i = 0; i < count; ++i) {
    // Bin of [0], (0, 1/2], (1/2, 1], (1, 2], ...: 2 + ceil(log2(error)), at least 1.
    const uint64_t bits = std::bit_cast<uint64_t>(block.error_ulp_magnitude[i]);
    int64_t bin = static_cast<int64_t>((bits - 1) >> 52) - 1022 + 2;
    bin = bin < 1 ? 1 : bin;
    bin = bin > static_cast<int64_t>(kHistogramBins) - 1 ? kHistogramBins - 1 : bin;
    arrays.bin[i] = static_cast<uint16_t>(bits == 0 ? 0 : bin);
  }
  arrays.small_values = small;
  arrays.inexact = inexact;
  arrays.wide = wide;
  arrays.max_relative = LargestOf(arrays.relative.data(), count);
  arrays.max_error = LargestOf(block.error.data(), count);
  arrays.max_magnitude = LargestOf(arrays.magnitude.data(), count);
}

}  // namespace touchstone::judge
