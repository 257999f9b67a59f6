// The timeouts of the C API.
#pragma once

#include <cstdint>
#include <string>

#include "op_under_test/runtime/api_errors.h"

namespace npusim {

/// Reads a timeout in milliseconds: -1 waits without end; 0 and less than -1 are refused (107000).
inline aclError ReadTimeout(const char* function, int32_t timeout_ms, Timeout* timeout) {
  if (timeout_ms < -1 || timeout_ms == 0) {
    return InvalidRuntimeValue(function, std::to_string(timeout_ms), "timeout",
                               "-1 or greater than 0");
  }
  *timeout = timeout_ms == -1 ? Timeout() : std::chrono::milliseconds(timeout_ms);
  return ACL_SUCCESS;
}

}  // namespace npusim
