// Copies and fills by the runtime, between host and device memory in any direction.
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "op_under_test/npu/device_memory.h"
#include "op_under_test/npu/internal.h"

namespace npusim {

/// One end of a transfer; the pointer decides whether it lies on the host or on a device.
struct TransferEnd {
  const void* pointer;
  uint64_t bytes;
};

/// Whether every byte is in host memory or in one live allocation; reports and returns 507899 if
/// not. `function` names the API function in messages.
NPUSIM_INTERNAL aclError CheckTransferEnd(const char* function, TransferEnd end);

/// Copies; the ranges may overlap. Checks both ends as above, for they may have changed since.
NPUSIM_INTERNAL aclError CopyBytes(const char* function, void* destination, const void* source,
                                   uint64_t bytes);
NPUSIM_INTERNAL aclError FillBytes(const char* function, void* destination, int32_t value,
                                   uint64_t bytes);

}  // namespace npusim
