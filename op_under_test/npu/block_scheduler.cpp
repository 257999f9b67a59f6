#include "op_under_test/npu/block_scheduler.h"

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include "op_under_test/npu/thread_pool.h"
#include "op_under_test/npu/unified_buffer.h"
#include "op_under_test/npu/vector_core.h"
#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

// A thread keeps its buffer from block to block: its pages are warm and no block sees another's
// content, for every piece handed out is filled anew.
UnifiedBuffer& ThreadUnifiedBuffer(uint32_t capacity_bytes) {
  thread_local std::unique_ptr<UnifiedBuffer> buffer;
  if (!buffer || buffer->capacity_bytes() != capacity_bytes) {
    buffer = std::make_unique<UnifiedBuffer>(capacity_bytes);
  }
  buffer->Reset();
  return *buffer;
}

// Every launch has a schedule of its own, so that two equal calls run differently.
std::optional<uint64_t> NextScheduleSeed(const Config& config) {
  static std::atomic<uint64_t> launch_count = 0;
  if (!config.schedule_seed) return std::nullopt;
  return *config.schedule_seed + (launch_count++ << 32);
}

}  // namespace

std::optional<KernelFault> RunBlocks(const KernelLaunch& launch, DeviceMemory& memory,
                                     VectorMode mode) {
  const Config& config = ActiveConfig();
  const VectorUnit vector_unit(mode, config.isa);
  std::mutex mutex;
  std::optional<KernelFault> first_fault;
  uint32_t first_fault_block = 0;
  const auto note_fault = [&](uint32_t block, KernelFaultKind kind, const std::string& text) {
    const std::lock_guard lock(mutex);
    if (first_fault && first_fault_block < block) return;
    first_fault_block = block;
    first_fault.emplace(kind, "kernel '" + launch.name + "', block " + std::to_string(block) +
                                  " of " + std::to_string(launch.block_count) + ": " + text);
  };
  const std::optional<uint64_t> seed = NextScheduleSeed(config);
  const std::vector<uint32_t> order = BlockOrder(launch.block_count, seed);
  // One thread runs block after block: waiting could not change their order.
  const std::vector<uint32_t> delays =
      CoreDelays(launch.block_count, config.thread_count > 1 ? seed : std::nullopt);
  ParallelFor(launch.block_count, config.thread_count, [&](uint32_t i) {
    const uint32_t block = order[i];
    for (uint32_t turn = 0; turn < delays[i]; ++turn) std::this_thread::yield();
    VectorCore core(launch, block, ThreadUnifiedBuffer(config.soc->unified_buffer_bytes),
                    vector_unit, memory);
    try {
      launch.body(core);
    } catch (const KernelFault& fault) {
      note_fault(block, fault.kind(), fault.what());
    } catch (const std::exception& error) {
      note_fault(block, KernelFaultKind::kIllegalOperation, error.what());
    }
  });
  return first_fault;
}

}  // namespace npusim
