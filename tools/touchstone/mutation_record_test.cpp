// Mutation results in the report of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/record_json.h"
#include "tools/mutate/mutation_json.h"
#include "tools/mutate/sample_results.h"
#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Mutation : public ::testing::Test {
 protected:
  void SetUp() override {
    suite_ = scratch_.Write("small.yaml", kGoodSuite);
    results_ = scratch_.Write("mutation.json", mutate::ToJson(mutate::SampleResults()));
  }
  record::RunRecord Read(const std::string& path) {
    auto run = record::ReadRecord(scratch_.Path(path));
    EXPECT_TRUE(run.ok());
    return run.ok() ? std::move(*run) : record::RunRecord{};
  }

  ScratchDirectory scratch_;
  std::string suite_, results_;
};

TEST_F(Mutation, IsTakenIntoTheRecordOfARunAndOfMergedShards) {
  for (const char* shard : {"1/2", "2/2"}) {
    const std::string out = scratch_.Path(std::string("s") + shard[0]);
    std::vector<std::string> arguments = {"run", suite_, "--shard", shard, "--out", out};
    if (shard[0] == '2') arguments.insert(arguments.end(), {"--mutation", results_});
    ASSERT_EQ(RunTouchstone(arguments).exit_code, 0);
  }
  EXPECT_FALSE(Read("s1/run.json").mutation);
  const auto mutation = Read("s2/run.json").mutation;
  ASSERT_TRUE(mutation);
  EXPECT_EQ(mutation->path, results_);
  EXPECT_EQ(mutation->digest.size(), 32u);
  ASSERT_EQ(mutation->mutants.size(), 4u);
  EXPECT_EQ(mutation->mutants[2].state, "killed");
  EXPECT_THAT(mutation->mutants[2].ran, ElementsAre("smoke", "tiling"));
  EXPECT_THAT(mutation->mutants[2].noticed_by, ElementsAre("smoke"));
  EXPECT_THAT(ReadFile(scratch_.Path("s2/report.html")), HasSubstr("op_under_test/survivor"));

  const std::vector<std::string> merge = {"merge", scratch_.Path("s1/run.json"),
                                          scratch_.Path("s2/run.json"), "--out", scratch_.Path("m")};
  ASSERT_EQ(RunTouchstone(merge).exit_code, 0);
  EXPECT_TRUE(Read("m/run.json").mutation);
  ASSERT_EQ(RunTouchstone({"merge", scratch_.Path("s1/run.json"), "--out", scratch_.Path("n"),
                           "--mutation", results_})
                .exit_code,
            0);
  EXPECT_TRUE(Read("n/run.json").mutation);
}

TEST_F(Mutation, AFileThatIsNoneIsRefusedBeforeAnythingRuns) {
  const Outcome missing = RunTouchstone(
      {"run", suite_, "--out", scratch_.Path("o"), "--mutation", scratch_.Path("none.json")});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("none.json: No such file"));
  const Outcome other =
      RunTouchstone({"run", suite_, "--out", scratch_.Path("o"), "--mutation", suite_});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("small.yaml:1:1: "));
  EXPECT_NE(RunTouchstone({"merge", scratch_.Path("o/run.json")}).exit_code, 0) << "nothing ran";
}

}  // namespace
}  // namespace touchstone::tools
