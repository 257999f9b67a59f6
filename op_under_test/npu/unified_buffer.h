// The scratch memory of one vector core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Memory of the SoC's size, handed out in 32-byte aligned pieces until it is exhausted. New pieces
/// read as 0xFF bytes. Belongs to one core: not thread-safe.
class NPUSIM_INTERNAL UnifiedBuffer {
 public:
  explicit UnifiedBuffer(uint32_t capacity_bytes);

  /// `count` elements; throws KernelFault when the buffer is exhausted.
  template <typename T>
  std::span<T> Allocate(size_t count) {
    if (count > capacity_bytes_ / sizeof(T)) Exhausted(count * sizeof(T));
    return {reinterpret_cast<T*>(AllocateBytes(count * sizeof(T))), count};
  }
  /// Gives everything back.
  void Reset() { used_bytes_ = 0; }

  /// Whether [pointer, pointer + bytes) lies in the part handed out.
  bool Contains(const void* pointer, size_t bytes) const;

  uint32_t capacity_bytes() const { return capacity_bytes_; }
  uint32_t used_bytes() const { return used_bytes_; }

 private:
  std::byte* AllocateBytes(size_t bytes);
  [[noreturn]] void Exhausted(size_t bytes) const;

  std::unique_ptr<std::byte[]> storage_;
  std::byte* base_;  ///< 512-byte aligned start in storage_
  uint32_t capacity_bytes_;
  uint32_t used_bytes_ = 0;
};

}  // namespace npusim
