// Allocation and what can be asked about memory.
#include <string>

#include "acl/acl.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/device.h"
#include "op_under_test/runtime/error_text.h"
#include "op_under_test/runtime/host_memory.h"
#include "op_under_test/runtime/strict_report.h"

namespace npusim {
namespace {

constexpr uint64_t kSizeUnitBytes = 32;
constexpr uint32_t kPageBytes = 4096;
constexpr uint32_t kHugePageBytes = 2 << 20;

// What an allocation costs: rounded up to 32 bytes, after the SoC's padding where it applies.
uint64_t RealSize(uint64_t size, uint64_t padding) {
  return (size + kSizeUnitBytes + padding - 1) / kSizeUnitBytes * kSizeUnitBytes;
}

aclError Allocate(const char* function, void** pointer, size_t size, uint64_t padding) {
  if (pointer == nullptr) return NullPointer(function, "devPtr");
  if (size == 0) return InvalidValue(function, "0", "size", "greater than 0");
  const std::shared_ptr<Context> context = CurrentContext();
  if (!context) return ACL_ERROR_RT_CONTEXT_NULL;
  DeviceMemory& memory = *context->device().memory();
  const DeviceAddress address =
      size > memory.capacity_bytes() ? 0 : memory.Allocate(size, RealSize(size, padding));
  if (address == 0) {
    ReportError("EE9999", std::string(function) + " failed: out of device memory, " +
                              std::to_string(size) + " bytes asked for, " +
                              std::to_string(memory.capacity_bytes() - memory.used_bytes()) +
                              " of " + std::to_string(memory.capacity_bytes()) + " free");
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  }
  *pointer = reinterpret_cast<void*>(address);
  return ACL_SUCCESS;
}

uint64_t PaddingFor(aclrtMemMallocPolicy policy) {
  const bool unpadded =
      policy == ACL_MEM_MALLOC_HUGE1G_ONLY || policy == ACL_MEM_MALLOC_HUGE1G_ONLY_P2P;
  return unpadded ? 0 : ActiveConfig().soc->malloc_padding_bytes;
}

/// Whether the attribute names memory the chip has; high-bandwidth memory asked of a chip without
/// it is answered with what it has instead.
bool Answers(aclrtMemAttr attr, const SocSpec& soc) {
  switch (attr) {
    case ACL_HBM_MEM:
    case ACL_HBM_MEM_HUGE:
    case ACL_HBM_MEM_NORMAL:
    case ACL_MEM_NORMAL:
    case ACL_MEM_HUGE:
      return true;
    case ACL_DDR_MEM:
    case ACL_DDR_MEM_HUGE:
    case ACL_DDR_MEM_NORMAL:
      return !soc.has_hbm;
    default:
      return false;
  }
}

}  // namespace
}  // namespace npusim

using npusim::Noted;

aclError aclrtMalloc(void** device_pointer, size_t size, aclrtMemMallocPolicy policy) {
  return Noted(npusim::Allocate("aclrtMalloc", device_pointer, size, npusim::PaddingFor(policy)));
}

aclError aclrtMallocAlign32(void** device_pointer, size_t size, aclrtMemMallocPolicy /*policy*/) {
  return Noted(npusim::Allocate("aclrtMallocAlign32", device_pointer, size, 0));
}

aclError aclrtMallocCached(void** device_pointer, size_t size, aclrtMemMallocPolicy policy) {
  return Noted(
      npusim::Allocate("aclrtMallocCached", device_pointer, size, npusim::PaddingFor(policy)));
}

aclError aclrtFree(void* device_pointer) {
  if (device_pointer == nullptr) return Noted(npusim::NullPointer("aclrtFree", "devPtr"));
  npusim::Device* const device = npusim::DeviceOwning(device_pointer);
  const auto fault =
      device == nullptr
          ? npusim::MemoryFault::kForeignPointer
          : device->memory()->Free(reinterpret_cast<npusim::DeviceAddress>(device_pointer));
  if (!fault) return ACL_SUCCESS;
  return Noted(npusim::RefusedMemory("aclrtFree", *fault, device_pointer, 0));
}

aclError aclrtMallocHost(void** host_pointer, size_t size) {
  if (host_pointer == nullptr) return Noted(npusim::NullPointer("aclrtMallocHost", "hostPtr"));
  if (size == 0) {
    return Noted(npusim::InvalidValue("aclrtMallocHost", "0", "size", "greater than 0"));
  }
  if (!npusim::CurrentContext()) return Noted(ACL_ERROR_RT_CONTEXT_NULL);
  void* const pointer = npusim::AllocateHostMemory(size);
  if (pointer == nullptr) return Noted(ACL_ERROR_RT_MEMORY_ALLOCATION);
  *host_pointer = pointer;
  return ACL_SUCCESS;
}

aclError aclrtFreeHost(void* host_pointer) {
  if (host_pointer == nullptr) return Noted(npusim::NullPointer("aclrtFreeHost", "hostPtr"));
  if (npusim::FreeHostMemory(host_pointer)) return ACL_SUCCESS;
  return Noted(npusim::RefusedMemory("aclrtFreeHost", npusim::MemoryFault::kForeignPointer,
                                     host_pointer, 0));
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free_bytes, size_t* total_bytes) {
  if (free_bytes == nullptr) return Noted(npusim::NullPointer("aclrtGetMemInfo", "free"));
  if (total_bytes == nullptr) return Noted(npusim::NullPointer("aclrtGetMemInfo", "total"));
  const auto context = npusim::CurrentContext();
  if (!context) return Noted(ACL_ERROR_RT_CONTEXT_NULL);
  *free_bytes = 0;
  *total_bytes = 0;
  if (!npusim::Answers(attr, *npusim::ActiveConfig().soc)) return ACL_SUCCESS;
  const npusim::DeviceMemory& memory = *context->device().memory();
  *total_bytes = memory.capacity_bytes();
  *free_bytes = memory.capacity_bytes() - memory.used_bytes();
  return ACL_SUCCESS;
}

aclError aclrtPointerGetAttributes(const void* pointer, aclrtPtrAttributes* attributes) {
  if (pointer == nullptr) return Noted(npusim::NullPointer("aclrtPointerGetAttributes", "ptr"));
  if (attributes == nullptr) {
    return Noted(npusim::NullPointer("aclrtPointerGetAttributes", "attributes"));
  }
  *attributes = {};
  if (const npusim::Device* device = npusim::DeviceOwning(pointer)) {
    attributes->location = {static_cast<uint32_t>(device->id()), ACL_MEM_LOCATION_TYPE_DEVICE};
    attributes->pageSize = npusim::kHugePageBytes;
  } else {
    attributes->location = {0, npusim::IsPinned(pointer) ? ACL_MEM_LOCATION_TYPE_HOST
                                                         : ACL_MEM_LOCATION_TYPE_UNREGISTERED};
    attributes->pageSize = npusim::kPageBytes;
  }
  return ACL_SUCCESS;
}
