#include "reports/summary.h"

#include <fmt/format.h>

#include <cmath>

#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/contract_table.h"
#include "reports/headroom.h"
#include "reports/number_text.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using record::VisibleText;

uint64_t BadCount(const RunRecord& run) {
  uint64_t bad = 0;
  for (const CaseRecord& one : run.cases) bad += record::IsGood(one.status) ? 0 : 1;
  return bad;
}

std::string Painted(const std::string& text, const char* code, bool colour) {
  return colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

// The case that used most of a limit that gates, among the cases that passed.
std::string ClosestLine(const RunRecord& run) {
  const CaseRecord* nearest = nullptr;
  Headroom most;
  for (const CaseRecord& one : run.cases) {
    if (one.status != CaseStatus::kPass) continue;
    const auto closest = ClosestToLimit(one);
    if (!closest || (nearest != nullptr && !(closest->used > most.used))) continue;
    nearest = &one;
    most = *closest;
  }
  if (nearest == nullptr) return "";
  return fmt::format("  closest to a limit: {} {} {} of {} ({:.3g} %) in {}\n", most.standard,
                     most.metric, ShortNumber(most.value), ExactNumber(most.limit), 100 * most.used,
                     VisibleText(nearest->id));
}

}  // namespace

bool AsExpected(const RunRecord& run) {
  return !run.cases.empty() && run.planned == run.cases.size() && BadCount(run) == 0;
}

std::string Headline(const RunRecord& run) {
  if (run.cases.empty()) return "FAILED: nothing was run";
  if (const uint64_t bad = BadCount(run); bad > 0) {
    return fmt::format("FAILED: {} of {} {} not as expected", Grouped(bad),
                       Counted(run.cases.size(), "case"), bad == 1 ? "is" : "are");
  }
  if (run.planned != run.cases.size()) {
    return fmt::format("FAILED: {} planned, {} in the record", Counted(run.planned, "case"),
                       Grouped(run.cases.size()));
  }
  return fmt::format("passed: {} as expected", Counted(run.cases.size(), "case"));
}

std::string CountsText(const RunRecord& run) {
  std::string text;
  for (const CaseStatus status : record::AllStatuses()) {
    uint64_t count = 0;
    for (const CaseRecord& one : run.cases) count += one.status == status ? 1 : 0;
    if (count == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", Grouped(count), StatusText(status));
  }
  return text;
}

std::string SummaryText(const RunRecord& run, const SummaryOptions& options) {
  const bool good = AsExpected(run);
  std::string text = Painted(Headline(run), good ? "32" : "1;31", options.colour);
  text += fmt::format(" ({}, contract {}, {}, {})\n", run.device.soc, run.device.contract,
                      Counted(run.summary.elements, "element"), DurationText(run.summary.seconds));
  if (!run.cases.empty()) text += fmt::format("  {}\n", CountsText(run));
  text += ClosestLine(run);
  text += ContractTableText(run, options.most_contract_rows);
  size_t shown = 0, bad = 0;
  for (const CaseRecord& one : run.cases) {
    if (record::IsGood(one.status)) continue;
    if (++bad > options.most_failures) continue;
    ++shown;
    text += fmt::format("  {}: {}\n", Painted(StatusText(one.status), "31", options.colour),
                        VisibleText(one.id));
    if (!one.reason.empty()) {
      text += fmt::format("    {}\n", VisibleText(Shortened(one.reason, 400)));
    }
    if (!one.worst.empty()) {
      text += fmt::format("    {}\n", WorstText(one.worst.front(), one.output.dtype));
    }
    if (!one.repro.empty()) text += fmt::format("    {}\n", VisibleText(one.repro));
  }
  if (bad > shown) text += fmt::format("  and {} more\n", Grouped(bad - shown));
  return text;
}

}  // namespace touchstone::reports
