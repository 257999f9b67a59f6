#include "framework/run/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "framework/run/test_suites.h"
#include "framework/run/work_queue.h"

namespace touchstone::run {
namespace {

using testing::CaseText;
using ::testing::HasSubstr;
using testing::LoadCases;

Plan PlanOf(const RunOptions& options, const suite::LoadedSuites& suites) {
  auto plan = MakePlan(options, suites);
  EXPECT_TRUE(plan.ok());
  return plan.ok() ? *plan : Plan{};
}

TEST(MakePlan, RunSettingsApplyUnlessACaseHasItsOwn) {
  const suite::LoadedSuites suites =
      LoadCases({CaseText("a", 4), CaseText("b", 4, "soc: Ascend310P3\n    contract: source")});
  RunOptions options;
  options.seed = 99;
  options.repeat = 3;
  const Plan plan = PlanOf(options, suites);
  ASSERT_EQ(plan.cases.size(), 2u);
  EXPECT_EQ(plan.contract, "documented");
  EXPECT_EQ(plan.cases[0].soc, "Ascend910B1");
  EXPECT_EQ(plan.cases[0].contract, "documented");
  EXPECT_EQ(plan.cases[0].source.seed, 99u);
  EXPECT_EQ(plan.cases[0].source.repeat, 3);
  EXPECT_EQ(plan.cases[0].timeout_seconds, 60);
  EXPECT_EQ(plan.cases[1].soc, "Ascend310P3");
  EXPECT_EQ(plan.cases[1].contract, "source");
}

TEST(MakePlan, OtherLibrariesFollowTheSource) {
  RunOptions options;
  options.device_libs = "/elsewhere";
  EXPECT_EQ(PlanOf(options, LoadCases({CaseText("a", 4)})).contract, "source");
  options.contract = "documented";
  EXPECT_EQ(PlanOf(options, LoadCases({CaseText("a", 4)})).contract, "documented");
}

TEST(MakePlan, ShardsPartitionThePlan) {
  std::vector<std::string> texts;
  for (int i = 0; i < 10; ++i) texts.push_back(CaseText("case " + std::to_string(i), 4));
  suite::LoadedSuites suites = LoadCases(texts);
  suites.not_runnable.push_back({"t/other", "no such operator", {}});
  std::set<std::string> seen;
  for (int index = 1; index <= 3; ++index) {
    RunOptions options;
    options.shard = {index, 3};
    const Plan plan = PlanOf(options, suites);
    EXPECT_GE(plan.size(), 3u);
    for (const PlannedCase& planned : plan.cases) {
      EXPECT_TRUE(seen.insert(planned.source.id).second);
    }
    for (const auto& other : plan.not_runnable) EXPECT_TRUE(seen.insert(other.id).second);
  }
  EXPECT_EQ(seen.size(), 11u);
}

TEST(MakePlan, DigestsFollowWhateverChangesAResult) {
  const auto digest = [](const RunOptions& options, const std::string& text) {
    return PlanOf(options, LoadCases({text})).cases.at(0).digest;
  };
  const RunOptions plain;
  RunOptions seeded;
  seeded.seed = 8;
  RunOptions other_soc;
  other_soc.soc = "Ascend310P3";
  std::set<std::string> digests = {digest(plain, CaseText("a", 4)), digest(plain, CaseText("a", 5)),
                                   digest(plain, CaseText("a", 4, "expect: {status: any_error}")),
                                   digest(seeded, CaseText("a", 4)),
                                   digest(other_soc, CaseText("a", 4))};
  EXPECT_EQ(digests.size(), 5u);
  RunOptions more_jobs;
  more_jobs.jobs = 7;
  EXPECT_EQ(digest(plain, CaseText("a", 4)), digest(more_jobs, CaseText("a", 4)));
}

TEST(MakePlan, ReproRunsJustThisCase) {
  RunOptions options;
  options.seed = 5;
  options.device_libs = "/a b";
  const Plan plan = PlanOf(options, LoadCases({CaseText("it's", 4)}));
  EXPECT_EQ(plan.cases[0].repro,
            "touchstone run t.yaml --filter 't/it'\\''s' --seed 5 --device-libs '/a b'");
}

TEST(MakePlan, RefusesSettingsThatMakeNoSense) {
  const suite::LoadedSuites suites = LoadCases({CaseText("a", 4)});
  const auto error = [&](const std::function<void(RunOptions&)>& change) {
    RunOptions options;
    change(options);
    const auto plan = MakePlan(options, suites);
    EXPECT_FALSE(plan.ok());
    if (plan.ok()) return std::string();
    EXPECT_EQ(plan.error().kind, ErrorKind::kUsage);
    return plan.error().message;
  };
  EXPECT_THAT(error([](RunOptions& o) { o.jobs = 0; }), HasSubstr("--jobs 0"));
  EXPECT_THAT(error([](RunOptions& o) { o.shard = {4, 3}; }), HasSubstr("--shard 4/3"));
  EXPECT_THAT(error([](RunOptions& o) { o.timeout_seconds = 0; }), HasSubstr("--timeout 0"));
  EXPECT_THAT(error([](RunOptions& o) { o.repeat = 1; }), HasSubstr("--repeat 1"));
  EXPECT_THAT(error([](RunOptions& o) { o.contract = "sourec"; }),
              HasSubstr("did you mean 'source'"));
  EXPECT_THAT(error([](RunOptions& o) { o.soc = "Ascend910B7x"; }), HasSubstr("Ascend910B7x"));
}

TEST(WorkQueue, HandsOutEveryCaseOnceAndKeepsKindsApart) {
  std::vector<PlannedCase> cases(50);
  std::vector<size_t> selected;
  for (size_t i = 0; i < cases.size(); ++i) {
    cases[i].soc = i % 5 == 0 ? "B" : "A";
    selected.push_back(i);
  }
  WorkQueue queue(cases, selected, 2, UINT64_MAX);
  std::set<size_t> seen;
  while (auto task = queue.Take(UINT64_MAX)) {
    EXPECT_LE(task->cases.size(), 16u);
    for (const size_t index : task->cases) {
      EXPECT_EQ(cases[index].soc, task->kind.first);
      EXPECT_TRUE(seen.insert(index).second);
    }
  }
  EXPECT_EQ(seen.size(), 50u);
  EXPECT_TRUE(queue.empty());
}

TEST(WorkQueue, ExclusiveTasksGoFirstAndNeedAFreshWorker) {
  std::vector<PlannedCase> cases(3);
  for (PlannedCase& planned : cases) planned.soc = "A";
  WorkQueue queue(cases, {0, 1}, 1, UINT64_MAX);
  const DeviceKind kind = {"A", ""};
  queue.AddExclusive(kind, {2});
  EXPECT_FALSE(queue.TakeFor(kind).has_value());
  EXPECT_EQ(queue.Take(UINT64_MAX)->cases, std::vector<size_t>{2});
  EXPECT_EQ(queue.TakeFor(kind)->cases, std::vector<size_t>{0});
  queue.PutBack(kind, {0});
  EXPECT_EQ(queue.TakeFor(kind)->cases, std::vector<size_t>{0});
  EXPECT_FALSE(queue.TakeFor({"B", ""}).has_value());
  EXPECT_EQ(queue.Drop(kind), std::vector<size_t>{1});
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace touchstone::run
