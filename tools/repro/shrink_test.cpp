#include "tools/repro/shrink.h"

#include <gtest/gtest.h>

#include "framework/run/prepared_case.h"
#include "framework/tensor/host_tensor.h"
#include "tools/repro/case_edit.h"
#include "tools/repro/rerun.h"
#include "tools/repro/test_cases.h"

namespace touchstone::repro {
namespace {

using tensor::Dims;

std::vector<uint64_t> SelfBits(const suite::Case& one) {
  const auto prepared = run::PrepareCase(one);
  const tensor::HostTensor& made = prepared->inputs.at("self").tensor;
  return tensor::GatherBits(made.layout, made.storage);
}

// Fails while this logit is among the inputs.
Shows Holds(uint64_t bits) {
  return [bits](const suite::Case& one) -> Result<bool> {
    const std::vector<uint64_t> all = SelfBits(one);
    return std::find(all.begin(), all.end(), bits) != all.end();
  };
}

TEST(Shrink, FindsTheOneElementOfALargeTensor) {
  const suite::Case start = Weighted(40, 1000);
  const uint64_t culprit = SelfBits(start)[23 * 1000 + 617];
  const auto shrunk = Shrink(start, {}, Holds(culprit));
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(SelfBits(shrunk->smallest), std::vector<uint64_t>{culprit});
  EXPECT_EQ(shrunk->smallest.inputs.at("self").layout.shape, Dims{1});
  EXPECT_EQ(shrunk->smallest.inputs.at("weight").presence, suite::Presence::kAbsent);
  EXPECT_EQ(shrunk->smallest.inputs.at("target").data.distribution, "constant");
  EXPECT_EQ(shrunk->smallest.id, start.id);
  EXPECT_EQ(shrunk->smallest.data_key, start.id);
  EXPECT_LT(shrunk->tries, 60);
  EXPECT_FALSE(shrunk->limited);
}

TEST(Shrink, KeepsWhatTheFailureNeeds) {
  const auto shrunk = Shrink(Weighted(8, 16, "mean"), {}, [](const suite::Case& one) {
    return Result<bool>(ExtentOf(one, 0) >= 5 && ExtentOf(one, 1) >= 3 &&
                        one.inputs.at("weight").presence == suite::Presence::kGiven);
  });
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk->smallest.inputs.at("self").layout.shape, (Dims{3, 5}));
  EXPECT_EQ(shrunk->smallest.inputs.at("weight").layout.shape, Dims{5});
  EXPECT_EQ(shrunk->smallest.outputs.at("out").layout.shape, Dims{1});
}

TEST(Shrink, StaysWithinItsTriesAndGivesWhatStillFailed) {
  const suite::Case start = Weighted(40, 1000);
  int calls = 0;
  const Shows holds = Holds(SelfBits(start)[39999]);
  const auto shrunk = Shrink(start, {},
                             [&](const suite::Case& one) {
                               ++calls;
                               return holds(one);
                             },
                             {.tries = 5});
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(calls, 5);
  EXPECT_TRUE(shrunk->limited);
  EXPECT_TRUE(*holds(shrunk->smallest));
  const auto untouched = Shrink(start, {}, [](const suite::Case&) { return Result<bool>(false); });
  EXPECT_EQ(suite::WriteSuite({untouched->smallest}), suite::WriteSuite({start}));
}

TEST(Shrink, EndsWithTheErrorOfATry) {
  const auto shrunk = Shrink(Weighted(4, 4), {}, [](const suite::Case&) -> Result<bool> {
    return InfrastructureError("the device is gone");
  });
  ASSERT_FALSE(shrunk.ok());
  EXPECT_EQ(shrunk.error().message, "the device is gone");
}

TEST(ShowsSame, AsksForTheSameFailure) {
  using record::CaseStatus;
  record::CaseRecord was;
  was.status = CaseStatus::kFail;
  judge::Verdict verdict;
  verdict.standard = "eco-v3";
  was.verdicts = {verdict};
  EXPECT_TRUE(ShowsSame(was, was));
  record::CaseRecord now = was;
  now.status = CaseStatus::kCrash;
  EXPECT_FALSE(ShowsSame(was, now));
  now = was;
  now.verdicts[0].standard = "eco-v1";
  EXPECT_FALSE(ShowsSame(was, now));
  now = was;
  was.guards.intact = false;
  EXPECT_FALSE(ShowsSame(was, now));
  was = now;
  was.determinism.identical = false;
  EXPECT_FALSE(ShowsSame(was, now));
  was = now;
  was.phase1_status = 161002;
  EXPECT_FALSE(ShowsSame(was, now));
  EXPECT_TRUE(CanBeShrunk(CaseStatus::kTimeout));
  EXPECT_FALSE(CanBeShrunk(CaseStatus::kUnexpectedPass));
}

}  // namespace
}  // namespace touchstone::repro
