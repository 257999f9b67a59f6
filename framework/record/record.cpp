#include "framework/record/record.h"

#include <array>
#include <utility>

namespace touchstone::record {
namespace {

struct StatusRow {
  CaseStatus status;
  std::string_view name;
  uint64_t Summary::*count;
};

// One row per status: its name in files, and where the summary counts it.
constexpr std::array kRows = {
    StatusRow{CaseStatus::kPass, "pass", &Summary::passed},
    StatusRow{CaseStatus::kFail, "fail", &Summary::failed},
    StatusRow{CaseStatus::kWrongStatus, "wrong_status", &Summary::wrong_status},
    StatusRow{CaseStatus::kCrash, "crash", &Summary::crashed},
    StatusRow{CaseStatus::kTimeout, "timeout", &Summary::timed_out},
    StatusRow{CaseStatus::kDeviceFault, "device_fault", &Summary::device_faults},
    StatusRow{CaseStatus::kReview, "review", &Summary::review},
    StatusRow{CaseStatus::kUndecided, "undecided", &Summary::undecided},
    StatusRow{CaseStatus::kKnownIssue, "known_issue", &Summary::known_issues},
    StatusRow{CaseStatus::kUnexpectedPass, "unexpected_pass", &Summary::unexpected_passes},
    StatusRow{CaseStatus::kNotRun, "not_run", &Summary::not_run},
};

constexpr bool RowsFollowTheEnumeration() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].status) != i) return false;
  }
  return true;
}
static_assert(RowsFollowTheEnumeration());

const StatusRow& RowOf(CaseStatus status) { return kRows[static_cast<size_t>(status)]; }

}  // namespace

std::string_view Name(CaseStatus status) { return RowOf(status).name; }

bool IsGood(CaseStatus status) {
  return status == CaseStatus::kPass || status == CaseStatus::kKnownIssue;
}

const std::vector<CaseStatus>& AllStatuses() {
  static const std::vector<CaseStatus> all = [] {
    std::vector<CaseStatus> statuses;
    for (const StatusRow& row : kRows) statuses.push_back(row.status);
    return statuses;
  }();
  return all;
}

std::optional<CaseStatus> StatusFromName(std::string_view name) {
  for (const StatusRow& row : kRows) {
    if (row.name == name) return row.status;
  }
  return std::nullopt;
}

uint64_t CountOf(const Summary& summary, CaseStatus status) {
  return summary.*(RowOf(status).count);
}

Summary Summarise(const std::vector<CaseRecord>& cases) {
  Summary summary;
  summary.cases = cases.size();
  for (const CaseRecord& one : cases) {
    ++(summary.*(RowOf(one.status).count));
    if (one.metrics) summary.elements += one.metrics->elements;
  }
  return summary;
}

RunRecord WithoutTiming(RunRecord run) {
  run.started_at.clear();
  run.summary.seconds = 0;
  for (CaseRecord& one : run.cases) one.duration_ms = 0;
  return run;
}

}  // namespace touchstone::record
