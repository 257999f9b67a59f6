#include "op_under_test/ops/bce_with_logits/op_api/loss_graph.h"

#include <limits>

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/level0/cast.h"
#include "op_under_test/opbase/level0/contiguous.h"
#include "op_under_test/opbase/level0/fill.h"
#include "op_under_test/opbase/level0/reduce.h"
#include "op_under_test/opbase/level0/view_copy.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/ops/bce_with_logits/op_api/fused_loss.h"
#include "op_under_test/runtime/config.h"

namespace npusim::bce_with_logits {
namespace {

aclnnStatus BuildEmptyGraph(const Arguments& arguments, OpExecutor& executor) {
  if (arguments.reduction == kReductionNone) return kSuccess;
  GraphTensor* out = executor.Import(*arguments.out);
  const float value =
      arguments.reduction == kReductionMean ? std::numeric_limits<float>::quiet_NaN() : 0.0f;
  GraphTensor* filled = Fill(executor, out->desc.storage_dims, out->desc.dtype, value);
  if (filled == nullptr || !ViewCopy(executor, filled, out)) return kInnerNullptr;
  return kSuccess;
}

// A dense tensor of the common type; null on error.
GraphTensor* Prepare(OpExecutor& executor, const aclTensor* tensor, aclDataType dtype) {
  GraphTensor* dense = Contiguous(executor, executor.Import(*tensor));
  return dense == nullptr ? nullptr : Cast(executor, dense, dtype);
}

// The elementwise loss in fp32; null on error.
GraphTensor* BuildElementwiseLoss(const Arguments& arguments, OpExecutor& executor) {
  const auto dtype = PromoteType(arguments.self->desc.dtype, arguments.target->desc.dtype);
  if (!dtype) return nullptr;
  GraphTensor* self = Prepare(executor, arguments.self, *dtype);
  if (self == nullptr) return nullptr;
  GraphTensor* target = Prepare(executor, arguments.target, *dtype);
  if (target == nullptr) return nullptr;
  GraphTensor* weight = nullptr;
  if (arguments.weight != nullptr) {
    weight = Prepare(executor, arguments.weight, *dtype);
    if (weight == nullptr) return nullptr;
  }
  GraphTensor* pos_weight = nullptr;
  if (arguments.pos_weight != nullptr) {
    pos_weight = Prepare(executor, arguments.pos_weight, *dtype);
    if (pos_weight == nullptr) return nullptr;
  } else if (!ActiveConfig().soc->is_reg_base) {
    pos_weight = OnesLike(executor, *self);
    if (pos_weight == nullptr) return nullptr;
  }
  return SigmoidCrossEntropyWithLogitsV2(executor, self, target, weight, pos_weight, "none",
                                         ACL_FLOAT);
}

aclnnStatus CheckUnreducedShape(const Dims& loss, const Dims& out) {
  if (loss == out) return kSuccess;
  return Fail(kParamInvalid, "Expected tensor for out to have same size as " + DimsText(loss) +
                                 ", but got " + DimsText(out) + ".");
}

}  // namespace

aclnnStatus BuildLossGraph(const Arguments& arguments, OpExecutor& executor) {
  if (IsEmpty(arguments.self->desc.view_dims)) return BuildEmptyGraph(arguments, executor);
  GraphTensor* result = BuildElementwiseLoss(arguments, executor);
  if (result == nullptr) return kInnerNullptr;
  GraphTensor* out = executor.Import(*arguments.out);
  if (arguments.reduction == kReductionNone) {
    const aclnnStatus status = CheckUnreducedShape(result->desc.view_dims, out->desc.view_dims);
    if (status != kSuccess) return status;
  } else {
    result = arguments.reduction == kReductionMean ? ReduceMean(executor, result)
                                                   : ReduceSum(executor, result);
    if (result == nullptr) return kInnerNullptr;
  }
  result = Cast(executor, result, out->desc.dtype);
  if (result == nullptr || !ViewCopy(executor, result, out)) return kInnerNullptr;
  return kSuccess;
}

}  // namespace npusim::bce_with_logits
