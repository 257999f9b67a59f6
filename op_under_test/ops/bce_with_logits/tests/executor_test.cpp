// The life of an executor: single use, repeated use, new addresses, misuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

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

// A planned call on tensors of its own: losses {20, 30}, or what the strides of out make of them.
struct Planned {
  explicit Planned(TensorSpec out_spec = Tensor({2}, {-77.0}))
      : self(Tensor(out_spec.dims, {20, 30})),
        target(Tensor(out_spec.dims, {0, 0})),
        out(out_spec) {
    EXPECT_EQ(
        aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
            self.get(), target.get(), nullptr, nullptr, 0, out.get(), &workspace_bytes, &executor),
        0);
    // Enough for any plan, so that tests may pass less or more.
    EXPECT_EQ(aclrtMalloc(&workspace, workspace_bytes + 4096, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    TakeErrorMessage();
  }
  ~Planned() { EXPECT_EQ(aclrtFree(workspace), 0); }

  aclnnStatus Run() {
    return aclnnBinaryCrossEntropyWithLogits(workspace, workspace_bytes, executor, TestStream());
  }
  std::vector<double> Result() const {
    EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
    return out.StorageValues();
  }

  DeviceTensor self;
  DeviceTensor target;
  DeviceTensor out;
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  void* workspace = nullptr;
};

TEST(ExecutorTest, RunsOnce) {
  Planned call;
  EXPECT_EQ(call.Run(), 0);
  EXPECT_EQ(call.Result(), (std::vector<double>{20, 30}));
  EXPECT_EQ(call.Run(), 161002);
  EXPECT_THAT(TakeErrorMessage(), HasSubstr("the executor was used or destroyed before."));
}

TEST(ExecutorTest, NullStreamIsTheDefaultStream) {
  Planned call;
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(call.workspace, call.workspace_bytes, call.executor,
                                              nullptr),
            0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(call.out.StorageValues(), (std::vector<double>{20, 30}));
}

TEST(ExecutorTest, NullExecutor) {
  TakeErrorMessage();
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(nullptr, 0, nullptr, TestStream()), 161001);
  EXPECT_THAT(TakeErrorMessage(), HasSubstr("executor is nullptr."));
}

TEST(ExecutorTest, APointerThatIsNoExecutor) {
  int object = 0;
  TakeErrorMessage();
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(nullptr, 0, reinterpret_cast<aclOpExecutor*>(&object),
                                              TestStream()),
            161002);
  EXPECT_THAT(TakeErrorMessage(), HasSubstr("the executor was not made by this library."));
}

TEST(ExecutorTest, NullWorkspaceUsesTheExecutorUp) {
  Planned call;
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(nullptr, 512, call.executor, TestStream()), 161001);
  EXPECT_THAT(TakeErrorMessage(), HasSubstr("workspace is nullptr."));
  EXPECT_EQ(call.Run(), 161002);
}

TEST(ExecutorTest, WorkspaceSmallerThanPlannedIsRefused) {
  for (const bool none_at_all : {false, true}) {
    Planned call;
    ASSERT_GT(call.workspace_bytes, 0u);
    EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(none_at_all ? nullptr : call.workspace,
                                                none_at_all ? 0 : call.workspace_bytes - 1,
                                                call.executor, TestStream()),
              161002);
    EXPECT_THAT(TakeErrorMessage(), HasSubstr("phase 1 asked for"));
    EXPECT_EQ(call.Result(), (std::vector<double>{-77, -77}));
    EXPECT_EQ(call.Run(), 161002);
  }
}

TEST(ExecutorTest, ALargerWorkspaceIsFine) {
  Planned call;
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(call.workspace, call.workspace_bytes + 4096,
                                              call.executor, TestStream()),
            0);
  EXPECT_EQ(call.Result(), (std::vector<double>{20, 30}));
}

TEST(ExecutorTest, DestroyedBeforeUse) {
  Planned call;
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
  EXPECT_EQ(call.Run(), 161002);
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 161002);
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), 561103);
}

TEST(ExecutorTest, ATokenIsNeverUsedAgain) {
  Planned first;
  EXPECT_EQ(first.Run(), 0);
  for (int i = 0; i < 100; ++i) {
    Planned other;
    EXPECT_NE(other.executor, first.executor);
    EXPECT_EQ(other.Run(), 0);
    EXPECT_EQ(other.Result(), (std::vector<double>{20, 30}));
  }
  EXPECT_EQ(first.Run(), 161002);
}

TEST(ExecutorTest, TensorsMayBeDestroyedOncePhaseTwoReturned) {
  Planned call;
  EXPECT_EQ(call.Run(), 0);
  call.self.DestroyHandle();
  call.target.DestroyHandle();
  EXPECT_EQ(call.Result(), (std::vector<double>{20, 30}));
}

