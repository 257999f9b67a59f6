#include "reports/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/contract_table.h"
#include "reports/headroom.h"
#include "reports/number_text.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::RunRecord;

constexpr size_t kMostFailures = 50;
constexpr size_t kMostReproBytes = 4000;

struct Nearest {
  Headroom headroom;
  const CaseRecord* where = nullptr;
  uint64_t cases = 0, beyond = 0;
};

// Of a limit of 0 no share can be used.
std::string UsedText(double used) {
  return std::isinf(used) ? "limit is 0" : ShortNumber(100 * used) + " %";
}

std::string HeadroomTable(const RunRecord& run) {
  std::map<std::pair<std::string, std::string>, Nearest> table;
  for (const CaseRecord& one : run.cases) {
    for (const Headroom& headroom : HeadroomsOf(one)) {
      Nearest& row = table[{headroom.standard, headroom.metric}];
      ++row.cases;
      if (!(headroom.used <= 1)) ++row.beyond;
      if (row.where == nullptr || !(headroom.used <= row.headroom.used)) {
        row.headroom = headroom;
        row.where = &one;
      }
    }
  }
  if (table.empty()) return "";
  std::string text =
      "\n### How near to the limits\n\n"
      "| standard | metric | cases | beyond | nearest | limit | used | case |\n"
      "|---|---|---:|---:|---:|---:|---:|---|\n";
  for (const auto& [key, row] : table) {
    text +=
        fmt::format("| {}{} | {} | {} | {} | {} | {} | {} | {} |\n",
                    MarkdownText(row.headroom.standard), row.headroom.advisory ? " (advisory)" : "",
                    MarkdownText(row.headroom.metric), Grouped(row.cases), Grouped(row.beyond),
                    ShortNumber(row.headroom.value), ExactNumber(row.headroom.limit),
                    UsedText(row.headroom.used), MarkdownText(row.where->id));
  }
  return text;
}

std::string PageVersusSource(const RunRecord& run) {
  std::string text;
  for (const ContractRow& row : ContractTable(run)) {
    text += fmt::format("| {} | {} | {} |\n", MarkdownText(row.name),
                        MarkdownText(ContractSideText(row.documented)),
                        MarkdownText(ContractSideText(row.source)));
  }
  if (text.empty()) return "";
  return "\n### Page against source\n\n| call | documented | source |\n|---|---|---|\n" + text;
}

std::string FailureTable(const RunRecord& run) {
  std::string rows, repros;
  size_t bad = 0;
  for (const CaseRecord& one : run.cases) {
    if (record::IsGood(one.status) || ++bad > kMostFailures) continue;
    const std::string worst =
        one.worst.empty() ? "" : WorstText(one.worst.front(), one.output.dtype);
    rows += fmt::format(
        "| {} | {} | {} | {} |\n", StatusText(one.status), MarkdownText(Shortened(one.id, 500)),
        MarkdownText(Shortened(one.reason, 1000)), MarkdownText(Shortened(worst, 1000)));
    repros += "    " + record::VisibleText(Shortened(one.repro, kMostReproBytes)) + "\n";
  }
  if (bad == 0) return "";
  std::string text =
      "\n### Not as expected\n\n| status | case | reason | worst element |\n"
      "|---|---|---|---|\n" +
      rows;
  if (bad > kMostFailures) {
    text += fmt::format("\nand {} more; all of them are in run.json and report.html.\n",
                        Grouped(bad - kMostFailures));
  }
  return text + "\nTo run them again, in the same order:\n\n" + repros;
}

}  // namespace

std::string MarkdownText(std::string_view text) {
  const std::string visible = record::VisibleText(text);
  const auto is_word = [&](size_t i) {
    return i < visible.size() && std::isalnum(static_cast<unsigned char>(visible[i])) != 0;
  };
  std::string safe;
  for (size_t i = 0; i < visible.size(); ++i) {
    const char c = visible[i];
    if (c == '\n' || c == '\t') {
      safe += ' ';
    } else if (c == '_' && i > 0 && is_word(i - 1) && is_word(i + 1)) {
      safe += c;  // no emphasis within a word
    } else if (std::string_view("<>&\\`*_[]|#@~!$").find(c) != std::string_view::npos) {
      safe += fmt::format("&#{};", static_cast<int>(c));  // also inert where a backslash is not
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string MarkdownCode(std::string_view text) {
  std::string inner = record::VisibleText(text);
  std::replace(inner.begin(), inner.end(), '\n', ' ');
  size_t longest = 0, run = 0;
  for (const char c : inner) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  return longest == 0 ? fence + inner + fence : fence + " " + inner + " " + fence;
}

std::string WriteMarkdown(const RunRecord& run) {
  std::string text = fmt::format("## {}\n\n", Headline(run));
  text += fmt::format("{}; {} judged in {}.\n\n", run.cases.empty() ? "no cases" : CountsText(run),
                      Counted(run.summary.elements, "element"), DurationText(run.summary.seconds));
  text += fmt::format("Device {}, contract {}, libraries {}; seed {}; {}\n",
                      MarkdownText(run.device.soc), MarkdownText(run.device.contract),
                      MarkdownText(run.device.libraries), run.seed, MarkdownCode(run.command));
  text += FailureTable(run);
  text += HeadroomTable(run);
  text += PageVersusSource(run);
  text += "\n### Suites\n\n| suite | file | cases | digest |\n|---|---|---:|---|\n";
  for (const record::SuiteRecord& suite : run.suites) {
    text +=
        fmt::format("| {} | {} | {} | {} |\n", MarkdownText(suite.name), MarkdownText(suite.path),
                    Grouped(suite.case_count), MarkdownText(suite.digest));
  }
  constexpr size_t kMostBytes = 900'000;
  if (text.size() <= kMostBytes) return text;
  return Shortened(std::move(text), kMostBytes) + "\n";
}

}  // namespace touchstone::reports
