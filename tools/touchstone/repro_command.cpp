#include <fmt/format.h>

#include <fstream>
#include <memory>

#include "framework/record/record_json.h"
#include "framework/suite/suite.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

namespace touchstone::tools {
namespace {

struct Flags {
  std::string record, case_id, output;
};

Result<suite::Case> FindCase(const record::RunRecord& record, const std::string& id) {
  std::vector<std::string> paths;
  for (const record::SuiteRecord& one : record.suites) paths.push_back(one.path);
  auto loaded = suite::LoadSuites(paths);
  if (!loaded.ok()) return loaded.errors();
  for (const suite::SuiteFile& file : loaded->files) {
    for (const record::SuiteRecord& recorded : record.suites) {
      if (recorded.path == file.path && recorded.digest != file.digest) {
        return InputError("the suite has changed since the run was recorded", {file.path, 0, 0});
      }
    }
  }
  std::vector<std::string> ids;
  for (suite::Case& one : loaded->cases) {
    if (one.id == id) {
      if (one.soc.empty()) one.soc = record.device.soc;
      if (one.contract.empty()) one.contract = record.device.contract;
      return std::move(one);
    }
    ids.push_back(one.id);
  }
  const std::string nearest = NearestWord(id, ids);
  return InputError(fmt::format("no case '{}' in the record's suites{}", id,
                                nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

int Repro(const Flags& flags) {
  const auto record = record::ReadRecord(flags.record);
  if (!record.ok()) return Report(record.errors());
  const auto found = FindCase(*record, flags.case_id);
  if (!found.ok()) return Report(found.errors());
  const std::string text = suite::WriteSuite({*found}) + "\n";
  if (flags.output.empty()) {
    fmt::print("{}", text);
    return kAllAsExpected;
  }
  std::ofstream file(flags.output, std::ios::binary);
  file << text;
  if (!file.flush()) {
    return Report({InfrastructureError(fmt::format("cannot write '{}'", flags.output))});
  }
  fmt::print("touchstone run {}\n", flags.output);
  return kAllAsExpected;
}

}  // namespace

Command ReproCommand() {
  auto flags = std::make_shared<Flags>();
  return {"repro", "Write a suite file that holds just one recorded case, nothing left to expand",
          [flags](FlagSet& set) {
            set.Text("RUN.json", &flags->record, "Run record", true);
            set.Text("CASE-ID", &flags->case_id, "Id of the case", true);
            set.Text("--output", &flags->output, "Suite file to write (default: standard output)");
          },
          [flags] { return Repro(*flags); }};
}

}  // namespace touchstone::tools
