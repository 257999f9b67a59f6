// The simulated devices of this process.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "acl/acl_rt.h"
#include "op_under_test/npu/device_memory.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/vector_unit.h"

namespace npusim {

class Context;

/// One device: its memory and modes. `reference_count` and `primary_context` belong to context.cpp
/// and are guarded by DeviceStateMutex().
class NPUSIM_INTERNAL Device {
 public:
  explicit Device(int physical_id) : physical_id_(physical_id) {}

  /// Its number among the visible devices, which is the one programs use.
  int32_t id() const;
  /// Reserves the memory of the configured SoC, unless that is done; false when the machine
  /// refuses.
  bool OpenMemory();
  /// Null until the memory was opened.
  DeviceMemory* memory() const { return memory_view_.load(std::memory_order_acquire); }

  aclrtFloatOverflowMode saturation_mode() const { return saturation_mode_; }
  void set_saturation_mode(aclrtFloatOverflowMode mode) { saturation_mode_ = mode; }
  VectorMode vector_mode() const;

  int reference_count = 0;
  std::shared_ptr<Context> primary_context;

 private:
  const int physical_id_;
  std::unique_ptr<DeviceMemory> memory_;
  std::atomic<DeviceMemory*> memory_view_ = nullptr;
  std::atomic<aclrtFloatOverflowMode> saturation_mode_ = ACL_RT_OVERFLOW_MODE_INFNAN;
};

/// Number of devices a program sees.
NPUSIM_INTERNAL int32_t DeviceCount();
/// By its number among the visible ones; null when that is out of range.
NPUSIM_INTERNAL Device* FindDevice(int32_t id);
/// The device whose address range holds the pointer, or null (host memory, or no memory at all).
NPUSIM_INTERNAL Device* DeviceOwning(const void* pointer);
NPUSIM_INTERNAL std::mutex& DeviceStateMutex();

}  // namespace npusim
