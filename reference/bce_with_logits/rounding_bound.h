// How far an honest fp32 kernel may be from the exact loss: rounding_bound.md derives every number.
#pragma once

#include <cstdint>
#include <span>

#include "reference/bce_with_logits/stated_arithmetic.h"

namespace touchstone::reference::bce_with_logits {

/// E >= |fp32 value before the rounding to the output format - exact loss| for any device that does
/// the stated operations with one rounding each, exp and log within 1 ULP and e^0 = 1: the sum of
/// what each rounding can contribute at this element's own arguments, to first order, with room for
/// the rest, and an underflow term. The same for both orders of operations.
/// +infinity where an intermediate may overflow or an argument is not finite: no bound applies.
double ElementBound(const LossElement& element, bool has_weight, bool has_pos_weight,
                    const StatedArithmetic& arithmetic);

/// ElementBound of each element of the block, as given.
void BlockBounds(const LossBlock& block, const StatedArithmetic& arithmetic,
                 std::span<double> bounds);

/// No intermediate of either order of operations, and no loss, of the block's finite elements
/// exceeds this in magnitude, but for relative errors of 2^-18: where it is at most kLargestSafe
/// (bound_constants.h) none overflows.
double LargestIntermediate(const LossBlock& block);

/// The order in which a device adds up the losses.
struct SummationOrder {
  bool serial = false;  ///< one running sum over all elements
  /// Otherwise a tree over each core's elements in tiles of any size, then a tree over the cores,
  /// whose blocks are of one size except the last, which may be smaller.
  int core_count = 1;
};

/// c(N): the largest number of additions that any addend passes through.
double SummationDepth(uint64_t count, const SummationOrder& order);

struct ReductionMagnitudes {
  uint64_t count = 0;
  bool is_mean = false;
  double bound_sum = 0;        ///< upper bound of the sum of E
  double absolute_sum = 0;     ///< upper bound of the sum of |l|
  double absolute_result = 0;  ///< upper bound of |sum| or |mean|
};

/// B >= |fp32 result before the rounding to the output format - exact result|:
///   B = sum E + c(N) u sum (|l| + E), for means divided by N and with 2 u |mean| on top.
/// +infinity where no bound applies.
double ReductionBound(const ReductionMagnitudes& magnitudes, const SummationOrder& order,
                      const StatedArithmetic& arithmetic);

struct TypicalReduction {
  uint64_t count = 0;
  double element_bound_u = 0;  ///< mean E in units of u mean |loss|
  double condition = 1;        ///< sum |l| / |sum l|
  bool is_mean = false;
};

/// The change of a sum (of a mean: N times its change) that the bound admits at most, in units of
/// the mean |loss| and for losses of about 1: one dropped or doubled element shows where its loss
/// is larger.
double SmallestDetectable(const TypicalReduction& reduction, const FloatFormat& format);

}  // namespace touchstone::reference::bce_with_logits
