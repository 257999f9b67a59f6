#include "framework/device/other_device.h"

#include <fmt/format.h>

namespace touchstone::device {
namespace {

Status Checked(const char* function, int32_t device_id, int status) {
  if (status == 0) return Done{};
  return InfrastructureError(
      fmt::format("a call on two devices: {} for device {} failed with {}", function, device_id,
                  status));
}

}  // namespace

OtherDevice::OtherDevice(Session& session)
    : api_(session.api()), device_id_(session.device_id() == 0 ? 1 : 0) {}

Result<std::unique_ptr<OtherDevice>> OtherDevice::Open(Session& session) {
  std::unique_ptr<OtherDevice> device(new OtherDevice(session));
  if (auto started = device->Start(); !started) return started.errors();
  return device;
}

Status OtherDevice::Start() {
  const auto checked = [this](const char* function, int status) {
    return Checked(function, device_id_, status);
  };
  auto done = checked("aclrtGetCurrentContext", api_.aclrtGetCurrentContext(&session_context_));
  if (!done) return done;
  done = checked("aclrtSetDevice", api_.aclrtSetDevice(device_id_));
  if (!done) return done;
  is_set_ = true;
  done = checked("aclrtGetCurrentContext", api_.aclrtGetCurrentContext(&context_));
  if (done) done = checked("aclrtCreateStream", api_.aclrtCreateStream(&stream_));
  MakeSessionsCurrent();
  return done;
}

OtherDevice::~OtherDevice() {
  if (!is_set_) return;
  MakeCurrent();
  if (stream_ != nullptr) (void)api_.aclrtDestroyStream(stream_);
  (void)api_.aclrtResetDevice(device_id_);
  MakeSessionsCurrent();
}

}  // namespace touchstone::device
