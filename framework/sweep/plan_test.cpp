#include "framework/sweep/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::sweep {
namespace {

using testing::HasSubstr;

SweepWords Good() {
  SweepWords words;
  words.operator_name = "BinaryCrossEntropyWithLogits";
  words.dtype = "fp16";
  words.constants = {{"target", "0.1"}, {"pos_weight", "-3"}};
  return words;
}

std::string Message(const SweepWords& words) {
  const auto plan = MakePlan(words);
  if (plan.ok()) return "accepted";
  std::string text;
  for (const Error& error : plan.errors()) {
    EXPECT_EQ(error.kind, ErrorKind::kUsage);
    text += error.message + "\n";
  }
  return text;
}

TEST(MakePlan, SweepsTheFirstTensorAndHoldsTheOthers) {
  const auto plan = MakePlan(Good());
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_EQ(plan->swept, "self");
  EXPECT_EQ(plan->output, "out");
  EXPECT_EQ(plan->attributes.at("reduction"), operators::AttributeValue(int64_t{0}));
  ASSERT_EQ(plan->constants.size(), 2u);
  // The label is rounded to the dtype, and has the logits' shape; a weight is one element.
  EXPECT_EQ(plan->constants[0], (ConstantInput{"target", 0.1, 0x2E66, 0.0999755859375, false}));
  EXPECT_EQ(plan->constants[1], (ConstantInput{"pos_weight", -3, 0xC200, -3, true}));
  EXPECT_EQ(plan->contract, "documented");
  EXPECT_EQ(plan->patterns.count(), 65536u);
  SweepWords other = Good();
  other.device_libs = "somewhere";
  EXPECT_EQ(MakePlan(other)->contract, "source");
}

TEST(MakePlan, SaysWhatIsWrong) {
  SweepWords words = Good();
  words.operator_name = "aclnnRelu";
  EXPECT_THAT(Message(words), HasSubstr("unknown operator 'aclnnRelu'"));
  words = Good();
  words.dtype = "fp61";
  EXPECT_THAT(Message(words), HasSubstr("unknown dtype 'fp61'; did you mean 'fp16'?"));
  words.dtype = "int8";
  EXPECT_THAT(Message(words), HasSubstr("'int8' cannot be swept; valid are: fp32, fp16, bf16"));
  words = Good();
  words.soc = "Ascend910B9";
  EXPECT_THAT(Message(words), HasSubstr("Ascend910B9"));
  words = Good();
  words.contract = "sorce";
  EXPECT_THAT(Message(words), HasSubstr("unknown contract 'sorce'; did you mean 'source'?"));
  words = Good();
  words.constants.erase("target");
  EXPECT_THAT(Message(words), HasSubstr("input 'target' needs a number"));
  words = Good();
  words.constants["wieght"] = "1";
  EXPECT_THAT(Message(words),
              HasSubstr("no input 'wieght' beside the swept one; did you mean 'weight'?"));
  words.constants = {{"target", "0"}, {"self", "1"}};
  EXPECT_THAT(Message(words), HasSubstr("no input 'self' beside the swept one"));
  for (const char* text : {"", "half", "1x", "nan", "inf", " 1"}) {
    words = Good();
    words.constants["target"] = text;
    EXPECT_THAT(Message(words), HasSubstr("is not a finite number")) << text;
  }
  words = Good();
  words.constants["weight"] = "65520";
  EXPECT_THAT(Message(words), HasSubstr("65520 overflows fp16"));
  words = Good();
  words.stride = 0;
  EXPECT_THAT(Message(words), HasSubstr("at least 1"));
}

}  // namespace
}  // namespace touchstone::sweep
