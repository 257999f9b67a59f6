// Certified losses, element by element.
#pragma once

#include <cstdint>
#include <span>

#include "reference/bce_with_logits/arguments.h"
#include "reference/bce_with_logits/block.h"
#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

/// Where the results of a run of elements go; each span has one entry per element.
struct LossResults {
  /// lower <= exact <= upper, at most kSharpnessUlp (bound_constants.h) of the output format's last
  /// place apart. For infinite arguments the exact value is the limit of limit.h: both ends are the
  /// same infinity, or NaN where there is no limit.
  std::span<double> lower;
  std::span<double> upper;
  /// The exact value rounded once to the format, to nearest even; overflow gives infinity.
  std::span<uint32_t> bits;
  /// 0 only where the ladder ended without an answer.
  std::span<uint8_t> decided;
};

/// Most elements are settled in float64, the rest climbs the ladder. Results do not depend on how
/// the elements are split into calls. Thread-safe; runs in the calling thread.
/// Returns how many elements climbed.
uint64_t EvaluateLoss(const LossArguments& arguments, const FloatFormat& format,
                      const LossResults& results);
uint64_t EvaluateLoss(const LossBlock& block, const FloatFormat& format,
                      const LossResults& results);

}  // namespace touchstone::reference::bce_with_logits
