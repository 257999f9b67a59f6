// Pinned host memory.
#pragma once

#include <cstddef>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Null when the machine has no more.
NPUSIM_INTERNAL void* AllocateHostMemory(size_t bytes);
/// False when the pointer is not the start of such an allocation.
NPUSIM_INTERNAL bool FreeHostMemory(void* pointer);
/// Whether the address lies in one.
NPUSIM_INTERNAL bool IsPinned(const void* pointer);

}  // namespace npusim
