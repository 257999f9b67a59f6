// Arguments of the loss
//   l = w (p y softplus(-x) + (1 - y) softplus(x)),   softplus(t) = log(1 + e^t),
// as the operator aclnnBinaryCrossEntropyWithLogits defines it: x = self, y = target, w = weight,
// p = pos_weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace touchstone::reference::bce_with_logits {

/// One element. fp16 and bf16 inputs are widened, which is exact.
struct LossElement {
  float x = 0;
  float y = 0;
  float w = 1;
  float p = 1;
};

/// A run of elements. `self` and `target` have the same length; `weight` and `pos_weight` have it
/// too, or are empty: absent, which means a factor of one.
struct LossArguments {
  std::span<const float> self;
  std::span<const float> target;
  std::span<const float> weight = {};
  std::span<const float> pos_weight = {};

  size_t size() const { return self.size(); }
  LossElement operator[](size_t i) const {
    return {self[i], target[i], weight.empty() ? 1.0f : weight[i],
            pos_weight.empty() ? 1.0f : pos_weight[i]};
  }
  LossArguments Part(size_t first, size_t count) const {
    return {self.subspan(first, count), target.subspan(first, count),
            weight.empty() ? weight : weight.subspan(first, count),
            pos_weight.empty() ? pos_weight : pos_weight.subspan(first, count)};
  }
};

}  // namespace touchstone::reference::bce_with_logits
