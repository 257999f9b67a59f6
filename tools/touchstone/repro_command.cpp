#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "framework/record/record_json.h"
#include "framework/suite/suite.h"
#include "reports/format.h"
#include "tools/repro/cpp_program.h"
#include "tools/repro/rerun.h"
#include "tools/repro/shrink.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;

struct Flags {
  std::string record, case_id, output;
  std::optional<int64_t> tries;
  bool cpp = false, keep_size = false;
};

/// A directory for the journals of the tries, gone with the object.
class WorkDirectory {
 public:
  WorkDirectory() {
    std::error_code failed;
    std::string pattern = (fs::temp_directory_path(failed) / "touchstone-repro-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~WorkDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

const record::CaseRecord* FindRecord(const record::RunRecord& record, const std::string& id) {
  for (const record::CaseRecord& one : record.cases) {
    if (one.id == id) return &one;
  }
  return nullptr;
}

/// The case as small as it still shows what was recorded; the case itself, with a word on standard
/// error, where it does not show it any more.
Result<suite::Case> Smallest(const Flags& flags, const record::RunRecord& record,
                             const record::CaseRecord& recorded, const suite::Case& source,
                             ExitCode& exit_code) {
  const WorkDirectory directory;
  if (directory.path().empty()) return InfrastructureError("cannot create a temporary directory");
  const repro::Shows shows = [&](const suite::Case& one) -> Result<bool> {
    auto now = repro::RunAgain(record, one, directory.path());
    if (!now.ok()) return now.errors();
    return repro::ShowsSame(recorded, *now);
  };
  const Result<bool> still = shows(source);
  if (!still.ok()) return still.errors();
  if (!*still) {
    fmt::print(stderr, "warning: '{}' does not show the recorded failure ({}) any more\n",
               source.id, record::Name(recorded.status));
    exit_code = kNotAsExpected;
    return source;
  }
  repro::ShrinkLimits limits;
  if (flags.tries) limits.tries = static_cast<int>(*flags.tries);
  auto shrunk = repro::Shrink(source, recorded, shows, limits);
  if (!shrunk.ok()) return shrunk.errors();
  fmt::print(stderr, "made smaller in {} tries{}\n", shrunk->tries,
             shrunk->limited ? "; stopped there, more --tries may find less" : "");
  return std::move(shrunk->smallest);
}

Status Write(const std::string& path, const std::string& text) {
  if (!path.empty()) return reports::WriteFileWhole(path, text);
  fmt::print("{}", text);
  return Done{};
}

int Repro(const Flags& flags) {
  const auto record = record::ReadRecord(flags.record);
  if (!record.ok()) return Report(record.errors());
  auto found = repro::FindRecordedCase(*record, flags.case_id);
  if (!found.ok()) return Report(found.errors());
  const record::CaseRecord* recorded = FindRecord(*record, flags.case_id);
  if (recorded == nullptr) {
    return Report({InputError(fmt::format("the record holds no case '{}'", flags.case_id))});
  }
  ExitCode exit_code = kAllAsExpected;
  if (!repro::CanBeShrunk(recorded->status)) {
    fmt::print(stderr,
               "'{}' was recorded as {}: there is no failure to show, this is the case as it is\n",
               flags.case_id, record::Name(recorded->status));
  } else if (!flags.keep_size) {
    found = Smallest(flags, *record, *recorded, *found, exit_code);
    if (!found.ok()) return Report(found.errors());
  }
  const std::string suite_text = suite::WriteSuite({*found});
  if (!flags.cpp) {
    const Status written = Write(flags.output, suite_text);
    if (!written.ok()) return Report(written.errors());
    if (!flags.output.empty()) fmt::print("touchstone run {}\n", flags.output);
    return exit_code;
  }
  const auto program = repro::WriteCppProgram(*found, *recorded);
  if (!program.ok()) return Report(program.errors());
  if (flags.output.empty()) {
    fmt::print("{}", *program);
    return exit_code;
  }
  const std::string source = fs::path(flags.output).replace_extension(".cpp").string();
  if (source == flags.output) {
    return Report(
        {UsageError("--output names the suite file; the program goes beside it as .cpp")});
  }
  for (const auto& [path, text] : {std::pair{flags.output, suite_text}, {source, *program}}) {
    const Status written = Write(path, text);
    if (!written.ok()) return Report(written.errors());
  }
  fmt::print("touchstone run {}\n{}\n", flags.output, source);
  return exit_code;
}

}  // namespace

Command ReproCommand() {
  auto flags = std::make_shared<Flags>();
  return {"repro", "Write the smallest suite file that still shows the failure of a recorded case",
          [flags](FlagSet& set) {
            set.Text("RUN.json", &flags->record, "Run record", true);
            set.Text("CASE-ID", &flags->case_id, "Id of the case", true);
            set.Text("--output", &flags->output, "Suite file to write (default: standard output)");
            set.Flag("--cpp", &flags->cpp,
                     "Also a standalone C++ program on the plain ACL API, beside the suite file as "
                     ".cpp; without --output only the program");
            set.Flag("--keep-size", &flags->keep_size, "The case as it is: do not make it smaller");
            set.Integer("--tries", &flags->tries, 1, 100000,
                        "So many runs at most to make it smaller (default: 200)");
          },
          [flags] { return Repro(*flags); }};
}

}  // namespace touchstone::tools
