// Phase 2, the same for every operator.
#pragma once

#include <cstdint>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/internal.h"

namespace npusim {

/// Puts the executor's launches on the stream. The executor is used up, on failure too, unless it
/// is repeatable.
///
/// Beyond what the toolkit checks: an executor that is not alive (strict report executor_reuse) and
/// a workspace smaller than planned (workspace_too_small), both 161002; on hardware the first is
/// undefined and the second writes out of bounds.
NPUSIM_INTERNAL aclnnStatus RunExecutor(void* workspace, uint64_t workspace_bytes,
                                        aclOpExecutor* executor, aclrtStream stream,
                                        const char* function);

}  // namespace npusim
