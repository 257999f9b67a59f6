// Level-0 operations Fill and OnesLike: a tensor of one value.
#pragma once

#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim {

/// A dense tensor whose elements are all `value`, rounded to `dtype` (FLOAT, FLOAT16 or BF16; NaN
/// is the canonical one). Null on error (reported).
NPUSIM_INTERNAL GraphTensor* Fill(OpExecutor& executor, const Dims& dims, aclDataType dtype,
                                  float value);

/// A dense tensor of ones in the shape and type of `like`. Null on error (reported).
NPUSIM_INTERNAL GraphTensor* OnesLike(OpExecutor& executor, const GraphTensor& like);

}  // namespace npusim
