#include "framework/tensor/host_bytes.h"

#include <malloc.h>
#include <sys/mman.h>

#include <cstdlib>

namespace touchstone::tensor {
namespace {

constexpr size_t kAlignment = 64;
// The largest piece that the C library may be told to keep for the next request (mallopt(3)).
constexpr size_t kMappedBytes = size_t{32} << 20;

}  // namespace

void* AllocateHostMemory(size_t bytes) {
  if (bytes < kMappedBytes) {
    void* memory = std::aligned_alloc(kAlignment, (bytes + kAlignment) / kAlignment * kAlignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  (void)madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: small pages will do
  return memory;
}

void KeepFreedMemory() {
  mallopt(M_MMAP_THRESHOLD, static_cast<int>(kMappedBytes));
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_ARENA_MAX, 1);  // each further one would give its pages back by rules of its own
}

void FreeHostMemory(void* memory, size_t bytes) {
  if (bytes < kMappedBytes) return std::free(memory);
  munmap(memory, bytes);
}

}  // namespace touchstone::tensor
