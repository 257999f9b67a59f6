#include "framework/sweep/shared_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace touchstone::sweep {
namespace {

Error Failed(size_t bytes, int error_number) {
  return InfrastructureError(fmt::format("cannot share {} bytes with the device's process: {}",
                                         bytes, std::strerror(error_number)));
}

}  // namespace

Result<SharedMemory> SharedMemory::Create(size_t bytes) {
  const int fd = memfd_create("touchstone-sweep", MFD_CLOEXEC);
  if (fd < 0) return Failed(bytes, errno);
  if (ftruncate(fd, static_cast<off_t>(bytes)) != 0) {
    const int error = errno;
    close(fd);
    return Failed(bytes, error);
  }
  return Open(fd, bytes);
}

Result<SharedMemory> SharedMemory::Open(int fd, size_t bytes) {
  SharedMemory memory;
  memory.fd_ = fd;
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (address == MAP_FAILED) return Failed(bytes, errno);
  memory.bytes_ = {static_cast<std::byte*>(address), bytes};
  return memory;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), bytes_(std::exchange(other.bytes_, {})) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  if (fd_ >= 0) close(fd_);
}

}  // namespace touchstone::sweep
