// Builds mutants in a working copy of the source tree and tries them with real suites.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/suite/suite.h"
#include "tools/mutate/campaign.h"
#include "tools/mutate/source_tree.h"

namespace touchstone::mutate {

/// When a trial ends.
enum class Stop {
  kAtFirstCase,  ///< at the first case that notices the mutant: the quickest
  kInEachSuite,  ///< every suite is run, up to its first case that notices
  kNever,        ///< every case of every suite is run: complete counts
};

struct WorkshopOptions {
  SourceTree tree;
  std::string out;                  ///< working copy, builds and runs lie below it
  std::vector<std::string> suites;  ///< files or directories, one column of the matrix each
  std::string soc;
  int jobs = 2;  ///< compilers, and worker processes, at a time
  Stop stop = Stop::kInEachSuite;
  double case_timeout_seconds = 20;  ///< unless the case has its own
  double build_timeout_seconds = 1800;
  double test_timeout_seconds = 600;  ///< of one program of unit tests
  std::string tool_version;
};

/// Name of a suite's column: the file's or folder's name without extension.
std::string ColumnOf(const std::string& suite_path);

/// The column of a group's unit tests.
inline constexpr const char* kUnitTests = "unit tests";

/// The workshop of `touchstone mutate`. Device mutants become libraries that this program's own
/// worker processes load; others become a program whose worker processes run the cases, after the
/// group's unit tests have not noticed the mutant. Not thread-safe.
class BuildWorkshop final : public Workshop {
 public:
  /// Loads the suites. Errors: as suite::LoadSuites; two suites of one column name (usage).
  static Result<std::unique_ptr<BuildWorkshop>> Create(WorkshopOptions options);

  Status Open(const Group& group) override;
  Result<std::vector<SuiteOutcome>> TryClean() override;
  Status Build(const Mutant& mutant) override;
  Result<std::vector<SuiteOutcome>> Try() override;
  Status Restore() override;

 private:
  struct Column {
    std::string name;
    suite::LoadedSuites suites;
    std::map<std::string, std::string> clean;  ///< case id -> what the clean tree makes of it
  };
  explicit BuildWorkshop(WorkshopOptions options) : options_(std::move(options)) {}

  std::string CopyDirectory() const;
  std::string BuildDirectory() const;
  Status Configure();
  Status BuildTargets();
  Result<SuiteOutcome> RunTests();
  Result<SuiteOutcome> RunSuite(Column& column, bool clean);

  WorkshopOptions options_;
  std::vector<Column> columns_;
  const Group* group_ = nullptr;
  std::string edited_, original_;  ///< the file that holds the mutant, and its clean text
};

}  // namespace touchstone::mutate
