// Equal calls after the first: the op cache as a program sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

using testing::HasSubstr;

TensorSpec Tensor(Dims dims, std::vector<double> values) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.values = std::move(values);
  return spec;
}

// Each test has shapes of its own, for the cache lives as long as the process's session.
struct Planned {
  Planned(Dims dims, std::vector<double> values, int64_t reduction = 0)
      : self(Tensor(dims, std::move(values))),
        target(Tensor(dims, {0.0})),
        out(Tensor(reduction == 0 ? dims : Dims{1}, {-77.0})) {
    TestStream();
    EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(self.get(), target.get(), nullptr,
                                                                nullptr, reduction, out.get(),
                                                                &workspace_bytes, &executor),
              0);
    EXPECT_EQ(aclrtMalloc(&workspace, workspace_bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    TakeErrorMessage();
  }
  ~Planned() {
    EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
    EXPECT_EQ(aclrtFree(workspace), 0);
  }
  aclnnStatus Run() {
    return aclnnBinaryCrossEntropyWithLogits(workspace, workspace_bytes, executor, TestStream());
  }
  std::vector<double> Result() const {
    EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
    return out.StorageValues();
  }
  bool CameFromTheCache() {
    const aclnnStatus status = aclSetAclOpExecutorRepeatable(executor);
    if (status == 0) return false;
    EXPECT_EQ(status, 561000);
    EXPECT_THAT(TakeErrorMessage(), HasSubstr("came from the op cache"));
    return true;
  }

  DeviceTensor self;
  DeviceTensor target;
  DeviceTensor out;
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  void* workspace = nullptr;
};

TEST(OpCacheTest, ServesEqualCallsOnceTheFirstRan) {
  Planned first({1, 1, 2}, {20, 30});
  Planned before({1, 1, 2}, {21, 31});
  EXPECT_FALSE(before.CameFromTheCache());
  EXPECT_EQ(aclDestroyAclOpExecutor(before.executor), 0);
  EXPECT_EQ(first.Run(), 0);

  Planned second({1, 1, 2}, {40, 50});
  EXPECT_TRUE(second.CameFromTheCache());
  EXPECT_EQ(second.workspace_bytes, first.workspace_bytes);
  EXPECT_EQ(second.Run(), 0);
  EXPECT_EQ(second.Result(), (std::vector<double>{40, 50}));
  EXPECT_EQ(first.Result(), (std::vector<double>{20, 30}));
  EXPECT_EQ(second.Run(), 161002) << "used up like any other";

  Planned third({1, 1, 2}, {60, 70});
  EXPECT_EQ(aclDestroyAclOpExecutor(third.executor), 0);
  EXPECT_EQ(third.Run(), 161002);
}

TEST(OpCacheTest, AddressesOfACachedExecutorCanBeReplaced) {
  Planned first({1, 2, 1, 1}, {20, 30});
  EXPECT_EQ(first.Run(), 0);
  Planned second({1, 2, 1, 1}, {40, 50});
  const DeviceTensor other(Tensor({1, 2, 1, 1}, {60, 70}));
  EXPECT_EQ(aclSetInputTensorAddr(second.executor, 0, second.self.get(), other.data()), 0);
  EXPECT_EQ(second.Run(), 0);
  EXPECT_EQ(second.Result(), (std::vector<double>{60, 70}));
}

TEST(OpCacheTest, WhatDecidesThePlanIsCompared) {
  Planned first({3, 1, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(first.Run(), 0);
  Planned reduced({3, 1, 2}, {1, 2, 3, 4, 5, 6}, 2);
  EXPECT_FALSE(reduced.CameFromTheCache());
  EXPECT_EQ(aclDestroyAclOpExecutor(reduced.executor), 0);
  Planned reshaped({3, 2, 1}, {1, 2, 3, 4, 5, 6});
  EXPECT_FALSE(reshaped.CameFromTheCache());
  EXPECT_EQ(aclDestroyAclOpExecutor(reshaped.executor), 0);
  ASSERT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), 0);
  Planned deterministic({3, 1, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_FALSE(deterministic.CameFromTheCache());
  EXPECT_EQ(aclDestroyAclOpExecutor(deterministic.executor), 0);
  ASSERT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0), 0);
  Planned again({3, 1, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(again.CameFromTheCache());
  EXPECT_EQ(aclDestroyAclOpExecutor(again.executor), 0);
}

TEST(OpCacheTest, OneHandleForTwoArgumentsIsNotTwoHandles) {
  const DeviceTensor both(Tensor({5, 1, 1}, {0, 0, 0, 0, 0}));
  const DeviceTensor out(Tensor({5, 1, 1}, {-77.0}));
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  TestStream();
  ASSERT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                both.get(), both.get(), nullptr, nullptr, 0, out.get(), &bytes, &executor),
            0);
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(workspace, bytes, executor, TestStream()), 0);
  Planned apart({5, 1, 1}, {20, 30, 40, 50, 60});
  EXPECT_EQ(apart.Run(), 0);
  EXPECT_EQ(apart.Result(), (std::vector<double>{20, 30, 40, 50, 60}));
  EXPECT_EQ(aclrtFree(workspace), 0);
}

TEST(OpCacheTest, RepeatableExecutorsAreNotKept) {
  Planned first({7, 1, 1}, {20.0});
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(first.executor), 0);
  EXPECT_EQ(first.Run(), 0);
  Planned second({7, 1, 1}, {20.0});
  EXPECT_FALSE(second.CameFromTheCache());
  EXPECT_EQ(aclDestroyAclOpExecutor(second.executor), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(first.executor), 0);
}

TEST(OpCacheTest, DeadHandlesAreStillFound) {
  Planned first({11, 1, 1}, {20.0});
  EXPECT_EQ(first.Run(), 0);
  Planned second({11, 1, 1}, {20.0});
  EXPECT_EQ(aclDestroyAclOpExecutor(second.executor), 0);
  const aclTensor* const dead = second.target.get();
  second.target.DestroyHandle();
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                second.self.get(), dead, nullptr, nullptr, 0, second.out.get(),
                &second.workspace_bytes, &second.executor),
            161002);
}

}  // namespace
}  // namespace npusim_tests
