#include "tools/touchstone_gtest/case_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::tools {
namespace {

TEST(Slug, KeepsOnlyWhatEveryToolTakesAsText) {
  EXPECT_EQ(Slug("bce_with_logits/smoke"), "bce_with_logits_smoke");
  EXPECT_EQ(Slug("a[b=1,c=-2]*?.$;"), "a_b_1_c_2");
  EXPECT_EQ(Slug("\xE4\xBD\xA0"), "unnamed");
  EXPECT_EQ(Slug(""), "unnamed");
}

TEST(TestName, IsReadableAndTellsIdsApart) {
  EXPECT_THAT(TestName("s/case[x=1]", "s"), ::testing::MatchesRegex("case_x_1_[0-9a-f]{16}"));
  EXPECT_NE(TestName("s/case[x=1]", "s"), TestName("s/case[x-1]", "s"));
  const std::string longest = "s/" + std::string(5000, 'y');
  EXPECT_LT(TestName(longest, "s").size(), 120u);
  EXPECT_NE(TestName(longest, "s"), TestName(longest + "y", "s"));
}

}  // namespace
}  // namespace touchstone::tools
