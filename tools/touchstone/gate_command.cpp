#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <memory>

#include "framework/record/record_json.h"
#include "reports/format.h"
#include "reports/gate/gate_text.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"
#include "tools/touchstone/staleness.h"

namespace touchstone::tools {
namespace {

struct Flags {
  std::string baseline, current, policy, markdown, json;
  bool update = false, accept_failures = false;
};

int Update(const Flags& flags, const record::RunRecord& record) {
  if (const auto changed = ChangedSinceRun(record); !changed.empty()) {
    for (const gate::Finding& one : changed) {
      fmt::print(stderr, "error: the record is stale: {} has changed since the run; run again\n",
                 one.metric);
    }
    return kNotAsExpected;
  }
  auto baseline = gate::MakeBaseline(record, {.accept_failures = flags.accept_failures});
  if (!baseline.ok()) {
    Report(baseline.errors());
    return kNotAsExpected;
  }
  if (const auto earlier = gate::ReadBaseline(flags.baseline); earlier.ok()) {
    gate::KeepSteadyDurations(*earlier, *baseline);
  }
  const auto written = reports::WriteFileWhole(flags.baseline, gate::WriteBaseline(*baseline));
  if (!written.ok()) return Report(written.errors());
  fmt::print("{}: {} case(s)\n", flags.baseline, baseline->cases.size());
  return kAllAsExpected;
}

int Compare(const Flags& flags, const record::RunRecord& record) {
  const auto baseline = gate::ReadBaseline(flags.baseline);
  if (!baseline.ok()) return Report(baseline.errors());
  gate::Policy policy = gate::DefaultPolicy();
  if (!flags.policy.empty()) {
    auto read = gate::ReadPolicy(flags.policy);
    if (!read.ok()) return Report(read.errors());
    policy = std::move(*read);
  }
  const std::string today = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  const gate::GateReport report =
      gate::Compare(*baseline, record, policy, today, ChangedSinceRun(record));
  fmt::print("{}", gate::GateText(report));
  if (!flags.markdown.empty()) {
    const auto written = reports::WriteFileWhole(flags.markdown, gate::GateMarkdown(report));
    if (!written.ok()) return Report(written.errors());
  }
  if (!flags.json.empty()) {
    const auto written = reports::WriteFileWhole(flags.json, gate::GateJson(report));
    if (!written.ok()) return Report(written.errors());
  }
  return report.Passed() ? kAllAsExpected : kNotAsExpected;
}

int Gate(const Flags& flags) {
  if (flags.accept_failures && !flags.update) {
    return Report({UsageError("--accept-failures goes with --update")});
  }
  const auto record = record::ReadRecord(flags.current);
  if (!record.ok()) return Report(record.errors());
  return flags.update ? Update(flags, *record) : Compare(flags, *record);
}

}  // namespace

Command GateCommand() {
  auto flags = std::make_shared<Flags>();
  return {"gate", "Compare a run with its baseline; fails on any regression",
          [flags](FlagSet& set) {
            set.Text("--baseline", &flags->baseline, "Baseline file", true);
            set.Text("--current", &flags->current, "Run record (run.json)", true);
            set.Text("--policy", &flags->policy, "Policy file: allowances, severities, waivers");
            set.Text("--markdown", &flags->markdown, "Also write the answer as Markdown");
            set.Text("--json", &flags->json, "Also write the answer as JSON");
            set.Flag("--update", &flags->update, "Write the baseline from the record instead");
            set.Flag("--accept-failures", &flags->accept_failures,
                     "With --update: take failing cases into the baseline as they are");
          },
          [flags] { return Gate(*flags); }};
}

}  // namespace touchstone::tools
