// Phase 1 of aclnnBinaryCrossEntropyWithLogits.
#pragma once

#include <cstdint>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/ops/bce_with_logits/op_api/arguments.h"

namespace npusim::bce_with_logits {

/// Checks, plans, and hands out the executor; see the public header. The outputs are written on
/// success only.
NPUSIM_INTERNAL aclnnStatus PlanLoss(const Arguments& arguments, uint64_t* workspace_bytes,
                                     aclOpExecutor** executor);

}  // namespace npusim::bce_with_logits
