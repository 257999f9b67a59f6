// The ACL functions that the framework calls, resolved by name. Private to framework/device: with
// acl_codes.h this is the only place of the framework that sees an acl header.
#pragma once

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

/// Every function of the interface that the framework needs from a set of device libraries.
#define TOUCHSTONE_ACL_FUNCTIONS(X) \
  X(aclInit)                        \
  X(aclFinalize)                    \
  X(aclGetRecentErrMsg)             \
  X(aclrtSetDevice)                 \
  X(aclrtResetDevice)               \
  X(aclrtGetSocName)                \
  X(aclrtGetCurrentContext)         \
  X(aclrtSetCurrentContext)         \
  X(aclrtCreateStream)              \
  X(aclrtDestroyStream)             \
  X(aclrtSynchronizeStream)         \
  X(aclrtMalloc)                    \
  X(aclrtFree)                      \
  X(aclrtMemcpy)                    \
  X(aclrtMemset)                    \
  X(aclCreateTensor)                \
  X(aclDestroyTensor)               \
  X(aclGetViewShape)                \
  X(aclSetAclOpExecutorRepeatable)  \
  X(aclSetInputTensorAddr)          \
  X(aclSetOutputTensorAddr)         \
  X(aclDestroyAclOpExecutor)

namespace touchstone::device {

/// One pointer per function. The types come from the headers, the addresses from dlsym: nothing is
/// linked against the device libraries.
struct AclApi {
#define TOUCHSTONE_DECLARE(name) decltype(&::name) name = nullptr;
  TOUCHSTONE_ACL_FUNCTIONS(TOUCHSTONE_DECLARE)
#undef TOUCHSTONE_DECLARE
};

}  // namespace touchstone::device
