// Memory that a process shares with the one it starts.
#pragma once

#include <cstddef>
#include <span>

#include "framework/diagnostics/error.h"

namespace touchstone::sweep {

/// A file in memory, mapped. Movable; unmapped and closed when it goes.
class SharedMemory {
 public:
  /// Error (infrastructure): the system has no memory.
  static Result<SharedMemory> Create(size_t bytes);
  /// The memory behind a descriptor that this process was started with; takes it over.
  static Result<SharedMemory> Open(int fd, size_t bytes);
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  int fd() const { return fd_; }
  std::span<std::byte> bytes() const { return bytes_; }

 private:
  SharedMemory() = default;

  int fd_ = -1;
  std::span<std::byte> bytes_;
};

}  // namespace touchstone::sweep
