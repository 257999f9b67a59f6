// The error texts of the ACL functions, and each thread's last error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "acl/acl_rt.h"
#include "op_under_test/npu/device_memory.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/runtime/stream.h"

namespace npusim {

/// EH0008: "<function> failed because <parameter> cannot be a NULL pointer."; returns 100000.
NPUSIM_INTERNAL aclError NullPointer(const char* function, const char* parameter);
/// EH0007: "<function> failed because value <value> for parameter <parameter> is invalid. Expected
/// value: <expected>."; returns `code`.
NPUSIM_INTERNAL aclError InvalidValue(std::string_view function, std::string_view value,
                                      std::string_view parameter, std::string_view expected,
                                      aclError code = ACL_ERROR_INVALID_PARAM);
/// The same from the runtime layer (EE1003, 107000).
NPUSIM_INTERNAL aclError InvalidRuntimeValue(std::string_view function, std::string_view value,
                                             std::string_view parameter, std::string_view expected,
                                             aclError code = ACL_ERROR_RT_PARAM_INVALID);
/// A strict report and an error text for memory misused by the host; returns 507899, as the
/// driver's refusals do.
NPUSIM_INTERNAL aclError RefusedMemory(std::string_view function, MemoryFault fault,
                                       const void* pointer, uint64_t bytes);
/// Puts the outcome's text into the error buffer and returns its code.
NPUSIM_INTERNAL aclError Surface(const TaskOutcome& outcome);

/// Remembers a failure as the thread's last error; returns the code. Every ACL function ends in it.
NPUSIM_INTERNAL aclError Noted(aclError code);
NPUSIM_INTERNAL aclError LastError(bool clear);

}  // namespace npusim
