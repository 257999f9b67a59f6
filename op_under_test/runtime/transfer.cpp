#include "op_under_test/runtime/transfer.h"

#include <cstring>

#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/device.h"

namespace npusim {
namespace {

/// An end opened for access; keeps the allocation from vanishing.
struct OpenedEnd {
  std::byte* host = nullptr;
  MemoryWindow window;
  aclError error = ACL_SUCCESS;
};

OpenedEnd OpenEnd(const char* function, const void* pointer, uint64_t bytes, Access access) {
  Device* const device = DeviceOwning(pointer);
  if (device == nullptr) return {static_cast<std::byte*>(const_cast<void*>(pointer)), {}, {}};
  MemoryFault fault{};
  MemoryWindow window =
      device->memory()->Open(reinterpret_cast<DeviceAddress>(pointer), bytes, 1, access, &fault);
  if (window.host == nullptr) {
    return {nullptr, {}, RefusedMemory(function, fault, pointer, bytes)};
  }
  return {window.host, window, ACL_SUCCESS};
}

}  // namespace

aclError CheckTransferEnd(const char* function, TransferEnd end) {
  Device* const device = DeviceOwning(end.pointer);
  if (device == nullptr) return ACL_SUCCESS;
  MemoryFault fault = MemoryFault::kOutOfBounds;
  const auto address = reinterpret_cast<DeviceAddress>(end.pointer);
  const auto block = device->memory()->FindBlock(address, &fault);
  if (block && block->Contains(address - block->address(), end.bytes)) return ACL_SUCCESS;
  return RefusedMemory(function, fault, end.pointer, end.bytes);
}

aclError CopyBytes(const char* function, void* destination, const void* source, uint64_t bytes) {
  Device* const device = DeviceOwning(source);
  if (device != nullptr && DeviceOwning(destination) == nullptr) {
    MemoryFault fault{};
    const bool copied = device->memory()->Read(reinterpret_cast<DeviceAddress>(source), bytes, 1,
                                               static_cast<std::byte*>(destination), &fault);
    return copied ? ACL_SUCCESS : RefusedMemory(function, fault, source, bytes);
  }
  const OpenedEnd from = OpenEnd(function, source, bytes, Access::kRead);
  if (from.error != ACL_SUCCESS) return from.error;
  const OpenedEnd to = OpenEnd(function, destination, bytes, Access::kWrite);
  if (to.error != ACL_SUCCESS) return to.error;
  std::memmove(to.host, from.host, bytes);
  return ACL_SUCCESS;
}

aclError FillBytes(const char* function, void* destination, int32_t value, uint64_t bytes) {
  const auto byte = static_cast<std::byte>(value);
  Device* const device = DeviceOwning(destination);
  if (device == nullptr) {
    std::memset(destination, value, bytes);
    return ACL_SUCCESS;
  }
  MemoryFault fault = MemoryFault::kOutOfBounds;
  const auto address = reinterpret_cast<DeviceAddress>(destination);
  const auto block = device->memory()->FindBlock(address, &fault);
  if (!block || !block->Contains(address - block->address(), bytes)) {
    return RefusedMemory(function, fault, destination, bytes);
  }
  block->Repeat(address - block->address(), bytes, {&byte, 1});
  return ACL_SUCCESS;
}

}  // namespace npusim
