// What passes is within its limits: on real runs no passing case uses more of a limit than there
// is.
#include "reports/headroom.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/record/record_json.h"
#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

TEST(HeadroomOfRealRuns, StaysWithinTheLimitsOfPassingCases) {
  const ScratchDirectory scratch;
  const std::string cases = TOUCHSTONE_SOURCE_DIR "/cases/";
  const Outcome run = RunTouchstone({"run", cases + "smoke.yaml", cases + "determinism.yaml",
                                     cases + "precision/ranges.yaml", "--reports", "json", "--out",
                                     scratch.Path("out")});
  ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
  const auto record = record::ReadRecord(scratch.Path("out/run.json"));
  ASSERT_TRUE(record.ok());
  size_t numbers = 0;
  for (const record::CaseRecord& one : record->cases) {
    for (const reports::Headroom& headroom : reports::HeadroomsOf(one)) {
      if (headroom.advisory) continue;
      ++numbers;
      EXPECT_LE(headroom.used, 1) << one.id << " " << headroom.standard << " " << headroom.metric;
    }
  }
  EXPECT_GT(numbers, 100u);
}

}  // namespace
}  // namespace touchstone::tools