TEST(ExecutorTest, TensorsMustLiveUntilPhaseTwo) {
  for (const bool is_output : {false, true}) {
    Planned call;
    (is_output ? call.out : call.target).DestroyHandle();
    EXPECT_EQ(call.Run(), 161002);
    EXPECT_THAT(TakeErrorMessage(), HasSubstr("destroyed before phase 2."));
    EXPECT_EQ(call.Result(), (std::vector<double>{-77, -77}));
    EXPECT_EQ(call.Run(), 161002) << "a failed phase 2 uses the executor up";
  }
}

TEST(ExecutorTest, RepeatableRunsOnNewAddresses) {
  // A shape of its own: what the op cache serves cannot be made repeatable.
  Planned call(Tensor({2, 1}, {-77.0}));
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(call.executor), 0);
  EXPECT_EQ(call.Run(), 0);
  EXPECT_EQ(call.Result(), (std::vector<double>{20, 30}));
  const DeviceTensor other_self(Tensor({2}, {40, 50}));
  const DeviceTensor other_out(Tensor({2}, {-77.0}));
  EXPECT_EQ(aclSetInputTensorAddr(call.executor, 0, call.self.get(), other_self.data()), 0);
  EXPECT_EQ(AclSetOutputTensorAddr(call.executor, 99, call.out.get(), other_out.data()), 0);
  EXPECT_EQ(call.Run(), 0);
  EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
  EXPECT_EQ(other_out.StorageValues(), (std::vector<double>{40, 50}));
  EXPECT_EQ(call.out.StorageValues(), (std::vector<double>{20, 30}));
  // A failed run does not use it up either.
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(nullptr, 512, call.executor, TestStream()), 161001);
  EXPECT_EQ(call.Run(), 0);
  EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
  EXPECT_EQ(call.Run(), 161002);
}

TEST(ExecutorTest, OperationsOfTheAiCpuBarRepetition) {
  TensorSpec out = Tensor({2}, {-77.0});
  out.strides = Dims{2};
  out.storage_dims = Dims{4};
  Planned call(out);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(call.executor), ChipIsRegBase() ? 0 : 561000);
  EXPECT_EQ(call.Run(), 0);
  EXPECT_EQ(call.Result(), (std::vector<double>{20, -77, 30, -77}));
  if (ChipIsRegBase()) {
    EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
  }
}

TEST(ExecutorTest, AddressesOfDeadExecutorsAndNullArguments) {
  Planned call;
  EXPECT_EQ(aclSetTensorAddr(nullptr, 0, call.self.get(), nullptr), 561103);
  EXPECT_EQ(aclSetTensorAddr(call.executor, 0, nullptr, nullptr), 561103);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), 561103);
  EXPECT_EQ(call.Run(), 0);
  EXPECT_EQ(call.Result(), (std::vector<double>{20, 30}));
  EXPECT_EQ(aclSetTensorAddr(call.executor, 0, call.self.get(), call.self.data()), 161002);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(call.executor), 161002);
}

TEST(ExecutorTest, AddressesInLists) {
  Planned call;
  const DeviceTensor other_out(Tensor({2}, {-77.0}));
  DeviceTensor listed(Tensor({2}, {1.0}));
  EXPECT_EQ(aclSetDynamicInputTensorAddr(nullptr, 0, 0, nullptr, nullptr), 561103);
  const int64_t dims[] = {2};
  const aclTensor* elements[] = {
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, listed.data())};
  aclTensorList* list = aclCreateTensorList(elements, 1);
  EXPECT_EQ(aclSetDynamicInputTensorAddr(call.executor, 0, 1, list, nullptr), 161002);
  EXPECT_EQ(aclSetDynamicTensorAddr(call.executor, 0, 0, list, other_out.data()), 0);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(elements[0], &address), 0);
  EXPECT_EQ(address, other_out.data());
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
}

TEST(ExecutorTest, HostMemoryIsADeviceFaultAtSynchronisation) {
  std::vector<float> host(64);
  const int64_t dims[] = {2};
  const DeviceTensor target(Tensor({2}, {0, 0}));
  const DeviceTensor out(Tensor({2}, {-77.0}));
  aclTensor* self =
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, host.data());
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                self, target.get(), nullptr, nullptr, 0, out.get(), &workspace_bytes, &executor),
            0);
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, workspace_bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(workspace, workspace_bytes, executor, TestStream()),
            0);
  const aclError error = aclrtSynchronizeStream(TestStream());
  EXPECT_TRUE(error == 507015 || error == 507035) << error;
  EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
  EXPECT_EQ(aclrtFree(workspace), 0);
  EXPECT_EQ(aclDestroyTensor(self), 0);
}

}  // namespace
}  // namespace npusim_tests
