// Digests of bytes, as the run record and the gate write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"

namespace touchstone::data {

/// XXH3 with 64 bits and seed 0.
uint64_t Xxh3(std::span<const std::byte> bytes);

/// XXH3 digests as lower-case hex: 16 and 32 digits, most significant first (canonical form). Not
/// for defence against forgery: they notice change, they do not prove its absence to an adversary.
std::string Xxh3Hex(std::span<const std::byte> bytes);
std::string Xxh3Hex128(std::span<const std::byte> bytes);
std::string Xxh3Hex128(std::string_view text);

/// Xxh3Hex128 of a regular file's bytes, read in pieces. Errors, with the path: missing, not a
/// regular file, unreadable.
Result<std::string> Xxh3Hex128OfFile(const std::string& path);

/// Xxh3Hex or Xxh3Hex128 of bytes that come in pieces. Not for use by two threads at once.
class StreamingDigest {
 public:
  enum class Width { k64, k128 };
  explicit StreamingDigest(Width width);
  ~StreamingDigest();
  StreamingDigest(StreamingDigest&&) noexcept;
  StreamingDigest& operator=(StreamingDigest&&) noexcept;

  void Update(std::span<const std::byte> bytes);
  /// The digest of everything so far; more may follow.
  std::string Hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace touchstone::data
