#include "framework/data/digest.h"

#include <xxhash.h>

#include <new>

namespace touchstone::data {
namespace {

std::string Hex(std::span<const unsigned char> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : bytes) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string Hex(XXH128_hash_t hash) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  return Hex(canonical.digest);
}

}  // namespace

uint64_t Xxh3(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string Xxh3Hex(std::span<const std::byte> bytes) {
  XXH64_canonical_t canonical;
  XXH64_canonicalFromHash(&canonical, Xxh3(bytes));
  return Hex(canonical.digest);
}

std::string Xxh3Hex128(std::span<const std::byte> bytes) {
  return Hex(XXH3_128bits(bytes.data(), bytes.size()));
}

std::string Xxh3Hex128(std::string_view text) { return Xxh3Hex128(std::as_bytes(std::span(text))); }

struct StreamingDigest::State {
  State() : xxh(XXH3_createState()) {
    if (xxh == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(xxh);
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  XXH3_state_t* xxh;
};

StreamingDigest::StreamingDigest() : state_(std::make_unique<State>()) {}
StreamingDigest::~StreamingDigest() = default;
StreamingDigest::StreamingDigest(StreamingDigest&&) noexcept = default;
StreamingDigest& StreamingDigest::operator=(StreamingDigest&&) noexcept = default;

void StreamingDigest::Update(std::span<const std::byte> bytes) {
  XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

std::string StreamingDigest::Hex128() const { return Hex(XXH3_128bits_digest(state_->xxh)); }

}  // namespace touchstone::data
