// Level-0 operations ReduceSum and ReduceMean over all axes of an fp32 tensor.
//
// Order of the additions: within a tile the vector unit's fixed tree; the tiles of a core pairwise,
// like the digits of a binary counter; the cores' sums by the same tree, in a second launch. No
// atomics, so the result depends on the element count, the number of cores and the tile size, and
// on nothing else. The mean is the sum times (float)(1.0 / N).
#pragma once

#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim {

/// A tensor of rank 0. An operand of rank 0 is returned as it is. Null on error (reported).
NPUSIM_INTERNAL GraphTensor* ReduceSum(OpExecutor& executor, GraphTensor* dense);
NPUSIM_INTERNAL GraphTensor* ReduceMean(OpExecutor& executor, GraphTensor* dense);

}  // namespace npusim
