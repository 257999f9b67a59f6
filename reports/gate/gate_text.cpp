#include "reports/gate/gate_text.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/markdown.h"
#include "reports/number_text.h"

namespace touchstone::gate {
namespace {

using record::VisibleText;
using reports::Counted;
using reports::Grouped;
using reports::MarkdownText;

std::string Headline(const GateReport& report) {
  std::map<Severity, uint64_t> counts;
  for (const Finding& one : report.findings) ++counts[one.severity];
  std::string text = report.Passed() ? "gate: passed" : "gate: FAILED with ";
  if (!report.Passed()) text += Counted(counts[Severity::kFail], "finding");
  text += fmt::format("; {} of {} compared", Grouped(report.compared_cases),
                      Counted(report.baseline_cases, "baseline case"));
  if (counts[Severity::kWaived] > 0) text += fmt::format(", {} waived", counts[Severity::kWaived]);
  if (counts[Severity::kInformation] > 0) {
    text += fmt::format(", {} for information", Grouped(counts[Severity::kInformation]));
  }
  return text;
}

// "max_error_ulp was 0.5, is 3, allowed 1": what changed, without the case.
std::string Change(const Finding& one) {
  std::string text = one.metric;
  const auto value = [](const std::string& v) { return v.empty() ? "(none)" : v; };
  if (one.old_value == one.new_value) {
    text += fmt::format(" is {}", value(one.new_value));
  } else {
    text += fmt::format(" was {}, is {}", value(one.old_value), value(one.new_value));
  }
  if (!one.allowed.empty()) text += fmt::format(", allowed {}", one.allowed);
  return text;
}

std::string Line(const Finding& one) {
  std::string text = fmt::format("{}: {}: ", Name(one.severity), Info(one.kind).title);
  if (!one.case_id.empty()) text += one.case_id + ": ";
  text += Change(one);
  if (!one.note.empty()) text += " (" + reports::Shortened(one.note, 400) + ")";
  return VisibleText(text);
}

}  // namespace

std::string GateText(const GateReport& report, size_t most) {
  std::string text = Headline(report) + "\n";
  std::map<Severity, size_t> shown;
  for (const Finding& one : report.findings) {
    if (++shown[one.severity] <= most) text += "  " + Line(one) + "\n";
  }
  for (const auto& [severity, count] : shown) {
    if (count > most) {
      text += fmt::format("  and {} more of severity {}\n", Grouped(count - most), Name(severity));
    }
  }
  return text;
}

std::string GateMarkdown(const GateReport& report, size_t most) {
  std::string text = fmt::format("## {}\n", Headline(report));
  if (report.findings.empty()) return text;
  text +=
      "\n| severity | finding | case | metric | old | new | allowed | note |\n"
      "|---|---|---|---|---:|---:|---:|---|\n";
  size_t shown = 0;
  for (const Finding& one : report.findings) {
    if (++shown > most) continue;
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", Name(one.severity),
                        Info(one.kind).title, MarkdownText(reports::Shortened(one.case_id, 500)),
                        MarkdownText(one.metric), MarkdownText(one.old_value),
                        MarkdownText(one.new_value), MarkdownText(one.allowed),
                        MarkdownText(reports::Shortened(one.note, 1000)));
  }
  if (shown > most) text += fmt::format("\nand {} more.\n", Grouped(shown - most));
  return text;
}

std::string GateJson(const GateReport& report) {
  using Json = nlohmann::ordered_json;
  Json findings = Json::array();
  for (const Finding& one : report.findings) {
    findings.push_back({{"kind", Info(one.kind).name},
                        {"severity", Name(one.severity)},
                        {"case", record::SafeUtf8(one.case_id)},
                        {"metric", record::SafeUtf8(one.metric)},
                        {"old", record::SafeUtf8(one.old_value)},
                        {"new", record::SafeUtf8(one.new_value)},
                        {"allowed", record::SafeUtf8(one.allowed)},
                        {"note", record::SafeUtf8(one.note)}});
  }
  const Json json{
      {"schema", "touchstone.gate/1"},           {"passed", report.Passed()},
      {"baseline_cases", report.baseline_cases}, {"compared_cases", report.compared_cases},
      {"failures", report.Failures()},           {"findings", std::move(findings)}};
  return json.dump(1) + "\n";
}

}  // namespace touchstone::gate
