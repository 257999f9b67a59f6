#include <array>
#include <bit>
#include <cstring>
#include <thread>

#include "op_under_test/npu/device_memory.h"

namespace npusim {
namespace {

/// kRepeated: the chunk holds repeated_[chunk], whatever its pages hold.
enum ChunkState : uint8_t { kRepeated, kFilling, kReady };

constexpr uint64_t kPoison = ~uint64_t{0};  // NaN in every float type, -1 in the integers

uint64_t PatternOf(std::span<const std::byte> element) {
  std::array<std::byte, sizeof(uint64_t)> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = element[i % element.size()];
  uint64_t pattern;
  std::memcpy(&pattern, bytes.data(), sizeof pattern);
  return pattern;
}

void FillWithPattern(std::byte* begin, uint64_t bytes, uint64_t pattern) {
  const auto low = static_cast<uint8_t>(pattern);
  if (pattern == low * uint64_t{0x0101010101010101}) {
    std::memset(begin, low, bytes);
    return;
  }
  for (; bytes >= sizeof pattern; begin += sizeof pattern, bytes -= sizeof pattern) {
    std::memcpy(begin, &pattern, sizeof pattern);
  }
  std::memcpy(begin, &pattern, bytes);
}

}  // namespace

DeviceBlock::DeviceBlock(DeviceAddress address, uint64_t size_bytes, uint64_t real_bytes,
                         std::byte* host)
    : address_(address),
      size_bytes_(size_bytes),
      real_bytes_(real_bytes),
      host_(host),
      chunk_states_(new std::atomic<uint8_t>[(size_bytes + kChunkBytes - 1) / kChunkBytes]()),
      repeated_(new std::atomic<uint64_t>[(size_bytes + kChunkBytes - 1) / kChunkBytes]) {
  for (uint64_t chunk = 0; chunk * kChunkBytes < size_bytes; ++chunk) {
    repeated_[chunk].store(kPoison, std::memory_order_relaxed);
  }
}

void DeviceBlock::Prepare(uint64_t offset, uint64_t bytes, Access access) {
  if (bytes == 0) return;
  const uint64_t end = offset + bytes;
  for (uint64_t chunk = offset / kChunkBytes; chunk <= (end - 1) / kChunkBytes; ++chunk) {
    const bool whole = offset <= chunk * kChunkBytes && ChunkEnd(chunk) <= end;
    PrepareChunk(chunk, access == Access::kWrite && whole);
  }
}

void DeviceBlock::Read(uint64_t offset, uint64_t bytes, std::byte* to) {
  const uint64_t end = offset + bytes;
  while (offset < end) {
    const uint64_t chunk = offset / kChunkBytes;
    const uint64_t count = std::min(end, ChunkEnd(chunk)) - offset;
    if (chunk_states_[chunk].load(std::memory_order_acquire) == kRepeated) {
      const int phase_bits = static_cast<int>(offset % sizeof(uint64_t)) * 8;
      FillWithPattern(to, count,
                      std::rotr(repeated_[chunk].load(std::memory_order_acquire), phase_bits));
    } else {
      PrepareChunk(chunk, false);  // another thread may be at it
      std::memcpy(to, host_ + offset, count);
    }
    offset += count;
    to += count;
  }
}

void DeviceBlock::Repeat(uint64_t offset, uint64_t bytes, std::span<const std::byte> element) {
  const uint64_t pattern = PatternOf(element);
  const uint64_t end = offset + bytes;
  while (offset < end) {
    const uint64_t chunk = offset / kChunkBytes;
    const uint64_t until = std::min(end, ChunkEnd(chunk));
    if (offset == chunk * kChunkBytes && until == ChunkEnd(chunk)) {
      repeated_[chunk].store(pattern, std::memory_order_release);
      chunk_states_[chunk].store(kRepeated, std::memory_order_release);
    } else {
      Prepare(offset, until - offset, Access::kWrite);
      // An element starts at `offset`, and so does the pattern.
      FillWithPattern(host_ + offset, until - offset, pattern);
    }
    offset = until;
  }
}

void DeviceBlock::PrepareChunk(uint64_t chunk, bool overwritten) {
  std::atomic<uint8_t>& state = chunk_states_[chunk];
  uint8_t seen = state.load(std::memory_order_acquire);
  if (seen == kReady) return;
  if (seen == kRepeated &&
      state.compare_exchange_strong(seen, kFilling, std::memory_order_acquire)) {
    const uint64_t begin = chunk * kChunkBytes;
    if (!overwritten) {
      FillWithPattern(host_ + begin, ChunkEnd(chunk) - begin,
                      repeated_[chunk].load(std::memory_order_acquire));
    }
    state.store(kReady, std::memory_order_release);
    return;
  }
  while (state.load(std::memory_order_acquire) == kFilling) std::this_thread::yield();
}

}  // namespace npusim
