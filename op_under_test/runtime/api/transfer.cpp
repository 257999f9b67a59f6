// Copies and fills, synchronous and in a stream.
#include "op_under_test/runtime/transfer.h"

#include <memory>
#include <string>

#include "acl/acl.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/device.h"
#include "op_under_test/runtime/host_memory.h"

namespace npusim {
namespace {

/// The checks that copies share, in the runtime's order. The pointers, not the kind, say where the
/// memory lies; the kind need only be one that exists.
aclError CheckCopy(const char* function, const void* destination, size_t destination_max,
                   const void* source, size_t count, aclrtMemcpyKind kind) {
  if (destination == nullptr) return NullPointer(function, "dst");
  if (source == nullptr) return NullPointer(function, "src");
  if (kind < ACL_MEMCPY_HOST_TO_HOST || kind > ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE) {
    return InvalidValue(function, std::to_string(kind), "kind", "[0, 5]");
  }
  if (!CurrentContext()) return ACL_ERROR_RT_CONTEXT_NULL;
  if (count > destination_max) {
    return InvalidRuntimeValue(function, std::to_string(count), "count",
                               "[0, " + std::to_string(destination_max) + "]");
  }
  if (const aclError error = CheckTransferEnd(function, {source, count})) return error;
  return CheckTransferEnd(function, {destination, count});
}

aclError CheckFill(const char* function, const void* pointer, size_t max_count, size_t count) {
  if (pointer == nullptr) return NullPointer(function, "devPtr");
  if (!CurrentContext()) return ACL_ERROR_RT_CONTEXT_NULL;
  if (count > max_count) {
    return InvalidRuntimeValue(function, std::to_string(count), "count",
                               "[0, " + std::to_string(max_count) + "]");
  }
  return CheckTransferEnd(function, {pointer, count});
}

/// Pageable host memory is the caller's again when the call returns, so such copies are waited for.
bool IsPageable(const void* pointer) {
  return DeviceOwning(pointer) == nullptr && !IsPinned(pointer);
}

}  // namespace
}  // namespace npusim

using npusim::Noted;

aclError aclrtMemcpy(void* destination, size_t destination_max, const void* source, size_t count,
                     aclrtMemcpyKind kind) {
  constexpr const char* kFunction = "aclrtMemcpy";
  if (count == 0) return ACL_SUCCESS;
  if (const aclError error =
          npusim::CheckCopy(kFunction, destination, destination_max, source, count, kind)) {
    return Noted(error);
  }
  return Noted(npusim::CopyBytes(kFunction, destination, source, count));
}

aclError aclrtMemcpyAsync(void* destination, size_t destination_max, const void* source,
                          size_t count, aclrtMemcpyKind kind, aclrtStream stream) {
  constexpr const char* kFunction = "aclrtMemcpyAsync";
  if (count == 0) return ACL_SUCCESS;
  if (kind == ACL_MEMCPY_HOST_TO_HOST) return Noted(ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  if (const aclError error =
          npusim::CheckCopy(kFunction, destination, destination_max, source, count, kind)) {
    return Noted(error);
  }
  std::shared_ptr<npusim::Stream> on;
  if (const aclError error = npusim::ResolveStream(stream, &on)) return Noted(error);
  on->Enqueue([=] {
    return npusim::TaskOutcome{npusim::CopyBytes(kFunction, destination, source, count),
                               "a copy in the stream failed"};
  });
  if (npusim::IsPageable(source) || npusim::IsPageable(destination)) on->WaitForQueued();
  return ACL_SUCCESS;
}

aclError aclrtMemset(void* device_pointer, size_t max_count, int32_t value, size_t count) {
  constexpr const char* kFunction = "aclrtMemset";
  if (count == 0) return ACL_SUCCESS;
  if (const aclError error = npusim::CheckFill(kFunction, device_pointer, max_count, count)) {
    return Noted(error);
  }
  return Noted(npusim::FillBytes(kFunction, device_pointer, value, count));
}

aclError aclrtMemsetAsync(void* device_pointer, size_t max_count, int32_t value, size_t count,
                          aclrtStream stream) {
  constexpr const char* kFunction = "aclrtMemsetAsync";
  if (count == 0) return ACL_SUCCESS;
  if (const aclError error = npusim::CheckFill(kFunction, device_pointer, max_count, count)) {
    return Noted(error);
  }
  std::shared_ptr<npusim::Stream> on;
  if (const aclError error = npusim::ResolveStream(stream, &on)) return Noted(error);
  on->Enqueue([=] {
    return npusim::TaskOutcome{npusim::FillBytes(kFunction, device_pointer, value, count),
                               "a fill in the stream failed"};
  });
  return ACL_SUCCESS;
}
