// The status codes of the operator library, which its public headers do not name.
#pragma once

#include "aclnn/acl_meta.h"

namespace npusim {

inline constexpr aclnnStatus kSuccess = 0;
inline constexpr aclnnStatus kParamNullptr = 161001;
inline constexpr aclnnStatus kParamInvalid = 161002;
inline constexpr aclnnStatus kRuntimeError = 361001;
inline constexpr aclnnStatus kInner = 561000;
inline constexpr aclnnStatus kInnerNullptr = 561103;

}  // namespace npusim
