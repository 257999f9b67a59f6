#include "framework/device/guarded_buffer.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "framework/device/acl_api.h"

namespace touchstone::device {
namespace {

Status Failed(const char* function, const std::string& name, size_t bytes, int status) {
  return InfrastructureError(
      fmt::format("{} of {} bytes for '{}' failed with {}", function, bytes, name, status));
}

}  // namespace

Result<GuardedBuffer> GuardedBuffer::Allocate(Session& session, std::string name,
                                              size_t payload_bytes, uint8_t guard_byte) {
  GuardedBuffer buffer(session, std::move(name), payload_bytes, guard_byte);
  if (payload_bytes > SIZE_MAX - 2 * kGuardBytes) {
    return InfrastructureError(fmt::format("'{}' is too large", buffer.name_));
  }
  const size_t bytes = payload_bytes + 2 * kGuardBytes;
  const int status = session.api().aclrtMalloc(&buffer.base_, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
  if (status != 0) {
    buffer.base_ = nullptr;
    return Failed("aclrtMalloc", buffer.name_, bytes, status).errors();
  }
  if (auto set = buffer.RenewGuards(guard_byte); !set) return set.errors();
  return buffer;
}

Status GuardedBuffer::RenewGuards(uint8_t guard_byte) {
  guard_byte_ = guard_byte;
  auto* base = static_cast<std::byte*>(base_);
  for (void* zone : {base, base + kGuardBytes + payload_bytes_}) {
    const int status = session_->api().aclrtMemset(zone, kGuardBytes, guard_byte, kGuardBytes);
    if (status != 0) return Failed("aclrtMemset", name_, kGuardBytes, status);
  }
  return Done{};
}

GuardedBuffer::GuardedBuffer(GuardedBuffer&& other) noexcept
    : session_(other.session_),
      name_(std::move(other.name_)),
      payload_bytes_(other.payload_bytes_),
      guard_byte_(other.guard_byte_),
      base_(std::exchange(other.base_, nullptr)) {}

GuardedBuffer& GuardedBuffer::operator=(GuardedBuffer&& other) noexcept {
  std::swap(session_, other.session_);
  std::swap(name_, other.name_);
  std::swap(payload_bytes_, other.payload_bytes_);
  std::swap(guard_byte_, other.guard_byte_);
  std::swap(base_, other.base_);
  return *this;
}

GuardedBuffer::~GuardedBuffer() {
  if (base_ != nullptr) (void)session_->api().aclrtFree(base_);
}

Status GuardedBuffer::Fill(uint8_t byte) {
  if (payload_bytes_ == 0) return Done{};
  const int status = session_->api().aclrtMemset(payload(), payload_bytes_, byte, payload_bytes_);
  return status == 0 ? Status(Done{}) : Failed("aclrtMemset", name_, payload_bytes_, status);
}

Status GuardedBuffer::Upload(std::span<const std::byte> bytes) {
  if (bytes.size() != payload_bytes_) {
    return InfrastructureError(
        fmt::format("'{}' holds {} bytes, not {}", name_, payload_bytes_, bytes.size()));
  }
  if (payload_bytes_ == 0) return Done{};
  const int status = session_->api().aclrtMemcpy(payload(), payload_bytes_, bytes.data(),
                                                 bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE);
  return status == 0 ? Status(Done{}) : Failed("aclrtMemcpy", name_, payload_bytes_, status);
}

Status GuardedBuffer::Download(std::span<std::byte> bytes) const {
  if (bytes.size() != payload_bytes_) {
    return InfrastructureError(
        fmt::format("'{}' holds {} bytes, not {}", name_, payload_bytes_, bytes.size()));
  }
  return DownloadPart(0, bytes);
}

Status GuardedBuffer::DownloadPart(size_t offset, std::span<std::byte> bytes) const {
  if (offset > payload_bytes_ || bytes.size() > payload_bytes_ - offset) {
    return InfrastructureError(fmt::format("'{}' holds {} bytes, not {} from {} on", name_,
                                           payload_bytes_, bytes.size(), offset));
  }
  if (bytes.empty()) return Done{};
  const void* from = static_cast<const std::byte*>(payload()) + offset;
  const int status = session_->api().aclrtMemcpy(bytes.data(), bytes.size(), from, bytes.size(),
                                                 ACL_MEMCPY_DEVICE_TO_HOST);
  return status == 0 ? Status(Done{}) : Failed("aclrtMemcpy", name_, bytes.size(), status);
}

Result<std::optional<std::string>> GuardedBuffer::CheckGuards() const {
  const auto* base = static_cast<const std::byte*>(base_);
  std::array<std::byte, kGuardBytes> zone;
  for (const bool after : {false, true}) {
    const void* address = after ? base + kGuardBytes + payload_bytes_ : base;
    const int status = session_->api().aclrtMemcpy(zone.data(), kGuardBytes, address, kGuardBytes,
                                                   ACL_MEMCPY_DEVICE_TO_HOST);
    if (status != 0) return Failed("aclrtMemcpy", name_, kGuardBytes, status).errors();
    size_t count = 0;
    size_t first = 0;
    for (size_t i = 0; i < kGuardBytes; ++i) {
      if (std::to_integer<uint8_t>(zone[i]) == guard_byte_) continue;
      if (count++ == 0) first = i;
    }
    if (count == 0) continue;
    return std::optional<std::string>(fmt::format(
        "{} {} {} the buffer of '{}' ({} bytes) {} overwritten, the first at {:+}: 0x{:02X} "
        "instead "
        "of 0x{:02X}",
        count, count == 1 ? "byte" : "bytes", after ? "after" : "before", name_, payload_bytes_,
        count == 1 ? "was" : "were",
        after ? static_cast<int>(first) : static_cast<int>(first) - static_cast<int>(kGuardBytes),
        std::to_integer<uint8_t>(zone[first]), guard_byte_));
  }
  return std::optional<std::string>();
}

}  // namespace touchstone::device
