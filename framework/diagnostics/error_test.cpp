#include "framework/diagnostics/error.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Error, ShowsPlaceMessageAndExcerpt) {
  Error error = InputError("unknown key 'redution'", {"a.yaml", 3, 5});
  EXPECT_EQ(error.ToString(), "a.yaml:3:5: unknown key 'redution'");
  error.excerpt = "  redution: sum\n  ^";
  EXPECT_EQ(error.ToString(), "a.yaml:3:5: unknown key 'redution'\n  redution: sum\n  ^");
  EXPECT_EQ(InputError("cannot read", {"b.yaml", 0, 0}).ToString(), "b.yaml: cannot read");
  EXPECT_EQ(UsageError("bad flag").ToString(), "bad flag");
}

TEST(Result, HoldsValueOrErrors) {
  const Result<int> good = 7;
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(*good, 7);
  const Result<int> bad = UsageError("no");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "no");
  EXPECT_DEATH((void)bad.value(), "");
}

TEST(NearestWord, FindsSlipsButNotStrangers) {
  const std::vector<std::string> words = {"reduction", "self", "target"};
  EXPECT_EQ(NearestWord("redution", words), "reduction");
  EXPECT_EQ(NearestWord("Target", words), "target");
  EXPECT_EQ(NearestWord("slef", words), "self");  // two letters swapped are one slip
  EXPECT_EQ(NearestWord("rnu", {"run", "list"}), "run");
  EXPECT_EQ(NearestWord("unr", {"run", "list"}), "");
  EXPECT_EQ(NearestWord("zzzz", words), "");
  EXPECT_EQ(NearestWord(std::string(100000, 'x'), words), "");
  EXPECT_EQ(Suggestion("slf", words), "; did you mean 'self'?");
  EXPECT_EQ(Suggestion("zzzz", words), "; valid are: reduction, self, target");
  EXPECT_EQ(Suggestion("zzzz", {}), "");
}

}  // namespace
}  // namespace touchstone
