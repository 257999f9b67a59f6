#include "reports/github_annotations.h"

#include <fmt/format.h>

#include <map>

#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/number_text.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

constexpr size_t kMostTitleBytes = 600, kMostMessageBytes = 2600;  // once escaped

// Line ends and percent signs end or garble a message; in properties commas and colons do too.
std::string Escaped(const std::string& text, bool property) {
  std::string safe;
  for (const char c : record::VisibleText(text)) {
    const bool special = c == '%' || c == '\n' || (property && (c == ':' || c == ','));
    safe += special ? fmt::format("%{:02X}", static_cast<int>(c)) : std::string(1, c);
  }
  return safe;
}

// Cut to what leaves at most `most` bytes once escaped.
std::string Bounded(const std::string& text, bool property, size_t most) {
  for (size_t size = most;; size /= 2) {
    std::string safe = Escaped(Shortened(text, size), property);
    if (safe.size() <= most || size == 0) return safe;
  }
}

std::string Line(const std::string& file, const std::string& title, const std::string& message) {
  const std::string place =
      file.empty() ? "" : fmt::format("file={},", Bounded(file, true, kMostTitleBytes));
  return fmt::format("::error {}title={}::{}\n", place, Bounded(title, true, kMostTitleBytes),
                     Bounded(message, false, kMostMessageBytes));
}

}  // namespace

std::string GithubAnnotations(const record::RunRecord& run, size_t most) {
  std::map<std::string, std::string> files;
  for (const record::SuiteRecord& suite : run.suites) files[suite.name] = suite.path;
  if (run.cases.empty()) return Line("", "touchstone", Headline(run));
  std::string text;
  size_t bad = 0;
  for (const record::CaseRecord& one : run.cases) {
    if (record::IsGood(one.status) || ++bad > most) continue;
    const auto file = files.find(one.suite);
    text += Line(file == files.end() ? "" : file->second,
                 fmt::format("{}: {}", StatusText(one.status), one.id),
                 fmt::format("{}", fmt::join(DetailLines(one), "\n")));
  }
  if (bad > most) {
    text +=
        Line("", "touchstone",
             fmt::format("{}; {} more than are shown here", Headline(run), Grouped(bad - most)));
  }
  return text;
}

}  // namespace touchstone::reports
