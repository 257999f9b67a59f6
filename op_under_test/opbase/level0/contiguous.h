// Level-0 operation Contiguous: a dense copy of any view.
#pragma once

#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim {

/// `view` itself if it is dense already, else a dense copy in the workspace. A dense view is not
/// compared with its storage; any other must lie in it. Null on error (reported).
NPUSIM_INTERNAL GraphTensor* Contiguous(OpExecutor& executor, GraphTensor* view);

/// True if a view that is not dense reaches no element outside its storage; reports otherwise.
NPUSIM_INTERNAL bool CheckViewWithinStorage(const TensorDesc& desc);

}  // namespace npusim
