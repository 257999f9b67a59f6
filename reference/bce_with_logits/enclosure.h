// Enclosures of losses in float64: the fast first step of the reference (derivation: enclosure.md).
#pragma once

#include "reference/bce_with_logits/block.h"

namespace touchstone::reference::bce_with_logits {

struct BlockEnclosure {
  alignas(64) double value[LossBlock::kCapacity];   ///< near the loss
  alignas(64) double radius[LossBlock::kCapacity];  ///< |value - loss| <= radius
  alignas(64) double lower[LossBlock::kCapacity];   ///< lower <= loss <= upper, with the sign
  alignas(64) double upper[LossBlock::kCapacity];   ///< known where the formula shows it
};

/// Encloses the losses of the block's finite arguments. Same bits on every machine; thread-safe.
void EncloseBlock(const LossBlock& block, BlockEnclosure& enclosure);

}  // namespace touchstone::reference::bce_with_logits
