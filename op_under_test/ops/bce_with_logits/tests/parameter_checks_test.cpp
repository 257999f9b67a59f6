// The checks of phase 1: code, text and order, under the contract and on the chip in force.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

using testing::HasSubstr;

TensorSpec Tensor(Dims dims, aclDataType dtype = ACL_FLOAT) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.dtype = dtype;
  return spec;
}

CallSpec Valid() {
  CallSpec call;
  call.self = call.target = call.out = Tensor({4, 5});
  return call;
}

void ExpectRefused(const CallSpec& call, aclnnStatus status, const std::string& text) {
  const CallResult result = Call(call);
  EXPECT_EQ(result.phase1, status) << text;
  EXPECT_THAT(result.message, HasSubstr(text));
}

void ExpectAccepted(const CallSpec& call) {
  const CallResult result = Call(call);
  EXPECT_EQ(result.phase1, 0) << result.message;
  EXPECT_EQ(result.phase2, 0) << result.message;
  EXPECT_EQ(result.synchronisation, 0);
}

std::string SupportList() {
  return ChipHasBf16() ? "[DT_FLOAT,DT_FLOAT16,DT_BF16,]" : "[DT_FLOAT,DT_FLOAT16,]";
}

TEST(ParameterChecksTest, AValidCallPasses) { ExpectAccepted(Valid()); }

TEST(ParameterChecksTest, NullTensors) {
  CallSpec call = Valid();
  call.self.reset();
  ExpectRefused(call, 161001,
                "(EZ1001): Expected a value of type [aclTensor] for argument [self] but instead "
                "found nullptr.");
  call = Valid();
  call.target.reset();
  ExpectRefused(call, 161001, "for argument [target] but instead found nullptr.");
  call = Valid();
  call.out.reset();
  ExpectRefused(call, 161001, "for argument [out] but instead found nullptr.");
}

TEST(ParameterChecksTest, NullResultsComeFirstAndNothingIsWrittenOnFailure) {
  const DeviceTensor self(Tensor({4}));
  aclOpExecutor* const untouched = reinterpret_cast<aclOpExecutor*>(uintptr_t{0x1234});
  aclOpExecutor* executor = untouched;
  uint64_t workspace_bytes = 77;
  TakeErrorMessage();
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, 9,
                                                              nullptr, nullptr, &executor),
            161001);
  EXPECT_THAT(TakeErrorMessage(), HasSubstr("executor or workspaceSize is nullptr"));
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                self.get(), self.get(), nullptr, nullptr, 0, self.get(), &workspace_bytes, nullptr),
            161001);
  EXPECT_EQ(
      aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(self.get(), self.get(), nullptr, nullptr, 3,
                                                        self.get(), &workspace_bytes, &executor),
      161002);
  EXPECT_EQ(workspace_bytes, 77u);
  EXPECT_EQ(executor, untouched);
}

TEST(ParameterChecksTest, DtypesOutsideTheChipsList) {
  struct Row {
    aclDataType dtype;
    const char* name;
  };
  for (const Row& row : {Row{ACL_DOUBLE, "DT_DOUBLE"},
                         {ACL_INT32, "DT_INT32"},
                         {ACL_BOOL, "DT_BOOL"},
                         {ACL_COMPLEX64, "DT_COMPLEX64"}}) {
    const std::string text = std::string(" not implemented for ") + row.name +
                             ", should be in dtype support list " + SupportList() + ".";
    CallSpec call = Valid();
    call.self->dtype = row.dtype;
    ExpectRefused(call, 161002, "Tensor self" + text);
    call = Valid();
    call.target->dtype = row.dtype;
    ExpectRefused(call, 161002, "Tensor target" + text);
    call = Valid();
    call.out->dtype = row.dtype;
    ExpectRefused(call, 161002, "Tensor out" + text);
  }
}

TEST(ParameterChecksTest, Bf16OnlyWhereTheChipHasIt) {
  CallSpec call = Valid();
  call.self->dtype = call.target->dtype = call.out->dtype = ACL_BF16;
  if (ChipHasBf16()) {
    ExpectAccepted(call);
  } else {
    ExpectRefused(call, 161002,
                  "Tensor self not implemented for DT_BF16, should be in dtype support list "
                  "[DT_FLOAT,DT_FLOAT16,].");
  }
}

TEST(ParameterChecksTest, OutHasTargetsDtypeNotSelfs) {
  CallSpec call = Valid();
  call.self->dtype = ACL_FLOAT16;
  ExpectAccepted(call);
  call.out->dtype = ACL_FLOAT16;
  ExpectRefused(call, 161002, "Tensor target expected dtype is DT_FLOAT16 but found DT_FLOAT.");
}

