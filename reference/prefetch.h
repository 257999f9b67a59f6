// Asking for memory before it is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace touchstone::reference {

/// Asks for as many elements as `run` has, from its end on, while there is arithmetic to do on
/// `run` itself: left alone the machine begins each of several short runs anew. Never faults,
/// wherever the memory behind `run` ends.
inline void PrefetchAfter(std::span<const float> run) {
  constexpr size_t kLineBytes = 64;
  const auto end = reinterpret_cast<uintptr_t>(run.data()) + run.size_bytes();
  for (size_t offset = 0; offset < run.size_bytes(); offset += kLineBytes) {
    __builtin_prefetch(reinterpret_cast<const void*>(end + offset));
  }
}

}  // namespace touchstone::reference
