// Initialisation, version and errors.
#include "acl/acl.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/error_text.h"
#include "op_under_test/runtime/lifecycle.h"

using npusim::Noted;

aclError aclInit(const char* config_path) { return Noted(npusim::Initialize(config_path)); }

aclError aclFinalize(void) { return Noted(npusim::Finalize()); }

aclError aclFinalizeReference(uint64_t* reference_count) {
  return Noted(npusim::FinalizeReference(reference_count));
}

const char* aclGetRecentErrMsg(void) { return npusim::RecentErrorText(); }

aclError aclrtGetVersion(int32_t* major_version, int32_t* minor_version, int32_t* patch_version) {
  if (major_version == nullptr || minor_version == nullptr || patch_version == nullptr) {
    return Noted(npusim::NullPointer("aclrtGetVersion", major_version == nullptr ? "majorVersion"
                                                        : minor_version == nullptr
                                                            ? "minorVersion"
                                                            : "patchVersion"));
  }
  *major_version = ACL_MAJOR_VERSION;
  *minor_version = ACL_MINOR_VERSION;
  *patch_version = ACL_PATCH_VERSION;
  return ACL_SUCCESS;
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
  return level == ACL_RT_THREAD_LEVEL ? npusim::LastError(false) : ACL_ERROR_INVALID_PARAM;
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
  return level == ACL_RT_THREAD_LEVEL ? npusim::LastError(true) : ACL_ERROR_INVALID_PARAM;
}
