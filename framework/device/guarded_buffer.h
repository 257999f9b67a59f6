// Device memory with a guard zone on either side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "framework/device/session.h"
#include "framework/diagnostics/error.h"

namespace touchstone::device {

/// A buffer in device memory, kGuardBytes of a known byte before and after it. Writing outside the
/// buffer is found by CheckGuards; reading outside it is found when two runs with different guard
/// bytes differ. Freed on destruction. Not thread-safe; belongs to the session's thread.
class GuardedBuffer {
 public:
  /// A multiple of every alignment the interface asks for (32 bytes for tensors, 512 for workspace
  /// blocks), so the payload is aligned as the allocation is.
  static constexpr size_t kGuardBytes = 512;

  /// `name` is used in messages. A payload of 0 bytes is allowed: only the guards are allocated.
  /// Error (infrastructure): the runtime has no memory or refuses, by code.
  static Result<GuardedBuffer> Allocate(Session& session, std::string name, size_t payload_bytes,
                                        uint8_t guard_byte);
  GuardedBuffer(GuardedBuffer&& other) noexcept;
  GuardedBuffer& operator=(GuardedBuffer&& other) noexcept;
  ~GuardedBuffer();

  void* payload() const { return static_cast<std::byte*>(base_) + kGuardBytes; }
  size_t payload_bytes() const { return payload_bytes_; }
  const std::string& name() const { return name_; }

  Status Fill(uint8_t byte);
  Status Upload(std::span<const std::byte> bytes);    ///< exactly payload_bytes()
  Status Download(std::span<std::byte> bytes) const;  ///< exactly payload_bytes()
  /// The part of the payload that starts at `offset`. Error: it reaches beyond the payload.
  Status DownloadPart(size_t offset, std::span<std::byte> bytes) const;
  /// Sets both guard zones to another byte.
  Status RenewGuards(uint8_t guard_byte);

  /// Nothing when both guard zones hold their byte, else where they do not: "3 bytes after the
  /// buffer of 'out' (80 bytes) were overwritten, the first at +0: 0x3F instead of 0x5C".
  Result<std::optional<std::string>> CheckGuards() const;

 private:
  GuardedBuffer(Session& session, std::string name, size_t payload_bytes, uint8_t guard_byte)
      : session_(&session),
        name_(std::move(name)),
        payload_bytes_(payload_bytes),
        guard_byte_(guard_byte) {}

  Session* session_;
  std::string name_;
  size_t payload_bytes_;
  uint8_t guard_byte_;
  void* base_ = nullptr;
};

}  // namespace touchstone::device
