// aclnnBinaryCrossEntropyWithLogits as data.
#pragma once

#include "framework/operators/description.h"

namespace touchstone::operators {

/// Values of the operator's int64 argument `reduction`, as the published interface numbers them.
enum class Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

/// Binary cross entropy on logits, forward: inputs self, target, weight and pos_weight (both
/// optional), attribute reduction, output out. Thread-safe, lives for the whole program.
const OperatorDescription& BceWithLogitsDescription();

}  // namespace touchstone::operators
