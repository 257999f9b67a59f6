// Axis collapse: the fewest axes that describe an elementwise operation with broadcast inputs.
#pragma once

#include <optional>
#include <vector>

#include "op_under_test/opbase/shape.h"

namespace npusim::bce_with_logits {

/// Adjacent axes along which the same inputs broadcast are one axis; axes of extent 1 are gone.
struct CollapsedAxes {
  Dims extents;               ///< of the output, outermost first; at least one axis
  std::vector<Dims> strides;  ///< per input, in elements of its dense storage; 0 marks broadcast

  bool IsBroadcast(size_t input) const;
  bool HasBroadcast() const;
};

/// Nothing if an extent is below 1, an input has more axes than the output, or one of its extents
/// is neither 1 nor the output's: the tiling of this operator cannot enlarge the output.
std::optional<CollapsedAxes> CollapseAxes(const Dims& output, const std::vector<Dims>& inputs);

}  // namespace npusim::bce_with_logits
