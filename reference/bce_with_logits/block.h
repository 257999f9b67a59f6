// A run of elements made ready for vector loops: finite arguments and the tail of softplus.
#pragma once

#include <cstddef>

#include "reference/bce_with_logits/arguments.h"
#include "reference/bce_with_logits/limit.h"

namespace touchstone::reference::bce_with_logits {

/// Up to kCapacity elements. Absent weights are ones. Where an element has infinite or NaN
/// arguments, x, y, w and p hold finite ones instead whose loss is the limit (zero where the limit
/// is infinite or does not exist) and `limit` says so.
struct LossBlock {
  static constexpr size_t kCapacity = 512;

  LossBlock(const LossArguments& arguments);  // NOLINT(google-explicit-constructor)

  LossArguments given;
  size_t count;
  bool all_finite = true;
  alignas(64) float x[kCapacity];
  alignas(64) float y[kCapacity];
  alignas(64) float w[kCapacity];
  alignas(64) float p[kCapacity];
  alignas(64) double decay[kCapacity];  ///< e^-|x|
  alignas(64) double tail[kCapacity];   ///< log(1 + e^-|x|)
  LimitKind limit[kCapacity];           ///< meaningful when not all_finite

  LossElement Element(size_t i) const { return {x[i], y[i], w[i], p[i]}; }
};

}  // namespace touchstone::reference::bce_with_logits
