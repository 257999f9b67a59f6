// A second front end: every case of the suites named by TOUCHSTONE_SUITES as a GoogleTest test, for
// --gtest_filter, GTEST_TOTAL_SHARDS, --gtest_output=xml and CTest. Paths are separated by colons.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string_view>

#include "framework/run/worker.h"
#include "tools/touchstone/exit_code.h"
#include "tools/touchstone_gtest/suite_run.h"

namespace {

std::vector<std::string> SuitePaths() {
  const char* value = std::getenv("TOUCHSTONE_SUITES");
  std::string_view rest = value == nullptr ? "" : value;
  std::vector<std::string> paths;
  while (!rest.empty()) {
    const size_t colon = rest.find(':');
    if (const auto path = rest.substr(0, colon); !path.empty()) paths.emplace_back(path);
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
  }
  return paths;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace touchstone;
  if (argc > 1 && std::string_view(argv[1]) == run::kWorkerCommand) {
    return run::WorkerMain(std::vector<std::string>(argv + 2, argv + argc));
  }
  ::testing::InitGoogleTest(&argc, argv);
  const auto paths = SuitePaths();
  if (paths.empty()) {
    return tools::Report({UsageError("TOUCHSTONE_SUITES names no suite file or directory")});
  }
  auto suites = suite::LoadSuites(paths);
  if (!suites.ok()) return tools::Report(suites.errors());
  for (const suite::NotRunnable& one : suites->not_runnable) {
    fmt::print(stderr, "not runnable: {}: {}\n", one.id, one.reason);
  }
  auto* run = new tools::SuiteRun(std::move(*suites));  // GoogleTest owns its listeners
  run->RegisterTests();
  ::testing::UnitTest::GetInstance()->listeners().Append(run);
  const int failed = RUN_ALL_TESTS();
  if (::testing::GTEST_FLAG(list_tests)) return tools::kAllAsExpected;
  if (::testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    fmt::print(stderr, "error: the filter selects no case\n");
    return tools::kNotAsExpected;
  }
  return failed != 0 ? tools::kNotAsExpected : tools::kAllAsExpected;
}
