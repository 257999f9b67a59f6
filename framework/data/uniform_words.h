// Uniform numbers in [0, 1) from the word stream.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "framework/data/philox.h"

namespace touchstone::data {

/// word * 2^-32: exact.
inline double UnitFromWord(uint32_t word) { return word * 0x1p-32; }

/// The upper 53 of 64 bits * 2^-53: exact.
inline double UnitFromWords(uint32_t low, uint32_t high) {
  const uint64_t word = (uint64_t{high} << 32) | low;
  return static_cast<double>(static_cast<int64_t>(word >> 11)) * 0x1p-53;
}

/// One number per element: 32 random bits from word i, or 53 from words 2i and 2i + 1 when `wide`.
/// At most 1024 numbers at a time.
inline void FillUnit(const WordStream& stream, bool wide, uint64_t first, std::span<double> units) {
  std::array<uint32_t, 2048> words;
  if (!wide) {
    stream.Fill(first, std::span(words).first(units.size()));
    for (size_t i = 0; i < units.size(); ++i) units[i] = UnitFromWord(words[i]);
    return;
  }
  stream.Fill(2 * first, std::span(words).first(2 * units.size()));
  for (size_t i = 0; i < units.size(); ++i) {
    units[i] = UnitFromWords(words[2 * i], words[2 * i + 1]);
  }
}

/// Uniform 64-bit words, one per element, from words 2i and 2i + 1. At most 1024 at a time.
inline void FillWords64(const WordStream& stream, uint64_t first, std::span<uint64_t> words64) {
  std::array<uint32_t, 2048> words;
  stream.Fill(2 * first, std::span(words).first(2 * words64.size()));
  for (size_t i = 0; i < words64.size(); ++i) {
    words64[i] = (uint64_t{words[2 * i + 1]} << 32) | words[2 * i];
  }
}

/// True with probability `rate` for a uniform word; exact for 0 and 1.
inline bool Chosen(uint32_t word, double rate) { return word < rate * 0x1p32; }

/// Calls `make(first, part)` for parts of `bits` of at most 1024 entries.
template <typename Make>
void InChunks(uint64_t first, std::span<uint64_t> bits, Make&& make) {
  while (!bits.empty()) {
    const std::span<uint64_t> part = bits.first(std::min<size_t>(bits.size(), 1024));
    make(first, part);
    first += part.size();
    bits = bits.subspan(part.size());
  }
}

}  // namespace touchstone::data
