// A run of elements made ready for vector loops: finite arguments and the tail of softplus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/bce_with_logits/arguments.h"
#include "reference/bce_with_logits/block_kernel.h"
#include "reference/bce_with_logits/limit.h"

namespace touchstone::reference::bce_with_logits {

/// An element with an infinite or NaN argument.
struct SpecialElement {
  size_t index;
  Limit limit;  ///< where it is finite, `limit.finite` are arguments whose loss it is
};

/// Up to kCapacity elements. The arguments must outlive the block.
class LossBlock {
 public:
  static constexpr size_t kCapacity = 512;

  LossBlock(const LossArguments& arguments);  // NOLINT(google-explicit-constructor)
  LossBlock(const LossBlock&) = delete;
  LossBlock& operator=(const LossBlock&) = delete;

  LossArguments given;
  size_t count;
  bool all_finite = true;
  std::vector<SpecialElement> specials;  ///< in ascending order; none when all_finite
  /// What was given, with 0, 0, 1, 1 in place of special elements (the logit where it is finite).
  LossArguments finite;
  bool negative_weights = false;
  bool mixed_signs = false;             ///< p y or 1 - y may be negative somewhere
  LossElement largest;                  ///< magnitudes that no argument in `finite` exceeds
  alignas(64) double decay[kCapacity];  ///< e^-|x|
  alignas(64) double tail[kCapacity];   ///< log(1 + e^-|x|)

  LossElement Element(size_t i) const { return finite[i]; }
  internal::KernelArguments ForKernel() const;

 private:
  internal::KernelPatterns Patterns() const;
  void ReplaceSpecials();

  alignas(64) float replaced_[4][kCapacity];
};

}  // namespace touchstone::reference::bce_with_logits
