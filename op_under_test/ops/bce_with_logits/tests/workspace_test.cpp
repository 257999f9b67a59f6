// The workspace that phase 1 asks for: intermediates by the allocator's rule.
#include <gtest/gtest.h>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

constexpr uint64_t kSystemWorkspaceSlot = (uint64_t{16} << 20) + 512;

uint64_t Slot(uint64_t bytes) { return (bytes + 32 + 511) / 512 * 512; }

TensorSpec Tensor(Dims dims, aclDataType dtype = ACL_FLOAT) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.dtype = dtype;
  return spec;
}

CallSpec Dense(int64_t count, aclDataType dtype = ACL_FLOAT) {
  CallSpec call;
  call.self = call.target = call.out = Tensor({count}, dtype);
  return call;
}

uint64_t WorkspaceBytes(const CallSpec& call) {
  const CallResult result = Call(call);
  EXPECT_EQ(result.phase2, 0) << result.message;
  return result.workspace_bytes;
}

// What the fused kernel itself asks for, and the ones in place of a missing pos_weight.
uint64_t Fixed(uint64_t ones_bytes) {
  return ChipIsRegBase() ? kSystemWorkspaceSlot : Slot(ones_bytes);
}

TEST(WorkspaceTest, DenseFp32WithBothWeightsNeedsOnlyTheKernelsOwn) {
  CallSpec call = Dense(1000);
  call.weight = call.pos_weight = Tensor({1000});
  EXPECT_EQ(WorkspaceBytes(call), ChipIsRegBase() ? kSystemWorkspaceSlot : 0u);
}

TEST(WorkspaceTest, MissingPosWeightIsMadeOfOnesExceptOnTheRegisterBasedChip) {
  EXPECT_EQ(WorkspaceBytes(Dense(1000)), Fixed(4000));
  EXPECT_EQ(WorkspaceBytes(Dense(1000, ACL_FLOAT16)), Fixed(2000) + Slot(4000));
}

TEST(WorkspaceTest, HalvesNeedTheirFp32Loss) {
  CallSpec call = Dense(1000, ACL_FLOAT16);
  call.weight = call.pos_weight = Tensor({1000}, ACL_FLOAT16);
  EXPECT_EQ(WorkspaceBytes(call), (ChipIsRegBase() ? kSystemWorkspaceSlot : 0u) + Slot(4000));
}

TEST(WorkspaceTest, CastAndDenseCopiesHaveTheirOwn) {
  CallSpec call = Dense(1000);
  call.weight = call.pos_weight = Tensor({1000});
  const uint64_t kernel_bytes = WorkspaceBytes(call);
  call.self->dtype = ACL_FLOAT16;
  EXPECT_EQ(WorkspaceBytes(call), kernel_bytes + Slot(4000));
  call.self->dtype = ACL_FLOAT;
  call.self->dims = {500};
  call.self->strides = Dims{2};
  call.self->storage_dims = Dims{1000};
  call.target = call.weight = call.pos_weight = call.out = Tensor({500});
  EXPECT_EQ(WorkspaceBytes(call), kernel_bytes + Slot(2000));
}

TEST(WorkspaceTest, AStridedOutputNeedsADenseResult) {
  CallSpec call = Dense(500);
  call.weight = call.pos_weight = Tensor({500});
  call.out->strides = Dims{2};
  call.out->storage_dims = Dims{1000};
  EXPECT_EQ(WorkspaceBytes(call), (ChipIsRegBase() ? kSystemWorkspaceSlot : 0u) + Slot(2000));
}

TEST(WorkspaceTest, SmallReductionsReuseWhatTheFusedKernelLeft) {
  // Up to 1024 elements one core reduces, without partial sums. The result goes straight to out.
  CallSpec call = Dense(1000);
  call.out = Tensor({1});
  call.reduction = 2;
  EXPECT_EQ(WorkspaceBytes(call), Fixed(4000) + Slot(4000));
}

TEST(WorkspaceTest, LargeReductionsNeedALineOfPartialSumsPerCore) {
  CallSpec call = Dense(1 << 20);
  call.out = Tensor({1});
  call.reduction = 1;
  int64_t cores = 0;
  ASSERT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &cores), 0);
  if (cores == 0) {
    ASSERT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICORE_CORE_NUM, &cores), 0);
  }
  const uint64_t partial_bytes = static_cast<uint64_t>(cores) * 256;
  const uint64_t loss_slot = Slot(4 << 20);
  // The ones are done with when the partial sums begin, and so is the fused kernel's own.
  EXPECT_EQ(WorkspaceBytes(call),
            loss_slot + (ChipIsRegBase() ? Slot((16 << 20) + partial_bytes) : loss_slot));
}

}  // namespace
}  // namespace npusim_tests
