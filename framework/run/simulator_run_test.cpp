// Whole runs on the simulator that is found beside the program.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "framework/run/runner.h"
#include "framework/run/test_suites.h"

namespace touchstone::run {
namespace {

using record::CaseStatus;

TEST(SimulatorRun, TheSmokeSuiteEndsAsExpected) {
  auto suites = suite::LoadSuites({TOUCHSTONE_SOURCE_DIR "/cases/smoke.yaml"});
  ASSERT_TRUE(suites.ok()) << suites.error().ToString();
  ASSERT_FALSE(suites->cases.empty());
  RunOptions options;
  options.out_dir = ::testing::TempDir() + "simulator_run_" + std::to_string(getpid());
  options.jobs = 2;
  const auto record = run::Run(options, *suites, {});
  std::filesystem::remove_all(options.out_dir);
  ASSERT_TRUE(record.ok()) << record.error().ToString();
  EXPECT_EQ(record->device.contract, "documented");
  EXPECT_EQ(record->cases.size(), suites->cases.size());
  for (const record::CaseRecord& one : record->cases) {
    EXPECT_TRUE(record::IsGood(one.status)) << one.id << ": " << one.reason;
  }
}

}  // namespace
}  // namespace touchstone::run
