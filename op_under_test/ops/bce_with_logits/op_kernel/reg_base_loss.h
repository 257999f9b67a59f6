// Arithmetic of the register-based kernel (Ascend950), in the published order:
//   s = min(x, 0) - log(1 + exp(-|x|));   s = s * ((p - 1) * y + 1), with pos_weight;
//   loss = (1 - y) * x - s;               loss = loss * w, with weight.
// Addition before logarithm, not log1p: a property of the device.
#pragma once

#include "op_under_test/ops/bce_with_logits/op_kernel/loss_tile.h"

namespace npusim::bce_with_logits {

template <bool kHasWeight, bool kHasPosWeight>
void RegBaseLoss(const VectorUnit& unit, const LossTile& tile) {
  const auto& [log_sigmoid, term, product] = tile.scratch;
  unit.Abs(term, tile.logits);
  unit.Neg(term, term);
  unit.Exp(term, term);
  unit.Adds(term, term, 1.0f);
  unit.Log(term, term);
  unit.Mins(log_sigmoid, tile.logits, 0.0f);
  unit.Sub(log_sigmoid, log_sigmoid, term);
  if constexpr (kHasPosWeight) {
    unit.Adds(term, tile.pos_weight, -1.0f);
    unit.Mul(term, term, tile.labels);
    unit.Adds(term, term, 1.0f);
    unit.Mul(log_sigmoid, log_sigmoid, term);
  }
  unit.Duplicate(product, 1.0f);
  unit.Sub(product, product, tile.labels);
  unit.Mul(product, product, tile.logits);
  unit.Sub(tile.loss, product, log_sigmoid);
  if constexpr (kHasWeight) unit.Mul(tile.loss, tile.loss, tile.weight);
}

}  // namespace npusim::bce_with_logits
