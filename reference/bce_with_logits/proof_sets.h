// What the proofs of the reference cover. `stride` and `count` set their size.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/bce_with_logits/proof.h"

namespace touchstone::reference::bce_with_logits {

/// Every `stride`th fp16 and bf16 logit (infinities and NaN as 0) with 32 labels of the same dtype,
/// without and with weights of that dtype, rounded to it.
std::vector<ProofSet> HalfGridSets(uint64_t stride);

/// `logits` fp32 patterns spread over all of them (infinities and NaN as 0), with the labels 0, 1,
/// 0.25, 0.5, 0.75 and one at random, without weights and with weights of any pattern.
std::vector<ProofSet> StridedSets(uint64_t logits);

/// `count` elements of each kind that is made to be hard: values at and beside midpoints, whose
/// rounding by way of fp32 or float64 goes wrong; thresholds of overflow and underflow; huge |x|;
/// cancellation near zero.
std::vector<ProofSet> AdversarialSets(uint64_t count);

}  // namespace touchstone::reference::bce_with_logits
