#include "op_under_test/npu/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace npusim {
namespace {

constexpr uint64_t kBlockAlignment = 512;
// Between blocks, so that neither an overrun nor an underrun of one ends in another.
constexpr uint64_t kGapBytes = 512;
// Blocks and gaps need more addresses than capacity; addresses cost nothing.
constexpr uint64_t kAddressesPerByte = 2;
constexpr uint64_t kExtraAddressBytes = uint64_t{64} << 20;
// Wanted place of the device addresses: free in ordinary processes and outside the sanitizers'
// shadow. A wish only; a machine that has something there gives another place.
constexpr uintptr_t kWantedAddress = 0x120000000000;

constexpr uint64_t RoundUp(uint64_t value, uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

uint64_t ReservedBytes(const DeviceBlock& block) {
  return RoundUp(block.real_bytes(), kBlockAlignment) + kGapBytes;
}

}  // namespace

std::unique_ptr<DeviceMemory> DeviceMemory::Create(uint64_t capacity_bytes) {
  const uint64_t reserved_bytes = kAddressesPerByte * capacity_bytes + kExtraAddressBytes;
  const int descriptor = memfd_create("npusim-hbm", MFD_CLOEXEC);
  if (descriptor < 0) return nullptr;
  void* device = MAP_FAILED;
  void* host = MAP_FAILED;
  if (ftruncate(descriptor, static_cast<off_t>(reserved_bytes)) == 0) {
    device = mmap(reinterpret_cast<void*>(kWantedAddress), reserved_bytes, PROT_NONE,
                  MAP_SHARED | MAP_NORESERVE, descriptor, 0);
    host = mmap(nullptr, reserved_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                descriptor, 0);
  }
  if (device == MAP_FAILED || host == MAP_FAILED) {
    if (device != MAP_FAILED) munmap(device, reserved_bytes);
    if (host != MAP_FAILED) munmap(host, reserved_bytes);
    close(descriptor);
    return nullptr;
  }
  // Device memory is of no use in a core dump and may be large.
  madvise(host, reserved_bytes, MADV_DONTDUMP);
  return std::unique_ptr<DeviceMemory>(
      new DeviceMemory(descriptor, reinterpret_cast<DeviceAddress>(device),
                       static_cast<std::byte*>(host), capacity_bytes, reserved_bytes));
}

DeviceMemory::DeviceMemory(int descriptor, DeviceAddress base, std::byte* host,
                           uint64_t capacity_bytes, uint64_t reserved_bytes)
    : descriptor_(descriptor),
      base_(base),
      host_(host),
      capacity_bytes_(capacity_bytes),
      reserved_bytes_(reserved_bytes),
      free_ranges_(base + kBlockAlignment, reserved_bytes - kBlockAlignment) {}

DeviceMemory::~DeviceMemory() {
  munmap(reinterpret_cast<void*>(base_), reserved_bytes_);
  munmap(host_, reserved_bytes_);
  close(descriptor_);
}

DeviceAddress DeviceMemory::Allocate(uint64_t size_bytes, uint64_t real_bytes) {
  const std::unique_lock lock(mutex_);
  if (real_bytes < size_bytes || real_bytes > capacity_bytes_ - used_bytes_) return 0;
  const uint64_t taken_bytes = RoundUp(real_bytes, kBlockAlignment) + kGapBytes;
  const std::optional<uint64_t> begin = free_ranges_.Take(taken_bytes);
  if (!begin) return 0;
  auto past = freed_.upper_bound(*begin);
  if (past != freed_.begin() && std::prev(past)->first + std::prev(past)->second > *begin) --past;
  while (past != freed_.end() && past->first < *begin + taken_bytes) past = freed_.erase(past);
  live_.emplace(*begin, SharedBlock(new DeviceBlock(*begin, size_bytes, real_bytes,
                                                    host_ + (*begin - base_))));
  used_bytes_ += real_bytes;
  return *begin;
}

std::optional<MemoryFault> DeviceMemory::Free(DeviceAddress address) {
  const std::unique_lock lock(mutex_);
  const auto found = live_.find(address);
  if (found == live_.end()) {
    return freed_.contains(address) ? MemoryFault::kDoubleFree : MemoryFault::kForeignPointer;
  }
  const DeviceBlock& block = *found->second;
  used_bytes_ -= block.real_bytes();
  free_ranges_.GiveBack(address, ReservedBytes(block));
  freed_.insert_or_assign(address, block.size_bytes());
  live_.erase(found);
  return std::nullopt;
}

void DeviceMemory::FreeAll() {
  const std::unique_lock lock(mutex_);
  for (const auto& [address, block] : live_) {
    free_ranges_.GiveBack(address, ReservedBytes(*block));
    freed_.insert_or_assign(address, block->size_bytes());
  }
  live_.clear();
  used_bytes_ = 0;
}

SharedBlock DeviceMemory::FindBlock(DeviceAddress address, MemoryFault* fault) {
  const std::shared_lock lock(mutex_);
  auto next = live_.upper_bound(address);
  if (next != live_.begin()) {
    const SharedBlock& block = std::prev(next)->second;
    if (address - block->address() < block->size_bytes()) return block;
  }
  *fault = MemoryFault::kOutOfBounds;
  auto past = freed_.upper_bound(address);
  if (past != freed_.begin()) {
    --past;
    if (address - past->first < past->second) *fault = MemoryFault::kUseAfterFree;
  }
  return {};
}

SharedBlock DeviceMemory::FindRange(DeviceAddress address, uint64_t bytes, uint64_t alignment,
                                    MemoryFault* fault) {
  SharedBlock block = FindBlock(address, fault);
  if (!block) return {};
  if (!block->Contains(address - block->address(), bytes)) {
    *fault = MemoryFault::kOutOfBounds;
    return {};
  }
  if (address % alignment != 0) {
    *fault = MemoryFault::kUnaligned;
    return {};
  }
  return block;
}

MemoryWindow DeviceMemory::Open(DeviceAddress address, uint64_t bytes, uint64_t alignment,
                                Access access, MemoryFault* fault) {
  SharedBlock block = FindRange(address, bytes, alignment, fault);
  if (!block) return {};
  const uint64_t offset = address - block->address();
  block->Prepare(offset, bytes, access);
  return {block->host() + offset, std::move(block)};
}

bool DeviceMemory::Read(DeviceAddress address, uint64_t bytes, uint64_t alignment, std::byte* to,
                        MemoryFault* fault) {
  const SharedBlock block = FindRange(address, bytes, alignment, fault);
  if (!block) return false;
  block->Read(address - block->address(), bytes, to);
  return true;
}

uint64_t DeviceMemory::used_bytes() const {
  const std::shared_lock lock(mutex_);
  return used_bytes_;
}

size_t DeviceMemory::live_block_count() const {
  const std::shared_lock lock(mutex_);
  return live_.size();
}

std::string DeviceMemory::DescribeLiveBlocks() const {
  const std::shared_lock lock(mutex_);
  if (live_.empty()) return "";
  uint64_t bytes = 0;
  for (const auto& [address, block] : live_) bytes += block->size_bytes();
  const auto& [first_address, first] = *live_.begin();
  char text[160];
  std::snprintf(text, sizeof text, "%zu blocks, %llu bytes, the first at 0x%llx of %llu bytes",
                live_.size(), static_cast<unsigned long long>(bytes),
                static_cast<unsigned long long>(first_address),
                static_cast<unsigned long long>(first->size_bytes()));
  return text;
}

}  // namespace npusim
