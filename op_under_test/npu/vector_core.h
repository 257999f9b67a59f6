// One vector core as a kernel's block sees it: a unified buffer, a vector unit, and global memory
// that can be reached only through checked copies.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "op_under_test/npu/device_memory.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/kernel.h"
#include "op_under_test/npu/unified_buffer.h"
#include "op_under_test/npu/vector_unit.h"

namespace npusim {

/// Every copy checks both sides: the global range must lie in one live allocation and be aligned to
/// the element size, the local range in a piece of the unified buffer. A violation throws
/// KernelFault.
class NPUSIM_INTERNAL VectorCore {
 public:
  VectorCore(const KernelLaunch& launch, uint32_t block_index, UnifiedBuffer& unified_buffer,
             const VectorUnit& vector_unit, DeviceMemory& memory);

  uint32_t block_index() const { return block_index_; }
  uint32_t block_count() const { return launch_.block_count; }
  const VectorUnit& vector() const { return vector_unit_; }
  UnifiedBuffer& unified_buffer() { return unified_buffer_; }
  template <typename T>
  std::span<T> Allocate(size_t count) {
    return unified_buffer_.Allocate<T>(count);
  }

  /// Contiguous copies of `count` elements of `element_bytes`. A read that starts in one of the
  /// launch's inputs and ends in none is reported as out_of_bounds (and happens).
  void CopyIn(void* local, DeviceAddress global, size_t count, size_t element_bytes);
  void CopyOut(DeviceAddress global, const void* local, size_t count, size_t element_bytes);
  template <typename T>
  void CopyIn(std::span<T> local, DeviceAddress global) {
    CopyIn(local.data(), global, local.size(), sizeof(T));
  }
  template <typename T>
  void CopyOut(DeviceAddress global, std::span<T> local) {
    CopyOut(global, local.data(), local.size(), sizeof(T));
  }

  /// Writes `count` copies of one local element of 1, 2, 4 or 8 bytes.
  void CopyOutRepeated(DeviceAddress global, const void* local, size_t count, size_t element_bytes);

  /// Gathers: local[i] = element at global + element_offsets[i] * element_bytes. Offsets count
  /// elements, may be negative, repeat (broadcast) and come in any order; all must lie in the
  /// allocation that holds `global`.
  void CopyInElements(void* local, size_t element_bytes, DeviceAddress global,
                      std::span<const int64_t> element_offsets);
  /// Scatters: element at global + element_offsets[i] * element_bytes = local[i].
  void CopyOutElements(DeviceAddress global, const void* local, size_t element_bytes,
                       std::span<const int64_t> element_offsets);
  /// The same with the offsets computed: element_offset(i) for i in [0, count).
  template <typename OffsetFunction>
  void CopyInElements(void* local, size_t element_bytes, DeviceAddress global, size_t count,
                      OffsetFunction&& element_offset) {
    ForEachBatch(count, element_offset, [&](size_t first, std::span<const int64_t> offsets) {
      CopyInElements(static_cast<std::byte*>(local) + first * element_bytes, element_bytes, global,
                     offsets);
    });
  }
  template <typename OffsetFunction>
  void CopyOutElements(DeviceAddress global, const void* local, size_t element_bytes, size_t count,
                       OffsetFunction&& element_offset) {
    ForEachBatch(count, element_offset, [&](size_t first, std::span<const int64_t> offsets) {
      CopyOutElements(global, static_cast<const std::byte*>(local) + first * element_bytes,
                      element_bytes, offsets);
    });
  }

 private:
  template <typename OffsetFunction, typename BatchFunction>
  static void ForEachBatch(size_t count, OffsetFunction&& element_offset, BatchFunction&& batch) {
    std::array<int64_t, 512> offsets;
    for (size_t first = 0; first < count; first += offsets.size()) {
      const size_t size = std::min(offsets.size(), count - first);
      for (size_t i = 0; i < size; ++i) offsets[i] = element_offset(first + i);
      batch(first, std::span<const int64_t>(offsets.data(), size));
    }
  }

  MemoryWindow Open(DeviceAddress global, size_t bytes, size_t element_bytes, Access access) const;
  SharedBlock BlockAround(DeviceAddress global, size_t element_bytes, Access access) const;
  uint64_t CheckedOffset(DeviceBlock& block, DeviceAddress global, int64_t element_offset,
                         size_t element_bytes, Access access) const;
  static void CopyElement(std::byte* to, const std::byte* from, size_t element_bytes);
  void CheckLocal(const void* local, size_t bytes) const;
  void ReportReadPastInput(DeviceAddress global, uint64_t bytes);
  void ReportInputWrite(DeviceAddress global, uint64_t bytes);

  const KernelLaunch& launch_;
  const uint32_t block_index_;
  UnifiedBuffer& unified_buffer_;
  const VectorUnit& vector_unit_;
  DeviceMemory& memory_;
  bool read_past_input_reported_ = false, input_write_reported_ = false;
};

}  // namespace npusim
