#include "framework/record/merge.h"

#include <gtest/gtest.h>

namespace touchstone::record {
namespace {

RunRecord Part(std::vector<std::string> ids) {
  RunRecord part;
  part.device.soc = "Ascend910B1";
  part.device.library_digests = {{"libopapi.so", "aa"}};
  part.suites = {{"a.yaml", "a", "d1", 3}};
  for (std::string& id : ids) {
    CaseRecord one;
    one.id = std::move(id);
    one.status = CaseStatus::kPass;
    part.cases.push_back(one);
  }
  part.planned = part.cases.size();
  part.summary = Summarise(part.cases);
  return part;
}

TEST(Merge, JoinsAndSortsDisjointParts) {
  RunRecord a = Part({"c", "a"});
  a.summary.seconds = 2;
  RunRecord b = Part({"b"});
  b.summary.seconds = 5;
  const auto merged = Merge({a, b});
  ASSERT_TRUE(merged.ok());
  ASSERT_EQ(merged->cases.size(), 3u);
  EXPECT_EQ(merged->cases[1].id, "b");
  EXPECT_EQ(merged->planned, 3u);
  EXPECT_EQ(merged->summary.passed, 3u);
  EXPECT_EQ(merged->summary.seconds, 5);
}

TEST(Merge, RefusesACaseInTwoRecords) {
  const auto merged = Merge({Part({"a", "b"}), Part({"b"})});
  ASSERT_FALSE(merged.ok());
  EXPECT_EQ(merged.error().message, "case 'b' is in two records");
}

TEST(Merge, RefusesRecordsOfOtherRuns) {
  EXPECT_FALSE(Merge({}).ok());
  const RunRecord a = Part({"a"});
  RunRecord other_soc = Part({"b"});
  other_soc.device.soc = "Ascend910A";
  EXPECT_FALSE(Merge({a, other_soc}).ok());
  RunRecord other_library = Part({"b"});
  other_library.device.library_digests["libopapi.so"] = "bb";
  EXPECT_FALSE(Merge({a, other_library}).ok());
  RunRecord other_suite = Part({"b"});
  other_suite.suites[0].digest = "d2";
  EXPECT_FALSE(Merge({a, other_suite}).ok());
  RunRecord other_seed = Part({"b"});
  other_seed.seed = 9;
  EXPECT_FALSE(Merge({a, other_seed}).ok());
}

TEST(Merge, TakesMutationResultsFromAnyPartButNotFromTwoFiles) {
  RunRecord with = Part({"b"});
  with.mutation = MutationRecord{"m.json", "d1", "0.1.0", {"smoke"}, {}};
  const auto merged = Merge({Part({"a"}), with, Part({"c"})});
  ASSERT_TRUE(merged.ok());
  ASSERT_TRUE(merged->mutation);
  EXPECT_EQ(merged->mutation->path, "m.json");
  RunRecord other = Part({"c"});
  other.mutation = MutationRecord{"n.json", "d2", "0.1.0", {"smoke"}, {}};
  const auto refused = Merge({with, other});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "record 2 has other mutation results: 'n.json' with digest d2, not d1");
}

}  // namespace
}  // namespace touchstone::record
