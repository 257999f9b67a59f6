// Empty inputs: nothing for none, NaN for mean, zero for sum.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

TensorSpec Tensor(Dims dims, aclDataType dtype = ACL_FLOAT, double value = 0.0) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.dtype = dtype;
  spec.values = {value};
  return spec;
}

CallSpec Empty(int64_t reduction, TensorSpec out) {
  CallSpec call;
  call.self = call.target = Tensor({3, 0}, out.dtype);
  call.reduction = reduction;
  call.out = std::move(out);
  return call;
}

std::vector<aclDataType> Dtypes() {
  std::vector<aclDataType> dtypes{ACL_FLOAT, ACL_FLOAT16};
  if (ChipHasBf16()) dtypes.push_back(ACL_BF16);
  return dtypes;
}

TEST(EmptyTensorsTest, NoneDoesNothingWhateverOutsShape) {
  for (aclDataType dtype : Dtypes()) {
    for (const Dims& dims : {Dims{3, 0}, Dims{2, 2}}) {
      const CallResult result = Call(Empty(0, Tensor(dims, dtype, 7.0)));
      EXPECT_EQ(result.phase1, 0);
      EXPECT_EQ(result.phase2, 0);
      EXPECT_EQ(result.synchronisation, 0);
      EXPECT_EQ(result.workspace_bytes, 0u);
      for (double value : result.out) EXPECT_EQ(value, 7.0);
    }
  }
}

TEST(EmptyTensorsTest, MeanIsNanAndSumIsZeroInEveryElementOfOut) {
  for (aclDataType dtype : Dtypes()) {
    for (const Dims& dims : {Dims{}, Dims{1}, Dims{2, 3}}) {
      const CallResult mean = Call(Empty(1, Tensor(dims, dtype, 7.0)));
      ASSERT_EQ(mean.phase2, 0) << mean.message;
      ASSERT_FALSE(mean.out.empty());
      for (double value : mean.out) EXPECT_TRUE(std::isnan(value));
      const CallResult sum = Call(Empty(2, Tensor(dims, dtype, 7.0)));
      ASSERT_EQ(sum.phase2, 0) << sum.message;
      for (double value : sum.out) EXPECT_EQ(value, 0.0);
    }
  }
}

TEST(EmptyTensorsTest, MeanIntoAnEmptyOut) {
  const CallResult result = Call(Empty(1, Tensor({0})));
  EXPECT_EQ(result.phase2, 0) << result.message;
}

TEST(EmptyTensorsTest, OutsViewMustHaveItsStoragesShape) {
  TensorSpec out = Tensor({1}, ACL_FLOAT, 7.0);
  out.storage_dims = Dims{10};
  const CallResult result = Call(Empty(1, out));
  EXPECT_EQ(result.phase1, 561103);
  EXPECT_THAT(result.message, testing::HasSubstr("shape[[10]]"));
  out.dims = {};
  out.storage_dims = Dims{1, 1};
  EXPECT_EQ(Call(Empty(1, out)).phase2, 0);
}

TEST(EmptyTensorsTest, TransposedOutIsFilled) {
  TensorSpec out = Tensor({2, 3}, ACL_FLOAT, 7.0);
  out.strides = Dims{1, 2};
  const CallResult result = Call(Empty(2, out));
  ASSERT_EQ(result.phase2, 0) << result.message;
  EXPECT_EQ(result.out, std::vector<double>(6, 0.0));
}

TEST(EmptyTensorsTest, WeightsAreNotComparedWithAnEmptyTarget) {
  CallSpec call = Empty(2, Tensor({1}));
  call.weight = Tensor({7, 9});
  EXPECT_EQ(Call(call).phase2, 0);
  call.weight = Tensor(Dims(9, 1));
  EXPECT_EQ(Call(call).phase1, 161002);
}

TEST(EmptyTensorsTest, TheOtherChecksStillApply) {
  CallSpec call = Empty(4, Tensor({1}));
  EXPECT_EQ(Call(call).phase1, 161002);
  call = Empty(0, Tensor({1}, ACL_FLOAT16));
  call.target->dtype = ACL_FLOAT;
  EXPECT_EQ(Call(call).phase1, 161002);
  call = Empty(0, Tensor({1}));
  call.target = Tensor({0, 3});
  EXPECT_EQ(Call(call).phase1, 161002);
}

}  // namespace
}  // namespace npusim_tests
