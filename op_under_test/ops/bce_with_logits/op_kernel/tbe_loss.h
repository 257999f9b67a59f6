// Arithmetic of the older kernel (all chips before Ascend950), in the published order:
//   M = max(0 - x, 0);   L = log(exp(-M) + exp(-M - x)) + M;
//   loss = (1 - y) * x + ((p - 1) * y + 1) * L;   loss = loss * w, with weight.
// An absent pos_weight makes the factor of L exactly 1, so it is left out.
#pragma once

#include "op_under_test/ops/bce_with_logits/op_kernel/loss_tile.h"

namespace npusim::bce_with_logits {

template <bool kHasWeight, bool kHasPosWeight>
void TbeLoss(const VectorUnit& unit, const LossTile& tile) {
  const auto& [maximum, log_term, term] = tile.scratch;
  unit.Duplicate(maximum, 0.0f);
  unit.Sub(maximum, maximum, tile.logits);
  unit.Maxs(maximum, maximum, 0.0f);
  unit.Neg(log_term, maximum);
  unit.Sub(term, log_term, tile.logits);
  unit.Exp(log_term, log_term);
  unit.Exp(term, term);
  unit.Add(log_term, log_term, term);
  unit.Log(log_term, log_term);
  unit.Add(log_term, log_term, maximum);
  if constexpr (kHasPosWeight) {
    unit.Adds(term, tile.pos_weight, -1.0f);
    unit.Mul(term, term, tile.labels);
    unit.Adds(term, term, 1.0f);
    unit.Mul(log_term, term, log_term);
  }
  unit.Duplicate(term, 1.0f);
  unit.Sub(term, term, tile.labels);
  unit.Mul(term, term, tile.logits);
  unit.Add(tile.loss, term, log_term);
  if constexpr (kHasWeight) unit.Mul(tile.loss, tile.loss, tile.weight);
}

}  // namespace npusim::bce_with_logits
