#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/suite/suite.h"
#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

TEST(MatchesGlob, OnlyStarAndQuestionMarkAreSpecial) {
  const char* id = "bce/weight broadcast[dtype=fp16,shape=4x1]";
  EXPECT_TRUE(MatchesGlob("*", id));
  EXPECT_TRUE(MatchesGlob(id, id));
  EXPECT_TRUE(MatchesGlob("*[dtype=fp16,*]", id));
  EXPECT_TRUE(MatchesGlob("bce/*dtype=fp??,*", id));
  EXPECT_TRUE(MatchesGlob("**bce**", "bce"));
  EXPECT_FALSE(MatchesGlob("*[fp16]*", id));  // no character classes
  EXPECT_FALSE(MatchesGlob("bce", id));       // the whole id
  EXPECT_FALSE(MatchesGlob("bce/?", "bce/"));
  EXPECT_FALSE(MatchesGlob("", "x"));
  EXPECT_TRUE(MatchesGlob("", ""));
  EXPECT_TRUE(MatchesGlob("a*b*c", "aXbYbZc"));
  EXPECT_FALSE(MatchesGlob("a*b*c", "aXbYbZ"));
}

TEST(MatchesGlob, ManyStarsTakeNoExponentialTime) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(MatchesGlob(pattern + "b", std::string(2000, 'a')));
}

TEST(FilterCases, IncludesThenExcludes) {
  std::vector<Case> cases(4);
  const char* ids[] = {"s/a", "s/b", "s/c", "t/a"};
  for (size_t i = 0; i < 4; ++i) cases[i].id = ids[i];
  EXPECT_THAT(IdsOf(FilterCases(cases, {}, {})), testing::ElementsAre("s/a", "s/b", "s/c", "t/a"));
  EXPECT_THAT(IdsOf(FilterCases(cases, {"s/*", "t/a"}, {"*/a"})),
              testing::ElementsAre("s/b", "s/c"));
  EXPECT_THAT(IdsOf(FilterCases(cases, {"nothing"}, {})), testing::ElementsAre());
}

}  // namespace
}  // namespace touchstone::suite