TEST(ParameterChecksTest, DtypesOfTheWeightsFollowTheContract) {
  for (aclDataType dtype : {ACL_DOUBLE, ACL_INT32, ACL_INT64, ACL_BOOL}) {
    CallSpec call = Valid();
    call.weight = Tensor({4, 5}, dtype);
    CallSpec pos_call = Valid();
    pos_call.pos_weight = Tensor({5}, dtype);
    if (ContractIsDocumented()) {
      ExpectRefused(call, 161002, "Tensor weight not implemented for DT_");
      ExpectRefused(pos_call, 161002, "Tensor posWeight not implemented for DT_");
    } else {
      ExpectAccepted(call);
      ExpectAccepted(pos_call);
    }
  }
  CallSpec complex_call = Valid();
  complex_call.weight = Tensor({4, 5}, ACL_COMPLEX64);
  ExpectRefused(complex_call, ContractIsDocumented() ? 161002 : 561103, "DT_COMPLEX64");
}

TEST(ParameterChecksTest, OtherListedWeightDtypesAreAccepted) {
  CallSpec call = Valid();
  call.weight = Tensor({4, 5}, ACL_FLOAT16);
  ExpectAccepted(call);
}

TEST(ParameterChecksTest, FormatsFollowTheContract) {
  const auto with_format = [](int place, aclFormat format) {
    CallSpec call = Valid();
    call.weight = call.pos_weight = Tensor({4, 5});
    std::optional<TensorSpec>* const places[] = {&call.self, &call.target, &call.weight,
                                                 &call.pos_weight, &call.out};
    (*places[place])->format = format;
    return call;
  };
  const char* const names[] = {"self", "target", "weight", "posWeight", "out"};
  for (int place = 0; place < 5; ++place) {
    for (aclFormat format : {ACL_FORMAT_ND, ACL_FORMAT_NCL, ACL_FORMAT_NCHW, ACL_FORMAT_NCDHW}) {
      ExpectAccepted(with_format(place, format));
    }
    if (ContractIsDocumented()) {
      ExpectRefused(with_format(place, ACL_FORMAT_FRACTAL_NZ), 161002,
                    std::string("Tensor ") + names[place] + " has format FRACTAL_NZ");
      ExpectRefused(with_format(place, ACL_FORMAT_UNDEFINED), 161002, names[place]);
    } else {
      ExpectAccepted(with_format(place, ACL_FORMAT_FRACTAL_NZ));
    }
  }
}

TEST(ParameterChecksTest, Reduction) {
  for (int64_t reduction : {int64_t{-1}, int64_t{3}, INT64_MAX, INT64_MIN}) {
    CallSpec call = Valid();
    call.reduction = reduction;
    ExpectRefused(call, 161002, "Reduction only support [0, 1, 2].");
  }
}

TEST(ParameterChecksTest, RankAtMostEight) {
  const Dims nine(9, 1);
  CallSpec call = Valid();
  call.self = call.target = call.out = Tensor(nine);
  ExpectRefused(call, 161002, "The self tensor cannot be larger than 8 dimensions.");
  call = Valid();
  call.target = Tensor(nine);
  ExpectRefused(call, 161002, "The target tensor cannot be larger than 8 dimensions.");
  call = Valid();
  call.weight = Tensor(nine);
  ExpectRefused(call, 161002, "The weight tensor cannot be larger than 8 dimensions.");
  call = Valid();
  call.pos_weight = Tensor(nine);
  ExpectRefused(call, 161002, "The posWeight tensor cannot be larger than 8 dimensions.");
  call = Valid();
  call.reduction = 1;
  call.out = Tensor(nine);
  ExpectAccepted(call);
  call.self = call.target = Tensor(Dims(8, 1));
  ExpectAccepted(call);
}

TEST(ParameterChecksTest, ShapesOfSelfAndTarget) {
  CallSpec call = Valid();
  call.self = Tensor({5, 5});
  call.target = Tensor({5, 1, 5});
  ExpectRefused(call, 161002,
                "Expected tensor for self to have same size as tensor for target, but [5, 5] does "
                "not equal [5, 1, 5].");
}

TEST(ParameterChecksTest, WeightsThatDoNotBroadcast) {
  CallSpec call = Valid();
  call.self = call.target = call.out = Tensor({5, 2, 5});
  call.weight = Tensor({5, 3, 5});
  ExpectRefused(
      call, 161002,
      "The size of tensor weight [5, 3, 5] must match the size of tensor target [5, 2, 5].");
  ExpectRefused(call, 161002,
                "Invalid_Argument_Tensor_Input_Shape(EZ1007): Shape [5, 3, 5] of the tensor of "
                "operator aclnnBinaryCrossEntropyWithLogits has incorrect dimension 3. Reason: The "
                "tensor whose shape is [5, 3, 5] and the tensor whose shape is [5, 2, 5] do not "
                "meet the broadcast condition.\n");
  call.weight = Tensor({3, 5});
  ExpectRefused(call, 161002,
                "Shape [5, 2, 5] of the tensor of operator "
                "aclnnBinaryCrossEntropyWithLogits has incorrect dimension 2.");
  call.weight.reset();
  call.pos_weight = Tensor({4});
  ExpectRefused(call, 161002,
                "The size of tensor posWeight [4] must match the size of tensor target [5, 2, 5].");
}

