// Level-0 operation ViewCopy: a dense result into the caller's view.
#pragma once

#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim {

/// Brings `result` (dense, written by the graph) to `destination`: a dense destination takes the
/// place of the result, so nothing is copied; any other is filled element by element, and memory
/// between its elements stays as it is. Shapes must be equal, or both have one element; the types
/// are equal. False on error (reported).
NPUSIM_INTERNAL bool ViewCopy(OpExecutor& executor, GraphTensor* result, GraphTensor* destination);

}  // namespace npusim
