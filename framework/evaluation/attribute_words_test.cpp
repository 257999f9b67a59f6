#include "framework/evaluation/attribute_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::evaluation {
namespace {

using operators::ArgumentKind;
using operators::AttributeValue;
using testing::HasSubstr;

operators::OperatorDescription Described() {
  return {.name = "aclnnThing",
          .workspace_symbol = "",
          .arguments = {{"self", "self", ArgumentKind::kTensor},
                        {"mode", "mode", ArgumentKind::kInt64, {{"none", 0}, {"mean", 1}}},
                        {"scale", "scale", ArgumentKind::kDouble},
                        {"strict", "strict", ArgumentKind::kBool}},
          .default_outputs = nullptr};
}

std::string Message(const std::vector<std::string>& words) {
  const auto parsed = ParseAttributes(Described(), words);
  if (parsed.ok()) return "accepted";
  std::string text;
  for (const Error& error : parsed.errors()) {
    EXPECT_EQ(error.kind, ErrorKind::kUsage);
    text += error.message + "\n";
  }
  return text;
}

TEST(ParseAttributes, TakesNamesNumbersAndTruthValues) {
  const auto named = ParseAttributes(Described(), {"mode=mean", "scale=-1.5e3", "strict=true"});
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(named->at("mode"), AttributeValue(int64_t{1}));
  EXPECT_EQ(named->at("scale"), AttributeValue(-1500.0));
  EXPECT_EQ(named->at("strict"), AttributeValue(true));
  const auto number = ParseAttributes(Described(), {"mode=7", "scale=2", "strict=false"});
  ASSERT_TRUE(number.ok());
  EXPECT_EQ(number->at("mode"), AttributeValue(int64_t{7}));
  EXPECT_EQ(number->at("strict"), AttributeValue(false));
}

TEST(ParseAttributes, SaysWhatIsWrong) {
  EXPECT_THAT(Message({"mode"}), HasSubstr("--attr takes NAME=VALUE, not 'mode'"));
  EXPECT_THAT(Message({"moed=mean"}),
              HasSubstr("aclnnThing has no attribute 'moed'; did you mean 'mode'?"));
  EXPECT_THAT(Message({"self=1"}), HasSubstr("has no attribute 'self'"));
  EXPECT_THAT(Message({"mode=maen"}),
              HasSubstr("'maen' is not one of none, mean; did you mean 'mean'?"));
  EXPECT_THAT(Message({"mode=1x"}), HasSubstr("'1x' is not one of none, mean"));
  EXPECT_THAT(Message({"scale=big"}), HasSubstr("'big' is not a number"));
  EXPECT_THAT(Message({"scale="}), HasSubstr("'' is not a number"));
  EXPECT_THAT(Message({"strict=yes"}), HasSubstr("'yes' is not one of true, false"));
  EXPECT_THAT(Message({"mode=0", "mode=1"}), HasSubstr("'mode' is given twice"));
  EXPECT_THAT(Message({"scale=1", "strict=true"}), HasSubstr("--attr mode=none|mean"));
  EXPECT_THAT(Message({"mode=0", "strict=true"}), HasSubstr("--attr scale=NUMBER"));
}

}  // namespace
}  // namespace touchstone::evaluation
