#include "op_under_test/npu/block_scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

#include "op_under_test/npu/thread_pool.h"
#include "op_under_test/npu/vector_core.h"
#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

class BlockSchedulerTest : public testing::Test {
 protected:
  ~BlockSchedulerTest() override { SetActiveConfig(saved_); }
  void Configure(int threads, std::optional<uint64_t> seed) {
    Config config = saved_;
    config.thread_count = threads;
    config.schedule_seed = seed;
    SetActiveConfig(config);
  }

  const Config saved_ = ActiveConfig();
  std::unique_ptr<DeviceMemory> memory_ = DeviceMemory::Create(1 << 20);
};

TEST_F(BlockSchedulerTest, EveryBlockRunsOnceForAnyThreadsAndSeed) {
  for (const int threads : {1, 2, 7}) {
    for (const auto& seed : {std::optional<uint64_t>(), std::optional<uint64_t>(1)}) {
      Configure(threads, seed);
      std::vector<std::atomic<int>> runs(48);
      const KernelLaunch launch{.name = "Count",
                                .block_count = 48,
                                .body = [&](VectorCore& core) { ++runs[core.block_index()]; },
                                .inputs = {}};
      EXPECT_FALSE(RunBlocks(launch, *memory_, {}));
      for (const auto& count : runs) EXPECT_EQ(count, 1);
    }
  }
}

TEST_F(BlockSchedulerTest, TheLowestFaultyBlockIsToldAndTheOthersRun) {
  for (const int threads : {1, 4}) {
    Configure(threads, 99);
    std::atomic<int> ended = 0;
    const KernelLaunch launch{.name = "Faulty",
                              .block_count = 20,
                              .body =
                                  [&](VectorCore& core) {
                                    if (core.block_index() % 7 == 5) {
                                      throw std::out_of_range("index 3");
                                    }
                                    ++ended;
                                  },
                              .inputs = {}};
    const auto fault = RunBlocks(launch, *memory_, {});
    ASSERT_TRUE(fault);
    EXPECT_STREQ(fault->what(), "kernel 'Faulty', block 5 of 20: index 3");
    EXPECT_EQ(fault->kind(), KernelFaultKind::kIllegalOperation);
    EXPECT_EQ(ended, 17);
  }
}

TEST(BlockOrder, IsAPermutationThatDependsOnTheSeed) {
  const auto plain = BlockOrder(50, std::nullopt);
  const auto one = BlockOrder(50, 1);
  const auto two = BlockOrder(50, 2);
  EXPECT_TRUE(std::ranges::is_sorted(plain));
  EXPECT_NE(one, plain);
  EXPECT_NE(one, two);
  EXPECT_EQ(one, BlockOrder(50, 1));
  EXPECT_TRUE(std::ranges::is_permutation(one, plain));
}

TEST(CoreDelays, SlowDownSomeCoresAsTheSeedHasIt) {
  EXPECT_EQ(std::ranges::count(CoreDelays(200, std::nullopt), 0U), 200);
  const auto one = CoreDelays(200, 1);
  EXPECT_EQ(one, CoreDelays(200, 1));
  EXPECT_NE(one, CoreDelays(200, 2));
  EXPECT_GT(std::ranges::count(one, 0U), 100);
  EXPECT_GT(std::ranges::count(one, 10U), 0);
  EXPECT_GT(std::ranges::count(one, 30U), 0);
}

TEST_F(BlockSchedulerTest, EqualLaunchesRunInDifferentOrders) {
  Configure(1, 7);
  std::vector<uint32_t> order[2];
  for (auto& taken : order) {
    const KernelLaunch launch{.name = "Order",
                              .block_count = 48,
                              .body = [&](VectorCore& core) { taken.push_back(core.block_index()); },
                              .inputs = {}};
    EXPECT_FALSE(RunBlocks(launch, *memory_, {}));
  }
  EXPECT_NE(order[0], order[1]);
  EXPECT_TRUE(std::ranges::is_permutation(order[0], order[1]));
}

}  // namespace
}  // namespace npusim