TEST(ParameterChecksTest, WeightsThatBroadcastMutuallyButEnlarge) {
  struct Row {
    Dims target;
    Dims weight;
  };
  for (const Row& row :
       {Row{{4, 5}, {3, 4, 5}}, {{1, 5}, {4, 5}}, {{1}, {0}}, {{4, 5}, {1, 4, 5}}}) {
    CallSpec call;
    call.self = call.target = call.out = Tensor(row.target);
    call.weight = Tensor(row.weight);
    CallSpec pos_call;
    pos_call.self = pos_call.target = pos_call.out = Tensor(row.target);
    pos_call.pos_weight = Tensor(row.weight);
    if (ContractIsDocumented()) {
      ExpectRefused(call, 161002, "The size of tensor weight ");
      ExpectRefused(pos_call, 161002, "The size of tensor posWeight ");
    } else {
      ExpectRefused(call, 561103, "tiling failed");
      ExpectRefused(pos_call, 561103, "tiling failed");
    }
  }
}

TEST(ParameterChecksTest, OutShapes) {
  CallSpec call = Valid();
  call.self = call.target = Tensor({4, 2});
  for (const Dims& dims : {Dims{4}, Dims{}, Dims{4, 2, 1}, Dims{0}}) {
    call.out = Tensor(dims);
    ExpectRefused(call, 161002, "Expected tensor for out to have same size as [4, 2], but got [");
  }
  call.reduction = 1;
  call.out = Tensor({2, 3});
  ExpectRefused(call, 561103,
                "Input tensor's shape[[]] should be same with output's shape[[2, 3]].");
  call.out = Tensor({0});
  ExpectRefused(call, 561103, "Params check failed.");
  for (const Dims& dims : {Dims{}, Dims{1}, Dims{1, 1}, Dims(9, 1)}) {
    for (int64_t reduction : {1, 2}) {
      call.reduction = reduction;
      call.out = Tensor(dims);
      ExpectAccepted(call);
    }
  }
}

TEST(ParameterChecksTest, TheFirstFailureInTheListedOrderDecides) {
  // Everything is wrong; one mistake after the other is mended.
  CallSpec call;
  call.self = Tensor(Dims(9, 1), ACL_DOUBLE);
  call.target.reset();
  call.weight = Tensor({7}, ACL_FLOAT16);
  call.weight->format = ACL_FORMAT_FRACTAL_NZ;
  call.reduction = 5;
  call.out = Tensor({2}, ACL_DOUBLE);
  ExpectRefused(call, 161001, "[target]");
  call.target = Tensor({4, 5}, ACL_INT32);
  ExpectRefused(call, 161002, "Tensor self not implemented");
  call.self->dtype = ACL_FLOAT;
  ExpectRefused(call, 161002, "Tensor target not implemented");
  call.target->dtype = ACL_FLOAT;
  ExpectRefused(call, 161002, "Tensor out not implemented");
  call.out->dtype = ACL_FLOAT16;
  ExpectRefused(call, 161002, "Tensor target expected dtype is DT_FLOAT16 but found DT_FLOAT.");
  call.out->dtype = ACL_FLOAT;
  if (ContractIsDocumented()) ExpectRefused(call, 161002, "Tensor weight has format FRACTAL_NZ");
  call.weight->format = ACL_FORMAT_ND;
  ExpectRefused(call, 161002, "Reduction only support");
  call.reduction = 0;
  ExpectRefused(call, 161002, "The self tensor cannot be larger");
  call.self = Tensor({4});
  ExpectRefused(call, 161002, "[4] does not equal [4, 5]");
  call.self = Tensor({4, 5});
  ExpectRefused(call, 161002, "The size of tensor weight [7]");
  call.weight = Tensor({5});
  ExpectRefused(call, 161002, "Expected tensor for out");
  call.out = Tensor({4, 5});
  ExpectAccepted(call);
}

TEST(ParameterChecksTest, NegativeExtentsAreRefusedCleanly) {
  const int64_t dims[] = {-1, 4};
  const DeviceTensor memory(Tensor({16}));
  aclTensor* tensor =
      aclCreateTensor(dims, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 2, memory.data());
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(tensor, tensor, nullptr, nullptr, 0,
                                                              tensor, &workspace_bytes, &executor),
            561103);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(ParameterChecksTest, HugeExtentsAreRefusedCleanly) {
  const int64_t dims[] = {INT64_MAX / 2, 2};
  const DeviceTensor memory(Tensor({16}));
  aclTensor* tensor =
      aclCreateTensor(dims, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 2, memory.data());
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(tensor, tensor, nullptr, nullptr, 1,
                                                              tensor, &workspace_bytes, &executor),
            561103);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(ParameterChecksTest, ADestroyedTensorIsRecognised) {
  const DeviceTensor alive(Tensor({4}));
  DeviceTensor dead(Tensor({4}));
  const aclTensor* const handle = dead.get();
  dead.DestroyHandle();
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  TakeErrorMessage();
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                handle, alive.get(), nullptr, nullptr, 0, alive.get(), &workspace_bytes, &executor),
            161002);
  EXPECT_THAT(TakeErrorMessage(), HasSubstr("the handle was destroyed before"));
}

}  // namespace
}  // namespace npusim_tests
