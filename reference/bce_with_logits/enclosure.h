// Enclosures of losses in float64: the fast first step of the reference (derivation: enclosure.md).
#pragma once

#include <span>

#include "reference/bce_with_logits/block.h"

namespace touchstone::reference::bce_with_logits {

/// lower <= loss <= upper for each element of the block, with the sign known where the formula
/// shows it (an end is then +0 or -0). Special elements: the enclosure of their limit, which may be
/// twice the same infinity, or NaN where there is none. Both spans have the block's length. Same
/// bits on every machine and for any split into blocks; thread-safe.
void EncloseBlock(const LossBlock& block, std::span<double> lower, std::span<double> upper);

}  // namespace touchstone::reference::bce_with_logits
