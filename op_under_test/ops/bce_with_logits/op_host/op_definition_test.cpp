#include "op_under_test/ops/bce_with_logits/op_host/op_definition.h"

#include <gtest/gtest.h>

namespace npusim::bce_with_logits {
namespace {

TEST(OpDefinitionTest, OperandsAndAttribute) {
  const OpDefinition& op = Definition();
  EXPECT_EQ(op.op_type, "SigmoidCrossEntropyWithLogitsV2");
  ASSERT_EQ(op.inputs.size(), 4u);
  const std::pair<std::string_view, bool> inputs[] = {
      {"predict", true}, {"target", true}, {"weight", false}, {"pos_weight", false}};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(op.inputs[i].name, inputs[i].first);
    EXPECT_EQ(op.inputs[i].required, inputs[i].second);
  }
  ASSERT_EQ(op.outputs.size(), 1u);
  EXPECT_EQ(op.outputs[0].name, "loss");
  EXPECT_EQ(op.reduction.name, "reduction");
  EXPECT_EQ(op.reduction.default_value, "mean");
  EXPECT_EQ(op.reduction.values, (std::vector<std::string_view>{"none", "mean", "sum"}));
  EXPECT_TRUE(op.dynamic_rank && op.dynamic_shape && op.dynamic_compile_static);
}

TEST(OpDefinitionTest, FiveDtypePairs) {
  const aclDataType types[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT32};
  int count = 0;
  for (aclDataType in : types) {
    for (aclDataType out : types) {
      const bool floating = in == ACL_FLOAT || in == ACL_FLOAT16 || in == ACL_BF16;
      const bool expected = floating && (out == in || out == ACL_FLOAT);
      EXPECT_EQ(HasKernelFor(Definition(), in, out), expected) << in << " to " << out;
      count += expected;
    }
  }
  EXPECT_EQ(count, 5);
  EXPECT_EQ(Definition().dtype_pairs.size(), 5u);
}

TEST(OpDefinitionTest, OnlyNoneIsTiled) {
  EXPECT_TRUE(IsTiledReduction(Definition(), "none"));
  EXPECT_FALSE(IsTiledReduction(Definition(), "mean"));
  EXPECT_FALSE(IsTiledReduction(Definition(), "sum"));
  EXPECT_FALSE(IsTiledReduction(Definition(), ""));
}

}  // namespace
}  // namespace npusim::bce_with_logits
