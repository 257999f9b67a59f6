// The usual computation in the precision of the operator, for standards that compare two errors.
//
//   l = w ((1-y) x + ((p-1) y + 1) (log1p(e^-|x|) + max(-x, 0)))
// in fp32, one rounding per operation, exp and log1p (nearly) correctly rounded; half inputs are
// widened, results rounded to the output format once at the end. Sums are pairwise.
#pragma once

#include <cstdint>
#include <span>

#include "reference/bce_with_logits/block.h"

namespace touchstone::reference::bce_with_logits {

/// fp32 losses of the block's elements as given, before the rounding to the output format.
void SamePrecisionLoss(const LossBlock& block, std::span<float> loss);

}  // namespace touchstone::reference::bce_with_logits
