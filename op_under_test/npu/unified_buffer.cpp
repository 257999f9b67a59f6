#include "op_under_test/npu/unified_buffer.h"

#include <cstring>
#include <string>

#include "op_under_test/npu/kernel.h"
#include "op_under_test/npu/soc.h"

namespace npusim {

constexpr size_t kBaseAlignment = 512;

UnifiedBuffer::UnifiedBuffer(uint32_t capacity_bytes)
    : storage_(new std::byte[capacity_bytes + kBaseAlignment]), capacity_bytes_(capacity_bytes) {
  void* start = storage_.get();
  size_t space = capacity_bytes + kBaseAlignment;
  base_ = static_cast<std::byte*>(std::align(kBaseAlignment, capacity_bytes, start, space));
}

std::byte* UnifiedBuffer::AllocateBytes(size_t bytes) {
  const size_t taken =
      (bytes + kUnifiedBufferBlockBytes - 1) / kUnifiedBufferBlockBytes * kUnifiedBufferBlockBytes;
  if (taken > capacity_bytes_ - used_bytes_) Exhausted(bytes);
  std::byte* const piece = base_ + used_bytes_;
  std::memset(piece, 0xFF, taken);
  used_bytes_ += static_cast<uint32_t>(taken);
  return piece;
}

bool UnifiedBuffer::Contains(const void* pointer, size_t bytes) const {
  const auto start = reinterpret_cast<uintptr_t>(base_);
  const auto wanted = reinterpret_cast<uintptr_t>(pointer);
  return wanted >= start && wanted - start <= used_bytes_ &&
         bytes <= used_bytes_ - (wanted - start);
}

void UnifiedBuffer::Exhausted(size_t bytes) const {
  throw KernelFault(KernelFaultKind::kUnifiedBufferOverflow,
                    "asks for " + std::to_string(bytes) +
                        " bytes of the unified buffer, of whose " +
                        std::to_string(capacity_bytes_) + " bytes " + std::to_string(used_bytes_) +
                        " are in use");
}

}  // namespace npusim
