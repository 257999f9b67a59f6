#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/operators/bce_with_logits/description.h"
#include "framework/operators/description.h"
#include "framework/operators/detectable.h"

namespace touchstone::operators {
namespace {

using tensor::ContiguousLayout;
using tensor::DType;

tensor::TensorLayout DefaultOut(const InputLayouts& inputs, const Attributes& attributes) {
  const auto outputs = BceWithLogitsDescription().default_outputs(inputs, attributes);
  EXPECT_EQ(outputs.size(), 1u);
  return outputs.at("out");
}

TEST(Registry, FindsOperatorsWithAndWithoutPrefix) {
  const OperatorDescription* expected = &BceWithLogitsDescription();
  EXPECT_EQ(FindOperator("aclnnBinaryCrossEntropyWithLogits"), expected);
  EXPECT_EQ(FindOperator("BinaryCrossEntropyWithLogits"), expected);
  EXPECT_EQ(FindOperator("BinaryCrossEntropy"), nullptr);
  EXPECT_EQ(FindOperator("aclnn"), nullptr);
  EXPECT_EQ(FindOperator(""), nullptr);
  EXPECT_THAT(OperatorNames(), testing::Contains("aclnnBinaryCrossEntropyWithLogits"));
}

TEST(Registry, KnowsWhatReductionsCanShow) {
  const auto defects = FindDetectableDefects("aclnnBinaryCrossEntropyWithLogits");
  ASSERT_TRUE(defects);
  ASSERT_EQ(defects->rows.size(), defects->counts.size());
  ASSERT_EQ(defects->rows.front().size(), defects->columns.size());
  EXPECT_EQ(defects->columns.front().output, "fp32 sum");
  EXPECT_GT(defects->rows.front().front(), 0);
  EXPECT_FALSE(FindDetectableDefects("aclnnAdd"));
}

TEST(Registry, EveryOperatorIsWellFormed) {
  for (const OperatorDescription* description : AllOperators()) {
    EXPECT_EQ(description->workspace_symbol, description->name + "GetWorkspaceSize");
    ASSERT_NE(description->default_outputs, nullptr);
    const auto outputs = description->default_outputs({}, {});
    for (const Argument& argument : description->arguments) {
      EXPECT_EQ(FindArgument(*description, argument.name), &argument) << "names must be unique";
      EXPECT_EQ(outputs.contains(argument.name), argument.kind == ArgumentKind::kOutputTensor)
          << argument.name;
      if (argument.kind != ArgumentKind::kInt64) {
        EXPECT_TRUE(argument.named_values.empty());
      }
    }
    EXPECT_EQ(FindArgument(*description, "no such argument"), nullptr);
  }
}

TEST(BceWithLogitsDescription, FollowsThePublishedSignature) {
  std::vector<std::string> api_names;
  for (const Argument& argument : BceWithLogitsDescription().arguments) {
    api_names.push_back(argument.api_name);
  }
  EXPECT_THAT(api_names, testing::ElementsAre("self", "target", "weightOptional",
                                              "posWeightOptional", "reduction", "out"));
  const Argument* reduction = FindArgument(BceWithLogitsDescription(), "reduction");
  ASSERT_NE(reduction, nullptr);
  ASSERT_EQ(reduction->named_values.size(), 3u);
  EXPECT_EQ(reduction->named_values[0].name, "none");
  EXPECT_EQ(reduction->named_values[0].value, 0);
  EXPECT_EQ(reduction->named_values[1].name, "mean");
  EXPECT_EQ(reduction->named_values[1].value, 1);
  EXPECT_EQ(reduction->named_values[2].name, "sum");
  EXPECT_EQ(reduction->named_values[2].value, 2);
}

TEST(BceWithLogitsDescription, DefaultOutputFollowsTargetDtypeAndSelfShape) {
  const InputLayouts inputs = {{"self", ContiguousLayout(DType::kFp32, {4, 5})},
                               {"target", ContiguousLayout(DType::kFp16, {2, 3})}};
  EXPECT_EQ(DefaultOut(inputs, {{"reduction", int64_t{0}}}),
            ContiguousLayout(DType::kFp16, {4, 5}));
  EXPECT_EQ(DefaultOut(inputs, {{"reduction", int64_t{1}}}), ContiguousLayout(DType::kFp16, {1}));
  EXPECT_EQ(DefaultOut(inputs, {{"reduction", int64_t{2}}}), ContiguousLayout(DType::kFp16, {1}));
}

TEST(BceWithLogitsDescription, DefaultOutputOfInvalidCalls) {
  const InputLayouts self_only = {{"self", ContiguousLayout(DType::kBf16, {7})}};
  const InputLayouts target_only = {{"target", ContiguousLayout(DType::kFp16, {})}};
  const Attributes none = {{"reduction", int64_t{0}}};
  EXPECT_EQ(DefaultOut(self_only, none), ContiguousLayout(DType::kBf16, {7}));
  EXPECT_EQ(DefaultOut(target_only, none), ContiguousLayout(DType::kFp16, {}));
  // An unknown reduction is not reduced: the case tests its rejection.
  EXPECT_EQ(DefaultOut(self_only, {{"reduction", int64_t{3}}}),
            ContiguousLayout(DType::kBf16, {7}));
}

}  // namespace
}  // namespace touchstone::operators
