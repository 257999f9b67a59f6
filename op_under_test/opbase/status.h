// The status codes of the operator library, which its public headers do not name, and the one way
// to fail with one.
#pragma once

#include <string_view>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/internal.h"

namespace npusim {

inline constexpr aclnnStatus kSuccess = 0;
inline constexpr aclnnStatus kParamNullptr = 161001;
inline constexpr aclnnStatus kParamInvalid = 161002;
inline constexpr aclnnStatus kRuntimeError = 361001;
inline constexpr aclnnStatus kInner = 561000;
inline constexpr aclnnStatus kInnerNullptr = 561103;

/// Reports `text` under the class that the status's first digit stands for (1: EZ1001, 3: EZ9903,
/// 5: EZ9999) and returns the status.
NPUSIM_INTERNAL aclnnStatus Fail(aclnnStatus status, std::string_view text);

}  // namespace npusim
