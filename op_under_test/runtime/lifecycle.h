// Initialisation and finalisation of the runtime.
#pragma once

#include <cstdint>
#include <functional>

#include "acl/acl.h"
#include "op_under_test/npu/internal.h"

namespace npusim {

/// See aclInit, aclFinalize and aclFinalizeReference in acl/acl.h. Thread-safe.
NPUSIM_INTERNAL aclError Initialize(const char* config_path);
NPUSIM_INTERNAL aclError Finalize();
NPUSIM_INTERNAL aclError FinalizeReference(uint64_t* remaining);
NPUSIM_INTERNAL bool IsInitialized();

/// Registers a function that every real finalisation calls before devices are closed, e.g. to
/// report objects that were never destroyed.
NPUSIM_INTERNAL void CallAtFinalize(std::function<void()> function);

}  // namespace npusim
