// What a program can ask and set about a device.
#include <optional>
#include <string>

#include "acl/acl.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/device.h"
#include "op_under_test/runtime/system_parameters.h"

namespace npusim {
namespace {

// NPUSIM_CORES changes the cores that do vector work: the vector cores, or the AI cores without
// them.
int64_t VectorCoreCount() {
  const Config& config = ActiveConfig();
  return config.soc->vector_core_count > 0 ? config.core_count : 0;
}
int64_t AiCoreCount() {
  const Config& config = ActiveConfig();
  return config.soc->vector_core_count > 0 ? config.soc->ai_core_count : config.core_count;
}

std::optional<int64_t> Attribute(aclrtDevAttr attr) {
  const SocSpec& soc = *ActiveConfig().soc;
  switch (attr) {
    case ACL_DEV_ATTR_AICORE_CORE_NUM:
    case ACL_DEV_ATTR_CUBE_CORE_NUM:
      return AiCoreCount();
    case ACL_DEV_ATTR_VECTOR_CORE_NUM:
      return VectorCoreCount();
    case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
      return soc.unified_buffer_bytes;
    case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
      return static_cast<int64_t>(soc.memory_bytes);
    case ACL_DEV_ATTR_L2_CACHE_SIZE:
      return static_cast<int64_t>(soc.l2_bytes);
    case ACL_DEV_ATTR_NPU_ARCH:
      return soc.npu_arch;
    case ACL_DEV_ATTR_AICPU_CORE_NUM:
      return std::nullopt;  // the device has no AI CPU
  }
  return std::nullopt;
}

std::optional<int64_t> Capability(aclDeviceInfo info) {
  switch (info) {
    case ACL_DEVICE_INFO_AI_CORE_NUM:
      return AiCoreCount();
    case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
      return VectorCoreCount();
    case ACL_DEVICE_INFO_L2_SIZE:
      return static_cast<int64_t>(ActiveConfig().soc->l2_bytes);
    case ACL_DEVICE_INFO_UNDEFINED:
      break;
  }
  return std::nullopt;
}

aclError CheckDeviceId(const char* function, uint32_t device_id) {
  if (device_id < static_cast<uint32_t>(DeviceCount())) return ACL_SUCCESS;
  return InvalidRuntimeValue(function, std::to_string(device_id), "deviceId",
                             "[0, " + std::to_string(DeviceCount()) + ")",
                             ACL_ERROR_RT_INVALID_DEVICEID);
}

}  // namespace
}  // namespace npusim

using npusim::Noted;

const char* aclrtGetSocName(void) { return npusim::ActiveConfig().soc->name.data(); }

aclError aclrtGetDeviceInfo(uint32_t device_id, aclrtDevAttr attr, int64_t* value) {
  if (value == nullptr) return Noted(npusim::NullPointer("aclrtGetDeviceInfo", "value"));
  if (const aclError error = npusim::CheckDeviceId("aclrtGetDeviceInfo", device_id)) {
    return Noted(error);
  }
  const std::optional<int64_t> known = npusim::Attribute(attr);
  if (!known) return Noted(ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  *value = *known;
  return ACL_SUCCESS;
}

aclError aclGetDeviceCapability(uint32_t device_id, aclDeviceInfo device_info, int64_t* value) {
  if (value == nullptr) return Noted(npusim::NullPointer("aclGetDeviceCapability", "value"));
  if (const aclError error = npusim::CheckDeviceId("aclGetDeviceCapability", device_id)) {
    return Noted(error);
  }
  const std::optional<int64_t> known = npusim::Capability(device_info);
  if (!known) {
    return Noted(npusim::InvalidValue("aclGetDeviceCapability", std::to_string(device_info),
                                      "deviceInfo", "[0, 2]"));
  }
  *value = *known;
  return ACL_SUCCESS;
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
  const auto context = npusim::CurrentContext();
  if (!context) return Noted(ACL_ERROR_RT_CONTEXT_NULL);
  if (mode != ACL_RT_OVERFLOW_MODE_SATURATION && mode != ACL_RT_OVERFLOW_MODE_INFNAN) {
    return Noted(npusim::InvalidRuntimeValue("aclrtSetDeviceSatMode", std::to_string(mode), "mode",
                                             "[0, 1]"));
  }
  if (mode == ACL_RT_OVERFLOW_MODE_INFNAN && !npusim::ActiveConfig().soc->has_inf_nan_mode) {
    return Noted(ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  }
  context->device().set_saturation_mode(mode);
  return ACL_SUCCESS;
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
  if (mode == nullptr) return Noted(npusim::NullPointer("aclrtGetDeviceSatMode", "mode"));
  const auto context = npusim::CurrentContext();
  if (!context) return Noted(ACL_ERROR_RT_CONTEXT_NULL);
  *mode = context->device().saturation_mode();
  return ACL_SUCCESS;
}

aclError aclrtGetSysParamOpt(aclSysParamOpt option, int64_t* value) {
  if (value == nullptr) return Noted(npusim::NullPointer("aclrtGetSysParamOpt", "value"));
  const std::optional<int64_t> known = npusim::SystemParameter(option);
  if (!known) {
    return Noted(
        npusim::InvalidValue("aclrtGetSysParamOpt", std::to_string(option), "opt", "[0, 3]"));
  }
  *value = *known;
  return ACL_SUCCESS;
}

aclError aclrtSetSysParamOpt(aclSysParamOpt option, int64_t value) {
  if (npusim::SetSystemParameter(option, value)) return ACL_SUCCESS;
  if (!npusim::SystemParameter(option)) {
    return Noted(
        npusim::InvalidValue("aclrtSetSysParamOpt", std::to_string(option), "opt", "[0, 3]"));
  }
  return Noted(npusim::InvalidValue("aclrtSetSysParamOpt", std::to_string(value), "value",
                                    "a value of the option"));
}
