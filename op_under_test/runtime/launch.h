// The door through which operators reach the device.
#pragma once

#include <vector>

#include "acl/acl_rt.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/kernel.h"

namespace npusim {

/// Queues launches, in order, on a stream of the current context (null: its default stream) and
/// returns without waiting. 107002 without a context, 107003 for another context's stream, 107017
/// for a handle that is no stream. A kernel's fault becomes a strict report at once and, at the
/// next synchronisation, the code 507035 (507015 on chips without separate vector cores); launches
/// after it still run unless the stream stops on failure.
NPUSIM_INTERNAL aclError EnqueueKernels(aclrtStream stream, std::vector<KernelLaunch> launches);

}  // namespace npusim
