#include "op_under_test/runtime/device.h"

#include <algorithm>
#include <deque>

#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

struct Devices {
  Devices() {
    for (int number = 0; number < kPhysicalDeviceCount; ++number) all.emplace_back(number);
  }
  std::mutex state_mutex;
  std::deque<Device> all;  // by physical number
};

Devices& AllDevices() {
  static Devices* const devices = new Devices;  // outlives the streams' threads
  return *devices;
}

}  // namespace

int32_t Device::id() const {
  const std::vector<int>& visible = ActiveConfig().visible_devices;
  return static_cast<int32_t>(std::ranges::find(visible, physical_id_) - visible.begin());
}

bool Device::OpenMemory() {
  const SocSpec& soc = *ActiveConfig().soc;
  saturation_mode_ =
      soc.has_inf_nan_mode ? ACL_RT_OVERFLOW_MODE_INFNAN : ACL_RT_OVERFLOW_MODE_SATURATION;
  if (memory_ && memory_->capacity_bytes() == soc.memory_bytes) return true;
  memory_view_.store(nullptr, std::memory_order_release);
  memory_.reset();  // the old range first: two of them may not fit
  memory_ = DeviceMemory::Create(soc.memory_bytes);
  memory_view_.store(memory_.get(), std::memory_order_release);
  return memory_ != nullptr;
}

VectorMode Device::vector_mode() const {
  return {.flushes_subnormals = ActiveConfig().soc->flushes_subnormals,
          .saturates = saturation_mode_ == ACL_RT_OVERFLOW_MODE_SATURATION};
}

int32_t DeviceCount() { return static_cast<int32_t>(ActiveConfig().visible_devices.size()); }

Device* FindDevice(int32_t id) {
  if (id < 0 || id >= DeviceCount()) return nullptr;
  return &AllDevices().all[static_cast<size_t>(ActiveConfig().visible_devices[id])];
}

Device* DeviceOwning(const void* pointer) {
  for (Device& device : AllDevices().all) {
    const DeviceMemory* memory = device.memory();
    if (memory != nullptr && memory->Owns(reinterpret_cast<DeviceAddress>(pointer))) {
      return &device;
    }
  }
  return nullptr;
}

std::mutex& DeviceStateMutex() { return AllDevices().state_mutex; }

}  // namespace npusim
