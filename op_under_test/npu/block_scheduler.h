// Runs the blocks of a kernel launch on the host's threads.
#pragma once

#include <optional>

#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/kernel.h"
#include "op_under_test/npu/vector_unit.h"

namespace npusim {

/// Runs every block of the launch and returns when all have ended. Threads: Config::thread_count;
/// order: ascending, or permuted by Config::schedule_seed. Returns the fault of the lowest-numbered
/// block that had one, so that the outcome does not depend on timing.
NPUSIM_INTERNAL std::optional<KernelFault> RunBlocks(const KernelLaunch& launch,
                                                     DeviceMemory& memory, VectorMode mode);

}  // namespace npusim
