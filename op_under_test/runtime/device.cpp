#include "op_under_test/runtime/device.h"

#include <array>

#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

// The tables are indexed by device everywhere; one device is what the shipped suites need.
constexpr int32_t kDeviceCount = 1;

struct Devices {
  std::mutex state_mutex;
  std::array<Device, kDeviceCount> all{Device(0)};
};

Devices& AllDevices() {
  static Devices* const devices = new Devices;  // outlives the streams' threads
  return *devices;
}

}  // namespace

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

int32_t DeviceCount() { return kDeviceCount; }

Device* FindDevice(int32_t id) {
  return id >= 0 && id < kDeviceCount ? &AllDevices().all[id] : nullptr;
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
