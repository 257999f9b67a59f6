#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"

#include "op_under_test/opbase/phase_two.h"
#include "op_under_test/ops/bce_with_logits/op_api/phase_one.h"

aclnnStatus aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weightOptional,
    const aclTensor* posWeightOptional, int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  return npusim::bce_with_logits::PlanLoss(
      {self, target, weightOptional, posWeightOptional, reduction, out}, workspaceSize, executor);
}

aclnnStatus aclnnBinaryCrossEntropyWithLogits(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, const aclrtStream stream) {
  return npusim::RunExecutor(workspace, workspaceSize, executor, stream,
                             "aclnnBinaryCrossEntropyWithLogits");
}
