#include "tools/touchstone_gtest/suite_run.h"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

#include "framework/run/runner.h"
#include "tools/touchstone_gtest/case_names.h"

namespace touchstone::tools {
namespace {

class CaseTest final : public ::testing::Test {
 public:
  CaseTest(const SuiteRun* run, std::string id) : run_(run), id_(std::move(id)) {}

  void TestBody() override {
    RecordProperty("case_id", id_);
    const record::CaseRecord* record = run_->Find(id_);
    if (record == nullptr) {
      FAIL() << id_ << ": " << run_->failure();
    }
    RecordProperty("case_status", std::string(record::Name(record->status)));
    EXPECT_TRUE(record::IsGood(record->status))
        << id_ << ": " << record::Name(record->status) << ": " << record->reason << "\n"
        << record->repro;
  }

 private:
  const SuiteRun* run_;
  std::string id_;
};

// A directory of this process alone: test programs of several shards run side by side.
std::filesystem::path ScratchDirectory() {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "touchstone_gtest-XXXXXX").string();
  return mkdtemp(pattern.data()) == nullptr ? std::filesystem::path{}
                                            : std::filesystem::path(pattern);
}

}  // namespace

SuiteRun::SuiteRun(suite::LoadedSuites suites) : suites_(std::move(suites)) {}

void SuiteRun::RegisterTests() {
  for (const suite::Case& one : suites_.cases) {
    const std::string group = Slug(one.suite), name = TestName(one.id, one.suite);
    id_of_test_[group + "." + name] = one.id;
    ::testing::RegisterTest(
        group.c_str(), name.c_str(), nullptr, nullptr, one.where.file.c_str(), one.where.line,
        [this, id = one.id]() -> ::testing::Test* { return new CaseTest(this, id); });
  }
}

void SuiteRun::OnTestProgramStart(const ::testing::UnitTest& unit_test) {
  std::set<std::string> chosen;
  for (int s = 0; s < unit_test.total_test_suite_count(); ++s) {
    const ::testing::TestSuite& group = *unit_test.GetTestSuite(s);
    for (int t = 0; t < group.total_test_count(); ++t) {
      const ::testing::TestInfo& test = *group.GetTestInfo(t);
      if (test.should_run())
        chosen.insert(id_of_test_[std::string(group.name()) + "." + test.name()]);
    }
  }
  suite::LoadedSuites selected = suites_;
  std::erase_if(selected.cases, [&](const suite::Case& one) { return !chosen.contains(one.id); });
  selected.not_runnable.clear();
  if (selected.cases.empty()) return;

  const std::filesystem::path scratch = ScratchDirectory();
  run::RunOptions options;
  options.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.out_dir = scratch.string();
  options.command = "touchstone_gtest";
  auto record = run::Run(options, selected, [](const run::Progress&) {});
  std::error_code ignored;
  std::filesystem::remove_all(scratch, ignored);
  if (!record.ok()) {
    failure_ = record.error().ToString();
    return;
  }
  for (record::CaseRecord& one : record->cases) {
    const std::string id = one.id;
    records_[id] = std::move(one);
  }
}

const record::CaseRecord* SuiteRun::Find(const std::string& id) const {
  const auto found = records_.find(id);
  return found == records_.end() ? nullptr : &found->second;
}

}  // namespace touchstone::tools
