#include <cstring>
#include <thread>

#include "op_under_test/npu/device_memory.h"

namespace npusim {
namespace {

enum ChunkState : uint8_t { kUntouched, kFilling, kReady };

constexpr int kPoisonByte = 0xFF;  // NaN in fp16, bf16, fp32 and fp64, -1 in the integers

}  // namespace

DeviceBlock::DeviceBlock(DeviceAddress address, uint64_t size_bytes, uint64_t real_bytes,
                         std::byte* host)
    : address_(address),
      size_bytes_(size_bytes),
      real_bytes_(real_bytes),
      host_(host),
      chunk_states_(new std::atomic<uint8_t>[(size_bytes + kChunkBytes - 1) / kChunkBytes]()) {}

void DeviceBlock::Prepare(uint64_t offset, uint64_t bytes, Access access) {
  if (bytes == 0) return;
  const uint64_t end = offset + bytes;
  for (uint64_t chunk = offset / kChunkBytes; chunk <= (end - 1) / kChunkBytes; ++chunk) {
    const uint64_t chunk_begin = chunk * kChunkBytes;
    const uint64_t chunk_end = std::min(chunk_begin + kChunkBytes, size_bytes_);
    PrepareChunk(chunk, access == Access::kWrite && offset <= chunk_begin && chunk_end <= end);
  }
}

void DeviceBlock::PrepareChunk(uint64_t chunk, bool overwritten) {
  std::atomic<uint8_t>& state = chunk_states_[chunk];
  uint8_t seen = state.load(std::memory_order_acquire);
  if (seen == kReady) return;
  if (seen == kUntouched &&
      state.compare_exchange_strong(seen, kFilling, std::memory_order_acquire)) {
    const uint64_t begin = chunk * kChunkBytes;
    if (!overwritten) {
      std::memset(host_ + begin, kPoisonByte, std::min(kChunkBytes, size_bytes_ - begin));
    }
    state.store(kReady, std::memory_order_release);
    return;
  }
  while (state.load(std::memory_order_acquire) != kReady) std::this_thread::yield();
}

}  // namespace npusim
