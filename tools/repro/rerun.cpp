#include "tools/repro/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "framework/run/runner.h"
#include "framework/suite/suite.h"

namespace touchstone::repro {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;

const CaseRecord* FindRecord(const RunRecord& record, const std::string& id) {
  for (const CaseRecord& one : record.cases) {
    if (one.id == id) return &one;
  }
  return nullptr;
}

void TakeRecordedSettings(const RunRecord& record, suite::Case& one) {
  const CaseRecord* recorded = FindRecord(record, one.id);
  if (recorded != nullptr) {
    one.seed = recorded->seed;
    one.soc = recorded->soc;
    one.contract = recorded->contract;
    one.repeat = std::max(one.repeat, recorded->determinism.runs);
  }
  if (one.soc.empty()) one.soc = record.device.soc;
  if (one.contract.empty()) one.contract = record.device.contract;
  one.expect = suite::ExpectationFor(one, one.soc, one.contract);
  one.expect_rules.clear();
}

bool ShareAFailedStandard(const CaseRecord& recorded, const CaseRecord& now) {
  const auto fails = [](const judge::Verdict& verdict) {
    return !verdict.advisory && verdict.state != judge::VerdictState::kPass;
  };
  bool any = false;
  for (const judge::Verdict& verdict : recorded.verdicts) {
    if (!fails(verdict)) continue;
    any = true;
    for (const judge::Verdict& other : now.verdicts) {
      if (fails(other) && other.standard == verdict.standard && other.state == verdict.state) {
        return true;
      }
    }
  }
  return !any;
}

}  // namespace

Result<suite::Case> FindRecordedCase(const RunRecord& record, const std::string& id) {
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
      TakeRecordedSettings(record, one);
      return std::move(one);
    }
    ids.push_back(one.id);
  }
  const std::string nearest = NearestWord(id, ids);
  return InputError(fmt::format("no case '{}' in the record's suites{}", id,
                                nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

Result<CaseRecord> RunAgain(const RunRecord& record, const suite::Case& one,
                            const std::string& directory) {
  auto suites = suite::LoadSuiteText(suite::WriteSuite({one}), "repro");
  if (!suites.ok()) return suites.errors();
  run::RunOptions options;
  options.soc = record.device.soc;
  options.contract = record.device.contract;
  std::error_code ignored;
  if (std::filesystem::is_directory(record.device.libraries, ignored)) {
    options.device_libs = record.device.libraries;
  }
  options.out_dir = directory;
  options.tool_version = record.tool_version;
  auto result = run::Run(options, *suites, nullptr);
  if (!result.ok()) return result.errors();
  if (run::WasInterrupted()) return InfrastructureError("interrupted");
  if (result->cases.size() != 1) return InfrastructureError("the case left no result");
  return std::move(result->cases.front());
}

bool ShowsSame(const CaseRecord& recorded, const CaseRecord& now) {
  if (recorded.status != now.status) return false;
  if (recorded.guards.intact != now.guards.intact && now.guards.intact) return false;
  if (!recorded.determinism.identical && now.determinism.identical) return false;
  if (recorded.phase1_status != now.phase1_status || recorded.phase2_status != now.phase2_status ||
      recorded.sync_status != now.sync_status) {
    return false;
  }
  return ShareAFailedStandard(recorded, now);
}

bool CanBeShrunk(CaseStatus status) {
  return status != CaseStatus::kPass && status != CaseStatus::kUnexpectedPass &&
         status != CaseStatus::kNotRun;
}

}  // namespace touchstone::repro
