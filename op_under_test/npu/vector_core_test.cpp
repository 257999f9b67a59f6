#include "op_under_test/npu/vector_core.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <vector>

#include "op_under_test/npu/block_scheduler.h"

namespace npusim {
namespace {

class VectorCoreTest : public testing::Test {
 protected:
  DeviceAddress Upload(const std::vector<float>& values) {
    const uint64_t bytes = values.size() * sizeof(float);
    const DeviceAddress address = memory_->Allocate(bytes, bytes);
    MemoryFault fault{};
    std::memcpy(memory_->Open(address, bytes, 4, Access::kWrite, &fault).host, values.data(),
                bytes);
    return address;
  }
  std::vector<float> Download(DeviceAddress address, size_t count) {
    std::vector<float> values(count);
    MemoryFault fault{};
    std::memcpy(values.data(), memory_->Open(address, count * 4, 4, Access::kRead, &fault).host,
                count * 4);
    return values;
  }
  template <typename Body>
  std::optional<KernelFault> Run(Body body) {
    KernelLaunch launch{.name = "Test", .block_count = 1, .body = body, .inputs = {}};
    return RunBlocks(launch, *memory_, {});
  }

  std::unique_ptr<DeviceMemory> memory_ = DeviceMemory::Create(1 << 20);
};

TEST_F(VectorCoreTest, CopiesComputesAndCopiesBack) {
  const DeviceAddress in = Upload({1, 2, 3});
  const DeviceAddress out = Upload({0, 0, 0});
  const auto fault = Run([&](VectorCore& core) {
    const auto local = core.Allocate<float>(3);
    core.CopyIn(local, in);
    core.vector().Muls(local, local, 10.0F);
    core.CopyOut(out, local);
  });
  EXPECT_FALSE(fault) << fault->what();
  EXPECT_EQ(Download(out, 3), (std::vector<float>{10, 20, 30}));
}

TEST_F(VectorCoreTest, GathersAndScattersByElementOffsets) {
  const DeviceAddress in = Upload({0, 1, 2, 3, 4, 5});
  const DeviceAddress out = Upload(std::vector<float>(6, -1));
  const auto fault = Run([&](VectorCore& core) {
    const auto local = core.Allocate<float>(6);
    // Broadcast a middle element, then walk backwards from it.
    core.CopyInElements(local.data(), 4, in + 3 * 4, 6,
                        [](size_t i) { return i < 3 ? 0 : -static_cast<int64_t>(i - 2); });
    core.CopyOutElements(out, local.data(), 4, 3, [](size_t i) { return 2 * i; });
    core.CopyOutElements(out, local.data() + 3, 4, std::vector<int64_t>{5, 3, 1});
  });
  EXPECT_FALSE(fault) << fault->what();
  EXPECT_EQ(Download(out, 6), (std::vector<float>{3, 0, 3, 1, 3, 2}));
}

TEST_F(VectorCoreTest, LargeGathersAreBatched) {
  std::vector<float> values(3000);
  std::iota(values.begin(), values.end(), 0.0F);
  const DeviceAddress in = Upload(values);
  const DeviceAddress out = Upload(std::vector<float>(3000));
  const auto fault = Run([&](VectorCore& core) {
    const auto local = core.Allocate<float>(3000);
    core.CopyInElements(local.data(), 4, in, 3000, [](size_t i) { return 2999 - i; });
    core.CopyOut(out, local);
  });
  EXPECT_FALSE(fault) << fault->what();
  std::ranges::reverse(values);
  EXPECT_EQ(Download(out, 3000), values);
}

TEST_F(VectorCoreTest, ReadingOnePastTheEndIsAFault) {
  const DeviceAddress in = Upload({1, 2, 3});
  Upload({9, 9, 9});  // a neighbour must not hide it
  auto fault = Run([&](VectorCore& core) { core.CopyIn(core.Allocate<float>(4), in); });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind(), KernelFaultKind::kOutOfBounds);
  EXPECT_NE(std::string(fault->what()).find("kernel 'Test', block 0 of 1: reads 16 bytes"),
            std::string::npos)
      << fault->what();
  for (const int64_t offset : {int64_t{3}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    fault = Run([&](VectorCore& core) {
      core.CopyInElements(core.Allocate<float>(1).data(), 4, in, std::vector<int64_t>{offset});
    });
    ASSERT_TRUE(fault) << offset;
    EXPECT_EQ(fault->kind(), KernelFaultKind::kOutOfBounds);
  }
}

TEST_F(VectorCoreTest, UnalignedAndFreedMemoryAreFaults) {
  const DeviceAddress in = Upload({1, 2, 3});
  auto fault = Run([&](VectorCore& core) { core.CopyIn(core.Allocate<float>(1), in + 2); });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind(), KernelFaultKind::kUnaligned);
  memory_->Free(in);
  fault = Run([&](VectorCore& core) { core.CopyOut(in, core.Allocate<float>(1)); });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind(), KernelFaultKind::kUseAfterFree);
}

TEST_F(VectorCoreTest, TheUnifiedBufferIsFiniteAndGuarded) {
  const DeviceAddress in = Upload({1, 2, 3});
  auto fault = Run([&](VectorCore& core) {
    EXPECT_EQ(core.unified_buffer().capacity_bytes(), 196608U);
    core.Allocate<float>(196608 / 4 - 8);
    core.Allocate<float>(9);
  });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind(), KernelFaultKind::kUnifiedBufferOverflow);
  fault = Run([&](VectorCore& core) { core.Allocate<double>(SIZE_MAX / 8); });
  ASSERT_TRUE(fault);
  fault = Run([&](VectorCore& core) {
    const auto local = core.Allocate<float>(8);  // 32 bytes, the unit
    core.CopyIn(local.data() + 6, in, 3, 4);
  });
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind(), KernelFaultKind::kUnifiedBufferOverflow);
}

TEST_F(VectorCoreTest, PiecesAreAlignedAndPoisoned) {
  const auto fault = Run([](VectorCore& core) {
    core.Allocate<uint8_t>(5);
    const auto piece = core.Allocate<uint32_t>(4);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(piece.data()) % 32, 0U);
    for (const uint32_t word : piece) EXPECT_EQ(word, 0xFFFFFFFFU);
  });
  EXPECT_FALSE(fault);
}

}  // namespace
}  // namespace npusim
