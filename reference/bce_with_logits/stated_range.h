// All results that an honest chip of a stated order may give where that order leaves the exact
// loss: infinite arguments, overflowing intermediates, saturation.
#pragma once

#include <cstdint>
#include <optional>

#include "reference/bce_with_logits/reduction.h"
#include "reference/bce_with_logits/stated_arithmetic.h"

namespace touchstone::reference::bce_with_logits {

struct StatedRange {
  double lower, upper;  ///< fp32 results before the last rounding
  bool overflows;       ///< an intermediate, or an argument's widening, may exceed the largest fp32
};

/// Evaluates the stated order in intervals: every operation rounds once to nearest, exp and log are
/// within 1 ULP, e^0 = 1, the chip's flushing and saturation are applied to each result. Nothing
/// where a NaN or an infinity may occur: then the class says all.
std::optional<StatedRange> RangeOfStatedLoss(const LossElement& element, bool has_weight,
                                             bool has_pos_weight,
                                             const StatedArithmetic& arithmetic);

/// What sums added up in two orders may be.
struct StatedReduction {
  std::optional<StatedRange> in_order;  ///< any tree of the depth of the options' order
  std::optional<StatedRange> serial;    ///< one running sum
};

/// The same for a sum or mean: elements by RangeOfStatedLoss where their ElementBound is infinite,
/// by exact loss and bound elsewhere. Nothing where an element has no range, or where a chip that
/// does not saturate may overflow.
StatedReduction RangesOfStatedReduction(const ElementSource& source,
                                        const ReductionOptions& options);

/// What saturation to a narrower format leaves of a range; on other chips the range itself.
StatedRange Narrowed(StatedRange range, const FloatFormat& format,
                     const StatedArithmetic& arithmetic);

/// Bound on the distance of any result in `range` from any value in [lower, upper].
double LargestDistance(const StatedRange& range, double lower, double upper);

}  // namespace touchstone::reference::bce_with_logits
