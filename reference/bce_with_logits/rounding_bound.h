// How far an honest fp32 kernel may be from the exact loss: rounding_bound.md derives every number.
#pragma once

#include <cstdint>
#include <span>

#include "reference/bce_with_logits/stated_arithmetic.h"

namespace touchstone::reference::bce_with_logits {

/// E >= |fp32 value before the rounding to the output format - exact loss| for any device that does
/// the stated operations with one rounding each, exp and log within 1 ULP:
///   E = k u |w| ((1+|y|)|x| + (1+|p-1||y|)(max(-x,0)+1)) + underflow term,   u = 2^-24.
/// +infinity where an intermediate may overflow or an argument is not finite: no bound applies.
double ElementBound(const LossElement& element, bool has_weight, bool has_pos_weight,
                    const StatedArithmetic& arithmetic);

/// ElementBound of each element of the block, as given.
void BlockBounds(const LossBlock& block, const StatedArithmetic& arithmetic,
                 std::span<double> bounds);

/// The k of ElementBound.
double BoundFactor(OperationOrder order, bool has_weight, bool has_pos_weight);

/// The order in which a device adds up the losses.
struct SummationOrder {
  bool serial = false;  ///< one running sum over all elements
  /// Otherwise a tree over each core's elements in tiles of any size, then a tree over the cores.
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

}  // namespace touchstone::reference::bce_with_logits
