#include "op_under_test/npu/device_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

namespace npusim {
namespace {

constexpr uint64_t kMiB = 1 << 20;

class DeviceMemoryTest : public testing::Test {
 protected:
  std::byte* Host(DeviceAddress address, uint64_t bytes, Access access = Access::kRead) {
    return memory_->Open(address, bytes, 1, access, &fault_).host;
  }
  bool ReadsAsPoison(DeviceAddress address, uint64_t bytes) {
    const std::byte* host = Host(address, bytes);
    return host != nullptr &&
           std::all_of(host, host + bytes, [](std::byte b) { return b == std::byte{0xFF}; });
  }

  std::unique_ptr<DeviceMemory> memory_ = DeviceMemory::Create(64 * kMiB);
  MemoryFault fault_{};
};

TEST_F(DeviceMemoryTest, BlocksAreAlignedAndApart) {
  const DeviceAddress a = memory_->Allocate(100, 128);
  const DeviceAddress b = memory_->Allocate(100, 128);
  EXPECT_EQ(a % 512, 0U);
  EXPECT_EQ(b % 512, 0U);
  EXPECT_GE(b - a, 512U + 128U);
  EXPECT_EQ(memory_->used_bytes(), 256U);
}

TEST_F(DeviceMemoryTest, NewMemoryIsNotANumber) {
  const DeviceAddress address = memory_->Allocate(3 * kMiB + 5, 3 * kMiB + 32);
  EXPECT_TRUE(ReadsAsPoison(address, 3 * kMiB + 5));
}

TEST_F(DeviceMemoryTest, ReusedMemoryIsNotANumberEither) {
  const DeviceAddress first = memory_->Allocate(200'000, 200'032);
  std::memset(Host(first, 200'000, Access::kWrite), 0, 200'000);
  ASSERT_FALSE(memory_->Free(first));
  const DeviceAddress second = memory_->Allocate(200'000, 200'032);
  ASSERT_EQ(first, second) << "the test needs the same pages";
  EXPECT_TRUE(ReadsAsPoison(second, 200'000));
}

TEST_F(DeviceMemoryTest, PartialWritesLeaveTheRestPoisoned) {
  const DeviceAddress first = memory_->Allocate(kMiB, kMiB);
  std::memset(Host(first, kMiB, Access::kWrite), 0, kMiB);
  ASSERT_FALSE(memory_->Free(first));
  const DeviceAddress address = memory_->Allocate(kMiB, kMiB);
  // Overwrites chunks 1 and 2 wholly and the edges of 0 and 3.
  const uint64_t begin = DeviceBlock::kChunkBytes - 8;
  const uint64_t bytes = 2 * DeviceBlock::kChunkBytes + 16;
  std::memset(Host(address + begin, bytes, Access::kWrite), 7, bytes);
  EXPECT_TRUE(ReadsAsPoison(address, begin));
  EXPECT_TRUE(ReadsAsPoison(address + begin + bytes, kMiB - begin - bytes));
  EXPECT_EQ(*Host(address + begin, 1), std::byte{7});
  EXPECT_EQ(*Host(address + begin + bytes - 1, 1), std::byte{7});
}

class RepeatedMemoryTest : public DeviceMemoryTest {
 protected:
  // What a reader of any range must see.
  void ExpectMemory(DeviceAddress address, const std::vector<uint16_t>& expected) {
    const auto* bytes = reinterpret_cast<const std::byte*>(expected.data());
    const uint64_t total = 2 * expected.size();
    std::vector<std::byte> read(total);
    for (const uint64_t piece : {uint64_t{4097}, uint64_t{200'000}, total}) {
      for (uint64_t at = 0; at < total; at += piece) {
        const uint64_t count = std::min(piece, total - at);
        ASSERT_TRUE(memory_->Read(address + at, count, 1, read.data(), &fault_));
        ASSERT_EQ(std::memcmp(read.data(), bytes + at, count), 0) << at << " " << piece;
      }
    }
  }
  static void Repeat(DeviceMemory& memory, DeviceAddress address, uint64_t offset, uint64_t count,
                     uint16_t value) {
    MemoryFault fault{};
    const auto element = std::as_bytes(std::span(&value, 1));
    memory.FindBlock(address, &fault)->Repeat(offset * 2, count * 2, element);
  }
};

TEST_F(RepeatedMemoryTest, ReadsLikeMemoryThatWasWritten) {
  constexpr uint64_t kElements = 500'001;
  const DeviceAddress address = memory_->Allocate(2 * kElements, 2 * kElements);
  std::vector<uint16_t> expected(kElements, 0xFFFF);
  ExpectMemory(address, expected);
  const struct {
    uint64_t offset, count;
    uint16_t value;
  } steps[] = {{3, 400'000, 0x3C00},       {100'000, 1, 7},
               {32768, 65536, 0x4000},     {0, kElements, 0},
               {kElements - 1, 1, 0x1234}, {70'001, 33'000, 0x5555}};
  for (const auto& step : steps) {
    Repeat(*memory_, address, step.offset, step.count, step.value);
    std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(step.offset), step.count,
                step.value);
    ExpectMemory(address, expected);
    // Written beside and over what is repeated.
    const uint64_t at = step.offset + step.count / 2;
    std::memset(Host(address + 2 * at, 2, Access::kWrite), 0x77, 2);
    expected[at] = 0x7777;
    ExpectMemory(address, expected);
  }
}

TEST_F(RepeatedMemoryTest, WritesBesideItFillOnlyTheirOwnChunks) {
  constexpr uint64_t kBytes = 16 * kMiB;
  const DeviceAddress address = memory_->Allocate(kBytes, kBytes);
  Repeat(*memory_, address, 0, kBytes / 2, 0x3C00);
  std::byte* const first = Host(address + 1000, 2, Access::kWrite);
  std::vector<std::byte> read(kBytes);
  // In tiles of which each begins in the chunk where the one before ended.
  for (uint64_t at = 0; at + 48'000 <= kBytes; at += 48'000) {
    ASSERT_TRUE(memory_->Read(address + at, 48'000, 1, read.data(), &fault_));
  }
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  auto* const begin = reinterpret_cast<std::byte*>(
      (reinterpret_cast<uintptr_t>(first) + DeviceBlock::kChunkBytes) / page * page + page);
  std::vector<unsigned char> resident((kBytes - 3 * DeviceBlock::kChunkBytes) / page);
  ASSERT_EQ(mincore(begin, resident.size() * page, resident.data()), 0);
  EXPECT_EQ(std::count_if(resident.begin(), resident.end(), [](auto r) { return r & 1; }), 0);
}

TEST_F(DeviceMemoryTest, BoundsAreThoseAskedFor) {
  const DeviceAddress address = memory_->Allocate(100, 128);
  EXPECT_NE(Host(address + 96, 4), nullptr);
  EXPECT_EQ(Host(address + 97, 4), nullptr);
  EXPECT_EQ(fault_, MemoryFault::kOutOfBounds);
  EXPECT_EQ(Host(address - 1, 1), nullptr);
  EXPECT_EQ(Host(address + 100, 1), nullptr);
  EXPECT_EQ(Host(0, 1), nullptr);
  EXPECT_EQ(fault_, MemoryFault::kOutOfBounds);
  EXPECT_EQ(Host(address + 1, UINT64_MAX), nullptr);
}

TEST_F(DeviceMemoryTest, AlignmentIsChecked) {
  const DeviceAddress address = memory_->Allocate(100, 128);
  EXPECT_NE(memory_->Open(address + 4, 4, 4, Access::kRead, &fault_).host, nullptr);
  EXPECT_EQ(memory_->Open(address + 2, 4, 4, Access::kRead, &fault_).host, nullptr);
  EXPECT_EQ(fault_, MemoryFault::kUnaligned);
}

TEST_F(DeviceMemoryTest, FaultyReleasesAreTold) {
  const DeviceAddress address = memory_->Allocate(100, 128);
  EXPECT_EQ(memory_->Free(address + 32), MemoryFault::kForeignPointer);
  EXPECT_EQ(memory_->Free(12345), MemoryFault::kForeignPointer);
  EXPECT_FALSE(memory_->Free(address));
  EXPECT_EQ(memory_->Free(address), MemoryFault::kDoubleFree);
  EXPECT_EQ(Host(address + 99, 1), nullptr);
  EXPECT_EQ(fault_, MemoryFault::kUseAfterFree);
}

TEST_F(DeviceMemoryTest, CapacityIsALimitAndComesBack) {
  const DeviceAddress big = memory_->Allocate(48 * kMiB, 48 * kMiB);
  ASSERT_NE(big, 0U);
  EXPECT_EQ(memory_->Allocate(17 * kMiB, 17 * kMiB), 0U);
  EXPECT_NE(memory_->Allocate(16 * kMiB, 16 * kMiB), 0U);
  EXPECT_EQ(memory_->Allocate(1, 32), 0U);
  EXPECT_FALSE(memory_->Free(big));
  EXPECT_NE(memory_->Allocate(1, 32), 0U);
}

TEST_F(DeviceMemoryTest, LeaksAreDescribed) {
  EXPECT_EQ(memory_->DescribeLiveBlocks(), "");
  memory_->Allocate(64, 96);
  memory_->Allocate(32, 64);
  EXPECT_EQ(memory_->live_block_count(), 2U);
  EXPECT_TRUE(memory_->DescribeLiveBlocks().starts_with("2 blocks, 96 bytes, the first at 0x"));
  memory_->FreeAll();
  EXPECT_EQ(memory_->live_block_count(), 0U);
  EXPECT_EQ(memory_->used_bytes(), 0U);
}

TEST_F(DeviceMemoryTest, ManyThreadsMayTouchOneChunkFirst) {
  const DeviceAddress address = memory_->Allocate(DeviceBlock::kChunkBytes, 65536);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      MemoryFault fault{};
      const auto window = memory_->Open(address + i * 64, 64, 1, Access::kWrite, &fault);
      std::memset(window.host, i, 64);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(*Host(address + i * 64 + 63, 1), std::byte(i));
  EXPECT_TRUE(ReadsAsPoison(address + 256, DeviceBlock::kChunkBytes - 256));
}

using DeviceMemoryDeathTest = DeviceMemoryTest;

TEST_F(DeviceMemoryDeathTest, TheHostCannotReadOrWriteIt) {
  const DeviceAddress address = memory_->Allocate(64, 96);
  auto* const pointer = reinterpret_cast<volatile int*>(address);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(static_cast<void>(*pointer), "");
  EXPECT_DEATH(*pointer = 1, "");
}

}  // namespace
}  // namespace npusim
