// Level-0 operation Cast.
#pragma once

#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim {

/// `dense` itself if it has the type already, else a converted copy, rounded to nearest even.
/// To FLOAT, FLOAT16 or BF16, from any type WidenTile accepts, by way of fp32. Null on error
/// (reported).
NPUSIM_INTERNAL GraphTensor* Cast(OpExecutor& executor, GraphTensor* dense, aclDataType to);

}  // namespace npusim
