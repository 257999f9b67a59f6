// The source of all random words: Philox4x32-10, a function of a key and a counter without state
// (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "framework/data/generator.h"

namespace touchstone::data {

using PhiloxBlock = std::array<uint32_t, 4>;

/// One block of four words, as Random123 computes it.
PhiloxBlock Philox4x32(const PhiloxBlock& counter, uint64_t key);

/// XXH3 of seed, data key and tensor name, each preceded by its length, little-endian.
uint64_t PhiloxKey(const StreamKey& key);

/// Which use of a tensor's key the words are for, so that no word serves two purposes.
enum class Purpose : uint32_t { kValue = 0, kPosition = 1, kSelection = 2 };

/// An endless sequence of words of which any stretch can be made alone: word i is word i mod 4 of
/// the block with counter {i / 4, purpose, 0}. Immutable.
class WordStream {
 public:
  WordStream(const StreamKey& key, Purpose purpose)
      : key_(PhiloxKey(key)), purpose_(static_cast<uint32_t>(purpose)) {}

  /// Words [first, first + words.size()).
  void Fill(uint64_t first, std::span<uint32_t> words) const;

 private:
  uint64_t key_;
  uint32_t purpose_;
};

/// The high 64 bits of a * b: maps a uniform 64-bit word to [0, b).
inline uint64_t MultiplyHigh(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

}  // namespace touchstone::data
