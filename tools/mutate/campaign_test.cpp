#include "tools/mutate/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace touchstone::mutate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SuiteOutcome Outcome(const std::string& suite, uint64_t noticed) {
  SuiteOutcome outcome;
  outcome.suite = suite;
  outcome.ended = 10;
  outcome.noticed = noticed;
  if (noticed > 0) outcome.statuses["fail"] = noticed;
  if (noticed > 0) outcome.first = {suite + "/case"};
  return outcome;
}

// A workshop whose mutants are noticed as often as their `replace` says; "broken" does not build.
class FakeWorkshop final : public Workshop {
 public:
  Status Open(const Group& group) override {
    log.push_back("open " + group.name);
    return opens ? Status(Done{}) : Status(InputError("does not build: x.cpp"));
  }
  Result<std::vector<SuiteOutcome>> TryClean() override { return clean; }
  Status Build(const Mutant& mutant) override {
    log.push_back("build " + mutant.id);
    built = mutant;
    return mutant.replace == "broken" ? Status(InputError("does not build: error: x"))
                                      : Status(Done{});
  }
  Result<std::vector<SuiteOutcome>> Try() override {
    if (built.replace == "lost") return InfrastructureError("a worker cannot start");
    return std::vector<SuiteOutcome>{Outcome("smoke", std::stoul(built.replace)),
                                     Outcome("tiling", 0)};
  }
  Status Restore() override {
    log.push_back("restore");
    return Done{};
  }

  bool opens = true;
  std::vector<SuiteOutcome> clean = {Outcome("smoke", 0), Outcome("tiling", 0)};
  std::vector<std::string> log;
  Mutant built;
};

Mutant Make(const std::string& id, const std::string& file, const std::string& noticed,
            const std::string& equivalent = "") {
  Mutant mutant;
  mutant.id = id;
  mutant.group = id.substr(0, id.find('/'));
  mutant.breaks = "something";
  mutant.file = file;
  mutant.replace = noticed;
  mutant.equivalent = equivalent;
  return mutant;
}

Result<MutationResults> TryAll(const std::vector<Mutant>& mutants, FakeWorkshop& workshop) {
  return RunCampaign(mutants, workshop, [](const CampaignProgress&) {}, [] { return false; });
}

TEST(Campaign, SaysWhatBecameOfEachMutant) {
  FakeWorkshop workshop;
  const auto results = TryAll({Make("judge/killed", "a", "3"), Make("judge/survives", "a", "0"),
                            Make("judge/equal", "a", "0", "no one can tell"),
                            Make("judge/broken", "a", "broken"),
                            Make("judge/not_equal", "a", "1", "no one can tell")},
                           workshop);
  ASSERT_TRUE(results) << results.error().ToString();
  std::map<std::string, std::pair<MutantState, std::string>> found;
  for (const MutantResult& one : results->mutants) found[one.id] = {one.state, one.reason};
  using P = std::pair<MutantState, std::string>;
  EXPECT_EQ(found["judge/killed"], P(MutantState::kKilled, ""));
  EXPECT_EQ(found["judge/survives"], P(MutantState::kSurvived, ""));
  EXPECT_EQ(found["judge/equal"], P(MutantState::kEquivalent, "no one can tell"));
  EXPECT_EQ(found["judge/broken"], P(MutantState::kError, "does not build: error: x"));
  EXPECT_EQ(found["judge/not_equal"],
            P(MutantState::kError, "its file calls it equivalent, but it was noticed"));
  EXPECT_THAT(results->suites, ElementsAre("smoke", "tiling"));
}

TEST(Campaign, TakesMutantsOfOneFileTogetherAndRestoresEach) {
  FakeWorkshop workshop;
  const auto results = TryAll({Make("reference/c", "z", "1"), Make("judge/b", "y", "1"),
                            Make("judge/a", "z", "broken"), Make("judge/c", "y", "1")},
                           workshop);
  ASSERT_TRUE(results);
  EXPECT_THAT(workshop.log,
              ElementsAre("open judge", "build judge/b", "restore", "build judge/c", "restore",
                          "build judge/a", "restore", "open reference", "build reference/c",
                          "restore"));
  ASSERT_EQ(results->mutants.size(), 4u);
  EXPECT_EQ(results->mutants[0].id, "judge/a") << "results are sorted by id";
}

TEST(Campaign, StopsWhenTheCleanTreeIsNotGood) {
  FakeWorkshop workshop;
  workshop.clean[1] = Outcome("tiling", 2);
  const auto results = TryAll({Make("judge/a", "a", "1")}, workshop);
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().message,
            "the clean tree is not all good, so no mutant can be judged: 2 of 10 in tiling, first "
            "'tiling/case'");
  workshop.clean[1].ended = 0;
  EXPECT_THAT(TryAll({Make("judge/a", "a", "1")}, workshop).error().message,
              HasSubstr("the clean tree runs no case of tiling"));
  workshop.opens = false;
  EXPECT_THAT(TryAll({Make("judge/a", "a", "1")}, workshop).error().message,
              HasSubstr("does not build"));
}

TEST(Campaign, StopsWhenNothingCanBeRunOrTheUserWishes) {
  FakeWorkshop workshop;
  EXPECT_EQ(TryAll({Make("judge/a", "a", "lost")}, workshop).error().message,
            "a worker cannot start");
  EXPECT_FALSE(TryAll({Make("nobody/a", "a", "1")}, workshop));
  int trials = 0;
  const auto stopped = RunCampaign(
      {Make("judge/a", "a", "1"), Make("judge/b", "a", "1")}, workshop,
      [&](const CampaignProgress& now) { trials += now.result != nullptr; }, [] { return true; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::kInfrastructure);
  EXPECT_EQ(trials, 1);
}

}  // namespace
}  // namespace touchstone::mutate
