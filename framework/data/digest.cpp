#include "framework/data/digest.h"

#include <xxhash.h>
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>  // the same digests, with the vector instructions of the machine
#endif

#include <filesystem>
#include <fstream>
#include <new>
#include <vector>

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

std::string Hex(XXH64_hash_t hash) {
  XXH64_canonical_t canonical;
  XXH64_canonicalFromHash(&canonical, hash);
  return Hex(canonical.digest);
}

std::string Hex(XXH128_hash_t hash) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  return Hex(canonical.digest);
}

}  // namespace

uint64_t Xxh3(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string Xxh3Hex(std::span<const std::byte> bytes) { return Hex(XXH64_hash_t{Xxh3(bytes)}); }

std::string Xxh3Hex128(std::span<const std::byte> bytes) {
  return Hex(XXH3_128bits(bytes.data(), bytes.size()));
}

std::string Xxh3Hex128(std::string_view text) { return Xxh3Hex128(std::as_bytes(std::span(text))); }

struct StreamingDigest::State {
  explicit State(Width digest_width) : xxh(XXH3_createState()), width(digest_width) {
    if (xxh == nullptr) throw std::bad_alloc();
    width == Width::k64 ? XXH3_64bits_reset(xxh) : XXH3_128bits_reset(xxh);
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  XXH3_state_t* xxh;
  Width width;
};

StreamingDigest::StreamingDigest(Width width) : state_(std::make_unique<State>(width)) {}
StreamingDigest::~StreamingDigest() = default;
StreamingDigest::StreamingDigest(StreamingDigest&&) noexcept = default;
StreamingDigest& StreamingDigest::operator=(StreamingDigest&&) noexcept = default;

void StreamingDigest::Update(std::span<const std::byte> bytes) {
  if (state_->width == Width::k64) {
    XXH3_64bits_update(state_->xxh, bytes.data(), bytes.size());
  } else {
    XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
  }
}

std::string StreamingDigest::Hex() const {
  if (state_->width == Width::k128) return touchstone::data::Hex(XXH3_128bits_digest(state_->xxh));
  return touchstone::data::Hex(XXH3_64bits_digest(state_->xxh));
}

Result<std::string> Xxh3Hex128OfFile(const std::string& path) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (status.type() == std::filesystem::file_type::not_found) {
    return InputError("does not exist", {path, 0, 0});
  }
  if (!std::filesystem::is_regular_file(status)) {
    return InputError("is not a regular file", {path, 0, 0});
  }
  std::ifstream stream(path, std::ios::binary);
  StreamingDigest digest(StreamingDigest::Width::k128);
  std::vector<char> block(size_t{1} << 20);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) ||
         stream.gcount() > 0) {
    digest.Update(std::as_bytes(std::span(block.data(), static_cast<size_t>(stream.gcount()))));
  }
  if (stream.bad() || !stream.eof()) return InputError("cannot be read", {path, 0, 0});
  return digest.Hex();
}

}  // namespace touchstone::data
