// Host memory for the storages of tensors.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace touchstone::tensor {

/// Memory aligned to 64 bytes whose content is not set. Large pieces ask for huge pages: a page
/// that is touched for the first time costs many times what is done with its bytes. Error:
/// std::bad_alloc.
void* AllocateHostMemory(size_t bytes);
void FreeHostMemory(void* memory, size_t bytes);

/// From here on, what one case frees serves the next: a page that is touched for the first time
/// costs many times what is done with its bytes. Larger pieces than 32 MiB still go back at once.
/// For processes that run many cases; call before there are threads.
void KeepFreedMemory();

/// Leaves new elements as they are found, so that no page is touched before its content is made.
template <typename T>
struct HostAllocator {
  using value_type = T;
  HostAllocator() = default;
  template <typename U>
  HostAllocator(const HostAllocator<U>&) {}

  T* allocate(size_t count) {
    if (count > static_cast<size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(AllocateHostMemory(count * sizeof(T)));
  }
  void deallocate(T* memory, size_t count) { FreeHostMemory(memory, count * sizeof(T)); }
  template <typename U>
  void construct(U* place) {
    static_assert(std::is_trivially_default_constructible_v<U>);
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Values>
  void construct(U* place, Values&&... values) {
    ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
  }
  template <typename U>
  bool operator==(const HostAllocator<U>&) const {
    return true;
  }
};

/// After HostBytes(n) or resize(n) the content of new bytes is not set.
using HostBytes = std::vector<std::byte, HostAllocator<std::byte>>;

}  // namespace touchstone::tensor
