// Contexts.
#include "op_under_test/runtime/context.h"

#include "acl/acl.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/device.h"

using npusim::Noted;

aclError aclrtCreateContext(aclrtContext* context, int32_t device_id) {
  if (context == nullptr) return Noted(npusim::NullPointer("aclrtCreateContext", "context"));
  npusim::Device* const device = npusim::FindDevice(device_id);
  if (device == nullptr) {
    return Noted(npusim::InvalidRuntimeValue(
        "aclrtCreateContext", std::to_string(device_id), "deviceId",
        "[0, " + std::to_string(npusim::DeviceCount()) + ")", ACL_ERROR_RT_INVALID_DEVICEID));
  }
  {
    const std::lock_guard lock(npusim::DeviceStateMutex());
    if (device->reference_count == 0 && !device->OpenMemory()) {
      return Noted(ACL_ERROR_RT_DEV_SETUP_ERROR);
    }
  }
  const auto created = std::make_shared<npusim::Context>(*device);
  *context = npusim::Contexts().Insert(created);
  npusim::SetCurrentContext(created);
  return ACL_SUCCESS;
}

aclError aclrtDestroyContext(aclrtContext context) {
  if (context == nullptr) return Noted(npusim::NullPointer("aclrtDestroyContext", "context"));
  const auto found = npusim::Contexts().Find(context);
  if (!found || found == found->device().primary_context) {
    return Noted(ACL_ERROR_RT_INVALID_HANDLE);
  }
  npusim::CloseContext(found);
  return ACL_SUCCESS;
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  if (context == nullptr) return Noted(npusim::NullPointer("aclrtSetCurrentContext", "context"));
  const auto found = npusim::Contexts().Find(context);
  if (!found) return Noted(ACL_ERROR_RT_INVALID_HANDLE);
  npusim::SetCurrentContext(found);
  return ACL_SUCCESS;
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  if (context == nullptr) return Noted(npusim::NullPointer("aclrtGetCurrentContext", "context"));
  const auto current = npusim::CurrentContext();
  if (!current) return Noted(ACL_ERROR_RT_CONTEXT_NULL);
  *context = current.get();
  return ACL_SUCCESS;
}
