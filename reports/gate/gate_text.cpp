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

std::string ChangeText(const MetricChange& one) {
  if (one.old_value.empty()) return fmt::format("{} is {}", one.metric, one.new_value);
  return fmt::format("{} was {}, is {}", one.metric, one.old_value, one.new_value);
}

// The first clauses of a reason, as many as fit: "; " parts them.
std::string Gist(const std::string& text, size_t size) {
  if (text.size() <= size) return text;
  const size_t clause = text.rfind("; ", size);
  if (clause != std::string::npos && clause >= size / 3) return text.substr(0, clause) + "; ...";
  return reports::Shortened(text, size);
}

// The numbers that changed with the status, then the reason.
std::string Note(const Finding& one) {
  std::string text;
  for (const MetricChange& change : one.changes) text += ChangeText(change) + "; ";
  return text + Gist(one.note, 1000);
}

constexpr size_t kMostNoteBytes = 160;

std::string Line(const Finding& one) {
  std::string text = fmt::format("{}: {}: ", Name(one.severity), Info(one.kind).title);
  if (!one.case_id.empty()) text += one.case_id + ": ";
  text += Change(one);
  if (!one.changes.empty()) text += "; " + ChangeText(one.changes.front());
  if (!one.note.empty()) text += " (" + Gist(one.note, kMostNoteBytes) + ")";
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
                        MarkdownText(Note(one)));
  }
  if (shown > most) text += fmt::format("\nand {} more.\n", Grouped(shown - most));
  return text;
}

std::string GateJson(const GateReport& report) {
  using Json = nlohmann::ordered_json;
  Json findings = Json::array();
  for (const Finding& one : report.findings) {
    Json changes = Json::array();
    for (const MetricChange& change : one.changes) {
      changes.push_back(
          {{"metric", change.metric}, {"old", change.old_value}, {"new", change.new_value}});
    }
    findings.push_back({{"kind", Info(one.kind).name},
                        {"severity", Name(one.severity)},
                        {"case", record::SafeUtf8(one.case_id)},
                        {"metric", record::SafeUtf8(one.metric)},
                        {"old", record::SafeUtf8(one.old_value)},
                        {"new", record::SafeUtf8(one.new_value)},
                        {"allowed", record::SafeUtf8(one.allowed)},
                        {"changes", std::move(changes)},
                        {"note", record::SafeUtf8(one.note)}});
  }
  const Json json{
      {"schema", "touchstone.gate/1"},           {"passed", report.Passed()},
      {"baseline_cases", report.baseline_cases}, {"compared_cases", report.compared_cases},
      {"failures", report.Failures()},           {"findings", std::move(findings)}};
  return json.dump(1) + "\n";
}

}  // namespace touchstone::gate
