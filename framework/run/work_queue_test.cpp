#include "framework/run/work_queue.h"

#include <gtest/gtest.h>

namespace touchstone::run {
namespace {

const DeviceKind kChip = {"Ascend910B1", "documented"};

std::vector<PlannedCase> Cases(const std::vector<uint64_t>& needs) {
  std::vector<PlannedCase> cases(needs.size());
  for (size_t i = 0; i < needs.size(); ++i) {
    cases[i].soc = kChip.first;
    cases[i].contract = kChip.second;
    cases[i].memory_bytes = needs[i];
  }
  return cases;
}

std::vector<size_t> All(const std::vector<PlannedCase>& cases) {
  std::vector<size_t> all;
  for (size_t i = 0; i < cases.size(); ++i) all.push_back(i);
  return all;
}

TEST(WorkQueue, LightCasesComeInOrderAndSetTheirShareAside) {
  const auto cases = Cases({10, 50, 20});
  WorkQueue queue(cases, All(cases), 2, 100);
  const auto first = queue.Take(100);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->cases, std::vector<size_t>{0});
  EXPECT_EQ(first->memory_bytes, 50u);
  EXPECT_FALSE(first->heavy);
  EXPECT_EQ(queue.TakeFor(kChip)->cases, std::vector<size_t>{1});
  EXPECT_FALSE(queue.Take(49).has_value()) << "no room for another worker's share";
  EXPECT_EQ(queue.Take(50)->cases, std::vector<size_t>{2});
  EXPECT_TRUE(queue.empty());
}

TEST(WorkQueue, HeavyCasesWaitForTheLightOnesAndForRoom) {
  const auto cases = Cases({80, 10, 60});
  WorkQueue queue(cases, All(cases), 2, 100);
  EXPECT_EQ(queue.Take(100)->cases, std::vector<size_t>{1});
  EXPECT_FALSE(queue.TakeFor(kChip).has_value()) << "a heavy case gets a worker of its own";
  EXPECT_FALSE(queue.Take(50).has_value());
  const auto smaller = queue.Take(60);
  ASSERT_TRUE(smaller.has_value());
  EXPECT_EQ(smaller->cases, std::vector<size_t>{2});
  EXPECT_TRUE(smaller->heavy);
  EXPECT_EQ(smaller->memory_bytes, 60u);
  EXPECT_FALSE(queue.Take(40).has_value());
  EXPECT_EQ(queue.Take(100)->cases, std::vector<size_t>{0});
  EXPECT_TRUE(queue.empty());
}

TEST(WorkQueue, WhatIsPutBackIsStillHeavyOrLight) {
  const auto cases = Cases({80, 10});
  WorkQueue queue(cases, {}, 2, 100);
  queue.PutBack(kChip, {0, 1});
  EXPECT_EQ(queue.Take(100)->cases, std::vector<size_t>{1});
  EXPECT_EQ(queue.Take(100)->cases, std::vector<size_t>{0});
}

TEST(WorkQueue, ExclusiveTasksGoFirstAndNeedRoomToo) {
  const auto cases = Cases({10, 80, 10});
  WorkQueue queue(cases, {0}, 2, 100);
  queue.AddExclusive(kChip, {1, 2});
  EXPECT_FALSE(queue.Take(50).has_value());
  EXPECT_FALSE(queue.TakeFor(kChip).has_value());
  const auto task = queue.Take(80);
  ASSERT_TRUE(task.has_value());
  EXPECT_TRUE(task->exclusive);
  EXPECT_EQ(task->cases, (std::vector<size_t>{1, 2}));
  EXPECT_EQ(task->memory_bytes, 80u);
  EXPECT_EQ(queue.Take(50)->cases, std::vector<size_t>{0});
}

TEST(WorkQueue, DroppingTakesEverythingOfAKind) {
  const auto cases = Cases({10, 80, 10});
  WorkQueue queue(cases, {0, 1}, 2, 100);
  queue.AddExclusive(kChip, {2});
  EXPECT_EQ(queue.Drop(kChip).size(), 3u);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace touchstone::run
