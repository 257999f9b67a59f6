#include "framework/suite/status_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace touchstone::suite {

const std::vector<StatusName>& AllStatusNames() {
  static const std::vector<StatusName> kNames = {
      {0, "ACLNN_SUCCESS", "the call succeeded"},
      {161001, "ACLNN_ERR_PARAM_NULLPTR", "a required argument is a null pointer"},
      {161002, "ACLNN_ERR_PARAM_INVALID",
       "an argument has a value, dtype, shape or format outside its range"},
      {361001, "ACLNN_ERR_RUNTIME_ERROR", "a call into the runtime failed"},
      {561000, "ACLNN_ERR_INNER", "an error inside the library"},
      {561001, "ACLNN_ERR_INNER_INFERSHAPE_ERROR", "the output shape could not be inferred"},
      {561002, "ACLNN_ERR_INNER_TILING_ERROR", "the kernel's tiling refused the call"},
      {561003, "ACLNN_ERR_INNER_FIND_KERNEL_ERROR", "no kernel was found for the call"},
      {561101, "ACLNN_ERR_INNER_CREATE_EXECUTOR", "the executor could not be created"},
      {561102, "ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR", "the executor was not handed over"},
      {561103, "ACLNN_ERR_INNER_NULLPTR", "a null pointer inside the library"},
      {561104, "ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE", "wrong number of attributes"},
      {561105, "ACLNN_ERR_INNER_KEY_CONFLICT", "kernels share a key"},
      {561106, "ACLNN_ERR_INNER_INVALID_IMPL_MODE", "unknown implementation mode"},
      {561107, "ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND", "ASCEND_OPP_PATH is not set"},
      {561108, "ACLNN_ERR_INNER_LOAD_JSON_FAILED", "a kernel description could not be loaded"},
      {561109, "ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND", "a kernel description lacks a value"},
      {561110, "ACLNN_ERR_INNER_JSON_FORMAT_INVALID", "a kernel description has an unknown format"},
      {561111, "ACLNN_ERR_INNER_JSON_DTYPE_INVALID", "a kernel description has an unknown dtype"},
      {561112, "ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND", "the kernel package is not installed"},
      {561118, "ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID",
       "a static kernel's workspace is invalid"},
      {561119, "ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID",
       "a static kernel's core count is invalid"},
      {107000, "ACL_ERROR_RT_PARAM_INVALID", "invalid argument of a runtime call"},
      {107001, "ACL_ERROR_RT_INVALID_DEVICEID", "no device has this number"},
      {107002, "ACL_ERROR_RT_CONTEXT_NULL", "the thread has no current context"},
      {107003, "ACL_ERROR_RT_STREAM_CONTEXT", "the stream belongs to another context"},
      {107017, "ACL_ERROR_RT_INVALID_HANDLE", "invalid handle"},
      {107019, "ACL_ERROR_RT_WAIT_TIMEOUT", "waiting took too long"},
      {207000, "ACL_ERROR_RT_FEATURE_NOT_SUPPORT", "the feature is not supported"},
      {207001, "ACL_ERROR_RT_MEMORY_ALLOCATION", "device memory could not be allocated"},
      {207018, "ACL_ERROR_RT_DEVICE_OOM", "the device is out of memory"},
      {507000, "ACL_ERROR_RT_INTERNAL_ERROR", "an error inside the runtime"},
      {507004, "ACL_ERROR_RT_STREAM_NOT_COMPLETE", "the stream has unfinished tasks"},
      {507014, "ACL_ERROR_RT_AICORE_TIMEOUT", "an AI core task took too long"},
      {507015, "ACL_ERROR_RT_AICORE_EXCEPTION", "an AI core stopped with a fault"},
      {507034, "ACL_ERROR_RT_VECTOR_CORE_TIMEOUT", "a vector core task took too long"},
      {507035, "ACL_ERROR_RT_VECTOR_CORE_EXCEPTION", "a vector core stopped with a fault"},
      {507046, "ACL_ERROR_RT_STREAM_SYNC_TIMEOUT", "synchronising a stream took too long"},
      {507047, "ACL_ERROR_RT_EVENT_SYNC_TIMEOUT", "synchronising an event took too long"},
      {507899, "ACL_ERROR_RT_DRV_INTERNAL_ERROR", "an error inside the driver"},
  };
  return kNames;
}

std::optional<int> StatusCode(std::string_view name) {
  // The library's header spells this name with a slip that existing programs rely on.
  if (name == "ACLNN_ERR_INNER_KEY_CONFILICT") name = "ACLNN_ERR_INNER_KEY_CONFLICT";
  for (const StatusName& status : AllStatusNames()) {
    if (status.name == name) return status.code;
  }
  return std::nullopt;
}

const StatusName* FindStatus(int code) {
  const auto& names = AllStatusNames();
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const StatusName& status) { return status.code == code; });
  return found == names.end() ? nullptr : &*found;
}

std::string StatusText(int code) {
  const StatusName* status = FindStatus(code);
  return status == nullptr ? fmt::format("{}", code) : fmt::format("{} ({})", code, status->name);
}

}  // namespace touchstone::suite
