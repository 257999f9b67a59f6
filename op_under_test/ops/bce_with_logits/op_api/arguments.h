// The arguments of aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize, as one value.
#pragma once

#include <cstdint>

#include "aclnn/acl_meta.h"

namespace npusim::bce_with_logits {

enum Reduction : int64_t { kReductionNone = 0, kReductionMean = 1, kReductionSum = 2 };

/// Optional tensors are null when absent; before the checks any pointer may be.
struct Arguments {
  const aclTensor* self;
  const aclTensor* target;
  const aclTensor* weight;
  const aclTensor* pos_weight;
  int64_t reduction;
  aclTensor* out;
};

}  // namespace npusim::bce_with_logits
