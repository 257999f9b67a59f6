// The memory of one device: addresses the host holds but cannot touch, and a second mapping of the
// same pages that only cores and copies use.
//
// The address range is reserved once and sparse: a page costs nothing until it is first accessed.
// Every block starts out as if filled with 0xFF bytes (NaN in every floating-point type), whether
// its pages are new or were used before; the fill happens in chunks, at the first write to a part
// of each. The same goes for any other element that is repeated over whole chunks: no page is
// touched for what is the same everywhere. Blocks keep a gap between them, so that no access that
// runs past one block ends in the next.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>

#include "op_under_test/npu/address_ranges.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/shared_block.h"

namespace npusim {

/// Address in device memory, as aclrtMalloc returns it.
using DeviceAddress = uintptr_t;

enum class Access { kRead, kWrite };

/// Why an access or a release was refused.
enum class MemoryFault { kOutOfBounds, kUnaligned, kUseAfterFree, kDoubleFree, kForeignPointer };

/// Bytes of device memory opened for access: host pointer and the block's bounds.
struct MemoryWindow {
  std::byte* host = nullptr;  ///< where `address` lies in the cores' mapping
  SharedBlock block;
};

class NPUSIM_INTERNAL DeviceMemory {
 public:
  /// Reserves room for `capacity_bytes` of allocations. Null when the machine refuses.
  static std::unique_ptr<DeviceMemory> Create(uint64_t capacity_bytes);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// A block of `size_bytes` usable bytes that costs `real_bytes` of the capacity; its start is
  /// 512-byte aligned. Null address when the capacity does not suffice.
  DeviceAddress Allocate(uint64_t size_bytes, uint64_t real_bytes);
  /// Releases the block that starts at `address`; its pages stay resident.
  std::optional<MemoryFault> Free(DeviceAddress address);
  /// Releases every block.
  void FreeAll();

  /// Whether the address lies in this device's range, allocated or not.
  bool Owns(DeviceAddress address) const {
    return address >= base_ && address - base_ < reserved_bytes_;
  }

  /// Translates [address, address + bytes) for an access; the whole range must lie in one live
  /// block and the address be a multiple of `alignment`. Chunks touched for the first time are
  /// filled. On failure `window.host` is null and
  /// `fault` says why.
  MemoryWindow Open(DeviceAddress address, uint64_t bytes, uint64_t alignment, Access access,
                    MemoryFault* fault);
  /// Copies from device memory, with the checks of Open; false with the reason where one fails.
  bool Read(DeviceAddress address, uint64_t bytes, uint64_t alignment, std::byte* to,
            MemoryFault* fault);
  /// The live block around an address (for accesses at many offsets), or null with the reason.
  SharedBlock FindBlock(DeviceAddress address, MemoryFault* fault);

  uint64_t capacity_bytes() const { return capacity_bytes_; }
  uint64_t used_bytes() const;
  size_t live_block_count() const;
  /// "2 blocks, 96 bytes, the first at 0x120000000000 of 64 bytes"; empty when nothing is live.
  std::string DescribeLiveBlocks() const;

 private:
  /// The block that holds the whole range, or null with the reason.
  SharedBlock FindRange(DeviceAddress address, uint64_t bytes, uint64_t alignment,
                        MemoryFault* fault);

  DeviceMemory(int descriptor, DeviceAddress base, std::byte* host, uint64_t capacity_bytes,
               uint64_t reserved_bytes);

  const int descriptor_;
  const DeviceAddress base_;
  std::byte* const host_;
  const uint64_t capacity_bytes_;
  const uint64_t reserved_bytes_;
  mutable std::shared_mutex mutex_;
  AddressRanges free_ranges_;
  uint64_t used_bytes_ = 0;
  std::map<DeviceAddress, SharedBlock> live_;
  std::map<DeviceAddress, uint64_t> freed_;  ///< past blocks whose addresses are not in use again
};

/// One live allocation. Shared with whoever is accessing it, so that a block freed meanwhile does
/// not vanish under a running core.
class NPUSIM_INTERNAL DeviceBlock {
 public:
  static constexpr uint64_t kChunkBytes = 64 * 1024;

  DeviceBlock(DeviceAddress address, uint64_t size_bytes, uint64_t real_bytes, std::byte* host);

  DeviceAddress address() const { return address_; }
  uint64_t size_bytes() const { return size_bytes_; }
  uint64_t real_bytes() const { return real_bytes_; }
  std::byte* host() const { return host_; }

  /// Whether [offset, offset + bytes) lies in the block.
  bool Contains(uint64_t offset, uint64_t bytes) const {
    return offset <= size_bytes_ && bytes <= size_bytes_ - offset;
  }
  /// Makes the bytes accessible at host() + offset: fills the chunks that are not there yet. A
  /// chunk that `access` overwrites as a whole is not filled first. The range must lie in the
  /// block.
  void Prepare(uint64_t offset, uint64_t bytes, Access access);
  /// Copies bytes of the block, without touching a page of a chunk that repeats one element.
  void Read(uint64_t offset, uint64_t bytes, std::byte* to);
  /// Overwrites the range with one element over and over: 1, 2, 4 or 8 bytes, which divide both
  /// `offset` and `bytes`.
  void Repeat(uint64_t offset, uint64_t bytes, std::span<const std::byte> element);

 private:
  friend class SharedBlock;
  void PrepareChunk(uint64_t chunk, bool overwritten);
  uint64_t ChunkEnd(uint64_t chunk) const {
    return std::min((chunk + 1) * kChunkBytes, size_bytes_);
  }

  const DeviceAddress address_;
  const uint64_t size_bytes_;
  const uint64_t real_bytes_;
  std::byte* const host_;
  std::unique_ptr<std::atomic<uint8_t>[]> chunk_states_;
  std::unique_ptr<std::atomic<uint64_t>[]> repeated_;  ///< of chunks that are not there yet
  std::atomic<int> holders_ = 1;
};

inline void SharedBlock::Hold() const {
  if (block_ != nullptr) block_->holders_.fetch_add(1, std::memory_order_relaxed);
}

inline void SharedBlock::LetGo() const {
  if (block_ == nullptr || block_->holders_.fetch_sub(1, std::memory_order_release) != 1) return;
  (void)block_->holders_.load(std::memory_order_acquire);  // what the others did comes before
  delete block_;
}

}  // namespace npusim
