#include "op_under_test/runtime/host_memory.h"

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>

namespace npusim {
namespace {

constexpr size_t kAlignment = 64;

struct HostMemory {
  std::mutex mutex;
  std::map<uintptr_t, size_t> bytes_by_start;
};

HostMemory& Pinned() {
  static HostMemory* const memory = new HostMemory;  // outlives the streams' threads
  return *memory;
}

}  // namespace

void* AllocateHostMemory(size_t bytes) {
  if (bytes > SIZE_MAX - kAlignment) return nullptr;
  void* const pointer =
      std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (pointer == nullptr) return nullptr;
  const std::lock_guard lock(Pinned().mutex);
  Pinned().bytes_by_start.emplace(reinterpret_cast<uintptr_t>(pointer), bytes);
  return pointer;
}

bool FreeHostMemory(void* pointer) {
  {
    const std::lock_guard lock(Pinned().mutex);
    if (Pinned().bytes_by_start.erase(reinterpret_cast<uintptr_t>(pointer)) == 0) return false;
  }
  std::free(pointer);
  return true;
}

bool IsPinned(const void* pointer) {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  const std::lock_guard lock(Pinned().mutex);
  const auto next = Pinned().bytes_by_start.upper_bound(address);
  if (next == Pinned().bytes_by_start.begin()) return false;
  const auto& [start, bytes] = *std::prev(next);
  return address - start < bytes;
}

}  // namespace npusim
