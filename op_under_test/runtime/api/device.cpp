// Devices: choosing, releasing, synchronising.
#include "op_under_test/runtime/device.h"

#include <string>

#include "acl/acl.h"
#include "op_under_test/runtime/api/timeout.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/error_text.h"
#include "op_under_test/runtime/lifecycle.h"

namespace npusim {
namespace {

aclError NoSuchDevice(const char* function, int64_t device_id) {
  return InvalidRuntimeValue(function, std::to_string(device_id), "deviceId",
                             "[0, " + std::to_string(DeviceCount()) + ")",
                             ACL_ERROR_RT_INVALID_DEVICEID);
}

aclError Reset(const char* function, int32_t device_id, bool force) {
  Device* const device = FindDevice(device_id);
  if (device == nullptr) return NoSuchDevice(function, device_id);
  if (ReleaseDevice(*device, force)) return ACL_SUCCESS;
  ReportError("EE1018", std::string(function) + " failed because device " +
                            std::to_string(device_id) +
                            " has not been set or has already been reset.");
  return ACL_ERROR_RT_CONTEXT_RELEASE_ERROR;
}

aclError Synchronize(Timeout timeout) {
  const std::shared_ptr<Context> context = CurrentContext();
  if (!context) return ACL_ERROR_RT_CONTEXT_NULL;
  return Surface(SynchronizeDevice(context->device(), timeout));
}

}  // namespace
}  // namespace npusim

using npusim::Noted;

aclError aclrtSetDevice(int32_t device_id) {
  if (!npusim::IsInitialized()) return Noted(ACL_ERROR_UNINITIALIZE);
  npusim::Device* const device = npusim::FindDevice(device_id);
  if (device == nullptr) return Noted(npusim::NoSuchDevice("aclrtSetDevice", device_id));
  if (npusim::RetainDevice(*device)) return ACL_SUCCESS;
  npusim::ReportError("EE9999", "this machine has no room for the device's address range");
  return Noted(ACL_ERROR_RT_DEV_SETUP_ERROR);
}

aclError aclrtResetDevice(int32_t device_id) {
  return Noted(npusim::Reset("aclrtResetDevice", device_id, false));
}

aclError aclrtResetDeviceForce(int32_t device_id) {
  return Noted(npusim::Reset("aclrtResetDeviceForce", device_id, true));
}

aclError aclrtGetDevice(int32_t* device_id) {
  if (device_id == nullptr) return Noted(npusim::NullPointer("aclrtGetDevice", "deviceId"));
  const auto context = npusim::CurrentContext();
  if (!context) return Noted(ACL_ERROR_RT_CONTEXT_NULL);
  *device_id = context->device().id();
  return ACL_SUCCESS;
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  if (count == nullptr) return Noted(npusim::NullPointer("aclrtGetDeviceCount", "count"));
  *count = static_cast<uint32_t>(npusim::DeviceCount());
  return ACL_SUCCESS;
}

aclError aclrtGetRunMode(aclrtRunMode* run_mode) {
  if (run_mode == nullptr) return Noted(npusim::NullPointer("aclrtGetRunMode", "runMode"));
  *run_mode = ACL_HOST;
  return ACL_SUCCESS;
}

aclError aclrtSynchronizeDevice(void) { return Noted(npusim::Synchronize({})); }

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout_ms) {
  npusim::Timeout timeout;
  if (const aclError error =
          npusim::ReadTimeout("aclrtSynchronizeDeviceWithTimeout", timeout_ms, &timeout)) {
    return Noted(error);
  }
  return Noted(npusim::Synchronize(timeout));
}

aclError aclrtQueryDeviceStatus(int32_t device_id, aclrtDeviceStatus* device_status) {
  if (device_status == nullptr) {
    return Noted(npusim::NullPointer("aclrtQueryDeviceStatus", "deviceStatus"));
  }
  if (npusim::FindDevice(device_id) == nullptr) {
    return Noted(npusim::NoSuchDevice("aclrtQueryDeviceStatus", device_id));
  }
  *device_status = ACL_RT_DEVICE_STATUS_NORMAL;
  return ACL_SUCCESS;
}
