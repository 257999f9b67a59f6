/// aclnnBinaryCrossEntropyWithLogits: the loss of logits against labels, in two phases.
///
/// Source- and ABI-compatible with the toolkit's header of this name.
#ifndef NPUSIM_INCLUDE_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_
#define NPUSIM_INCLUDE_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Phase 1: checks the arguments, plans the work and says how much device memory it needs.
///
/// loss = -weight * (posWeight * target * log(sigmoid(self)) + (1 - target) * log(1 -
/// sigmoid(self)))
/// \param self logits; FLOAT, FLOAT16 or BFLOAT16 (the last not on Ascend910 and Ascend310P), rank
///        0 to 8, any view.
/// \param target labels, of self's shape.
/// \param weightOptional, posWeightOptional nullptr, or a tensor that broadcasts to target.
/// \param reduction 0 none (out has self's shape), 1 mean, 2 sum (out has one element).
/// \param out of target's data type, any view.
/// \param[out] workspaceSize bytes of device memory that phase 2 needs; may be 0.
/// \param[out] executor the planned work, good for one phase 2.
/// \return 0; 161001 a null pointer; 161002 an argument out of range; 561103 a step that could not
///         be planned. On failure the outputs are left as they were; aclGetRecentErrMsg has the
///         text.
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weightOptional,
    const aclTensor* posWeightOptional, int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/// Phase 2: puts the work of `executor` on `stream` (nullptr: the default stream) and returns.
/// The executor is used up, on failure too, unless it was made repeatable.
/// \return 0; 161001 a null executor, or a null workspace with a size; 161002 an executor that is
///         not alive, or a workspace smaller than phase 1 asked for.
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogits(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor,
                                                        const aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // NPUSIM_INCLUDE_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_
