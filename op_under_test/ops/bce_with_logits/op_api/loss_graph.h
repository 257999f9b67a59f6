// The operations that make up one call, as phase 1 plans them.
#pragma once

#include "aclnn/acl_meta.h"
#include "op_under_test/opbase/op_executor.h"
#include "op_under_test/ops/bce_with_logits/op_api/arguments.h"

namespace npusim::bce_with_logits {

/// Fills the graph for checked arguments:
///   Contiguous and Cast of the inputs to the common type of self and target;
///   OnesLike for a missing pos_weight, except on the register-based generation;
///   the fused loss with reduction none, in fp32; ReduceMean or ReduceSum over all axes;
///   Cast to out's type; ViewCopy into out.
/// Of an empty self: nothing for none, NaN in all of out for mean, zero for sum.
/// Returns 0; 161002 for none with another out shape; 561103 for anything that cannot be planned,
/// out shapes of mean and sum included. Errors are reported.
aclnnStatus BuildLossGraph(const Arguments& arguments, OpExecutor& executor);

}  // namespace npusim::bce_with_logits
