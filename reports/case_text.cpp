#include "reports/case_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "framework/record/safe_text.h"
#include "framework/record/verdict_names.h"
#include "reports/number_text.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::VisibleText;

std::string TensorText(const record::TensorRecord& tensor) {
  if (tensor.presence != "given") return fmt::format("{} {}", tensor.name, tensor.presence);
  std::string text = fmt::format("{} {} {}", tensor.name, tensor.dtype, ShapeText(tensor.shape));
  if (!tensor.layout.empty() && tensor.layout != "contiguous") text += " " + tensor.layout;
  if (!tensor.data.empty()) text += " " + tensor.data;
  return text;
}

std::string StatusCodes(const CaseRecord& one) {
  std::string text;
  const auto add = [&](const char* name, const std::optional<int>& code) {
    if (!code) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, *code);
  };
  add("phase 1", one.phase1_status);
  add("phase 2", one.phase2_status);
  add("synchronise", one.sync_status);
  return text;
}

// What the inputs were made from, and what came of it.
std::string DataText(const CaseRecord& one) {
  std::string text = fmt::format("seed {}, key {}", one.seed, one.data_key);
  for (const record::TensorRecord& input : one.inputs) {
    if (!input.digest.empty()) text += fmt::format("; {} {}", input.name, input.digest);
  }
  return text;
}

}  // namespace

std::string StatusText(record::CaseStatus status) {
  std::string text(record::Name(status));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string InputsText(const CaseRecord& one) {
  std::string text;
  for (const record::TensorRecord& input : one.inputs) {
    if (!text.empty()) text += "; ";
    text += TensorText(input);
  }
  for (const auto& [name, value] : one.attributes) {
    text += fmt::format("{}{}={}", text.empty() ? "" : "; ", name, value);
  }
  return VisibleText(text);
}

std::string WorstText(const judge::WorstElement& worst, const std::string& dtype) {
  std::string text = fmt::format(
      "element {} {}: actual {} ({}), expected {} ({}), {} ulp, absolute {}, relative to "
      "|exact|+1e-7 {}",
      worst.index, CoordinatesText(worst.coordinates), BitsText(worst.actual_bits, dtype),
      ExactNumber(worst.actual), BitsText(worst.expected_bits, dtype), ExactNumber(worst.expected),
      ShortNumber(worst.error_ulp), ShortNumber(worst.absolute_error),
      ShortNumber(worst.relative_error));
  if (!worst.inputs.empty()) {
    text += ", at";
    for (const auto& [name, value] : worst.inputs) text += fmt::format(" {}={}", name, value);
  }
  if (!worst.note.empty()) text += "; " + worst.note;
  return VisibleText(text);
}

std::string VerdictText(const judge::Verdict& verdict) {
  std::string text = fmt::format("{} {}: {}", verdict.standard, verdict.version,
                                 record::VerdictStateName(verdict.state));
  for (const auto& [name, limit] : verdict.limits) {
    const auto value = verdict.values.find(name);
    if (value == verdict.values.end()) {
      text += fmt::format(", {} {}", name, ExactNumber(limit));
    } else {
      text +=
          fmt::format(", {} {} (limit {})", name, ShortNumber(value->second), ExactNumber(limit));
    }
  }
  for (const auto& [name, value] : verdict.values) {
    if (!verdict.limits.contains(name)) text += fmt::format(", {} {}", name, ShortNumber(value));
  }
  text += verdict.certified ? "; certified" : "; not certified";
  if (verdict.advisory) text += "; advisory";
  if (verdict.vacuous) text += "; vacuous: the bound would admit zero or a constant";
  if (!verdict.reason.empty()) text += "; " + verdict.reason;
  return VisibleText(text);
}

std::string HintText(const CaseRecord& one) {
  if (!one.strict_reports.empty()) {
    if (one.reason.starts_with("the device reported")) return "";
    return VisibleText("device report: " + one.strict_reports.front());
  }
  // Memory holds 0xFF, a NaN of every format, before the first run and another byte later.
  const std::string& difference = one.determinism.first_difference;
  if (difference.starts_with("run 2,") && difference.find("(nan) then") != std::string::npos) {
    return "NaN in the first run, whose memory was filled with NaN: a result of memory that nothing "
           "wrote";
  }
  constexpr size_t kSoon = 120;  // bytes: seen at a glance
  if (one.pattern.empty() || one.reason.find(one.pattern) < kSoon) return "";
  return VisibleText("pattern: " + one.pattern);
}

std::vector<std::string> DetailLines(const CaseRecord& one) {
  std::vector<std::string> lines;
  const auto add = [&](const char* what, const std::string& text) {
    if (!text.empty()) lines.push_back(fmt::format("{}: {}", what, VisibleText(text)));
  };
  add("reason", one.reason);
  add("inputs", InputsText(one));
  add("data", DataText(one));
  if (!one.output.name.empty()) add("output", TensorText(one.output));
  add("status codes", StatusCodes(one));
  add("error text", one.error_text);
  for (const judge::Verdict& verdict : one.verdicts) add("verdict", VerdictText(verdict));
  for (const judge::WorstElement& worst : one.worst) {
    add("worst", WorstText(worst, one.output.dtype));
  }
  if (!one.determinism.identical) add("not deterministic", one.determinism.first_difference);
  if (!one.guards.intact) add("guard broken", one.guards.violation);
  for (const std::string& report : one.strict_reports) add("device reports", report);
  add("device", one.soc + ", contract " + one.contract);
  add("repro", one.repro);
  return lines;
}

std::string Shortened(std::string text, size_t size) {
  if (text.size() <= size) return text;
  size_t end = size;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  const size_t left = text.size() - end;
  text.resize(end);
  return text + fmt::format("... ({} more bytes)", left);
}

}  // namespace touchstone::reports
