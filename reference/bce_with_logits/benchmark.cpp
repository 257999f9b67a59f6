#include "reference/bce_with_logits/benchmark.h"

#include <cmath>

namespace touchstone::reference::bce_with_logits {
namespace {

// log1p of the fp32 rounding `e` of `decay`, from the double `tail` = log1p(decay).
float Log1p(float e, double decay, double tail) {
  const double shift = (static_cast<double>(e) - decay) / (1.0 + decay);
  return static_cast<float>(tail + shift);
}

float Loss(float x, float y, float w, float p, double decay, double tail, bool has_weight) {
  if (!std::isfinite(x)) {
    decay = std::isnan(x) ? static_cast<double>(x) : 0.0;
    tail = decay;
  }
  const auto e = static_cast<float>(decay);
  const float softplus = Log1p(e, decay, tail) + (x < 0 ? -x : 0.0f);
  const float factor = (p - 1.0f) * y + 1.0f;
  const float loss = (1.0f - y) * x + factor * softplus;
  return has_weight ? loss * w : loss;
}

}  // namespace

void SamePrecisionLoss(const LossBlock& block, std::span<float> loss) {
  if (block.all_finite) {
    internal::ChosenBlockKernel().same_precision(block.ForKernel(), block.decay, block.tail,
                                                 loss.data());
    return;
  }
  const bool has_weight = !block.given.weight.empty();
  for (size_t i = 0; i < block.count; ++i) {
    const auto [x, y, w, p] = block.given[i];
    loss[i] = Loss(x, y, w, p, block.decay[i], block.tail[i], has_weight);
  }
}

}  // namespace touchstone::reference::bce_with_logits
