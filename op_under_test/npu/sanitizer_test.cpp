// Kernels with a defect that only a sanitizer sees: a clean run of the sanitized simulator means
// something because these die in it. Nothing here is compiled without a sanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <thread>

#include "op_under_test/npu/block_scheduler.h"
#include "op_under_test/npu/soc.h"
#include "op_under_test/npu/vector_core.h"
#include "op_under_test/runtime/config.h"

#if defined(__SANITIZE_THREAD__)
namespace npusim {
namespace {

constexpr int kExitCodeOfTheSanitizer = 66;

void WriteOneAddressFromTwoCores() {
  Config config = ActiveConfig();
  config.thread_count = 2;
  SetActiveConfig(config);
  const std::unique_ptr<DeviceMemory> memory = DeviceMemory::Create(1 << 20);
  const DeviceAddress address = memory->Allocate(64, 64);
  // Relaxed: neither counter orders what the cores do to memory.
  std::atomic<uint32_t> arrived = 0;
  std::atomic<uint32_t> written = 0;
  const KernelLaunch launch{
      .name = "Race",
      .block_count = 2,
      .body =
          [&](VectorCore& core) {
            const auto local = core.Allocate<float>(16);
            arrived.fetch_add(1, std::memory_order_relaxed);
            // On two threads, and one after the other.
            while (arrived.load(std::memory_order_relaxed) < 2) std::this_thread::yield();
            while (written.load(std::memory_order_relaxed) < core.block_index()) {
              std::this_thread::yield();
            }
            core.CopyOut(address, local);
            written.fetch_add(1, std::memory_order_relaxed);
          },
      .inputs = {}};
  (void)RunBlocks(launch, *memory, {});
  std::exit(0);  // with what the sanitizer makes of it
}

TEST(ThreadSanitizerDeathTest, SeesTwoCoresWriteOneAddressOfDeviceMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(WriteOneAddressFromTwoCores(), testing::ExitedWithCode(kExitCodeOfTheSanitizer),
              "data race");
}

}  // namespace
}  // namespace npusim
#endif

#if defined(__SANITIZE_ADDRESS__)
namespace npusim {
namespace {

void WritePastTheUnifiedBuffer() {
  const std::unique_ptr<DeviceMemory> memory = DeviceMemory::Create(1 << 20);
  const KernelLaunch launch{.name = "Overrun",
                            .block_count = 1,
                            .body =
                                [](VectorCore& core) {
                                  const size_t all_bytes = ActiveConfig().soc->unified_buffer_bytes;
                                  const auto local = core.Allocate<std::byte>(all_bytes);
                                  // Further than its base was moved to be aligned.
                                  *const_cast<volatile std::byte*>(local.data() + all_bytes + 512) =
                                      std::byte{1};
                                },
                            .inputs = {}};
  (void)RunBlocks(launch, *memory, {});
}

TEST(AddressSanitizerDeathTest, SeesAWritePastTheUnifiedBuffer) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(WritePastTheUnifiedBuffer(), "heap-buffer-overflow");
}

}  // namespace
}  // namespace npusim
#endif
