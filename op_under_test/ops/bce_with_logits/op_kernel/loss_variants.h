// The instances of the fused operator's arithmetic: two orders, each with four sets of weights.
#pragma once

#include "op_under_test/ops/bce_with_logits/op_kernel/loss_tile.h"

namespace npusim::bce_with_logits {

/// The instance for a chip's generation and the weights that are present.
LossFunction SelectLossFunction(bool is_reg_base, bool has_weight, bool has_pos_weight);

}  // namespace npusim::bce_with_logits
