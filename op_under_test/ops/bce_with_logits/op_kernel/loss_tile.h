// The operands of one tile of the fused operator, in fp32 in a core's unified buffer.
#pragma once

#include <array>
#include <span>

#include "op_under_test/npu/vector_unit.h"

namespace npusim::bce_with_logits {

/// All spans have the tile's element count. A weight that is absent is an empty span.
struct LossTile {
  std::span<float> loss;
  std::span<const float> logits;
  std::span<const float> labels;
  std::span<const float> weight;
  std::span<const float> pos_weight;
  std::array<std::span<float>, 3> scratch;
};

/// Computes tile.loss from the inputs.
using LossFunction = void (*)(const VectorUnit&, const LossTile&);

}  // namespace npusim::bce_with_logits
