// Level-0 operation SigmoidCrossEntropyWithLogitsV2.
#pragma once

#include <string_view>

#include "aclnn/acl_meta.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim::bce_with_logits {

/// The elementwise loss, in `output_dtype` and the shape of predict. Inputs are dense and of one
/// type; weights may be null. Null on error (reported): a pair of types without a kernel, a
/// reduction that is not tiled, weights that do not broadcast to predict.
GraphTensor* SigmoidCrossEntropyWithLogitsV2(OpExecutor& executor, GraphTensor* predict,
                                             GraphTensor* target, GraphTensor* weight,
                                             GraphTensor* pos_weight, std::string_view reduction,
                                             aclDataType output_dtype);

}  // namespace npusim::bce_with_logits
