#include "reports/format.h"

#include <fmt/format.h>

#include <algorithm>

#include "framework/record/record_json.h"
#include "reports/csv.h"
#include "reports/github_annotations.h"
#include "reports/html/page.h"
#include "reports/junit.h"
#include "reports/markdown.h"
#include "reports/xlsx.h"

namespace touchstone::reports {
namespace {

using record::RunRecord;

Result<std::string> Json(const RunRecord& run) { return record::ToJson(run); }
Result<std::string> Junit(const RunRecord& run) { return WriteJunit(run); }
Result<std::string> Csv(const RunRecord& run) { return WriteCsv(run); }
Result<std::string> Markdown(const RunRecord& run) { return WriteMarkdown(run); }
Result<std::string> Annotations(const RunRecord& run) { return GithubAnnotations(run); }

}  // namespace

const std::vector<Format>& AllFormats() {
  static const std::vector<Format> formats = {
      {"json", "run.json", "the run record, from which all else is made", Json},
      {"html", "report.html", "one page that opens offline", WriteHtml},
      {"junit", "junit.xml", "JUnit XML for CI servers", Junit},
      {"csv", "cases.csv", "one row per case", Csv},
      {"xlsx", "report.xlsx", "a workbook: statistic, summary, failed cases, worst elements",
       WriteXlsx},
      {"md", "summary.md", "Markdown for a step summary", Markdown},
      {"github", "annotations.txt", "GitHub annotations, to be printed in a step", Annotations},
  };
  return formats;
}

Result<std::vector<const Format*>> ParseFormats(std::string_view list) {
  std::vector<std::string> names, asked;
  for (const Format& format : AllFormats()) names.emplace_back(format.name);
  for (size_t start = 0; start <= list.size();) {
    const size_t comma = std::min(list.find(',', start), list.size());
    asked.emplace_back(list.substr(start, comma - start));
    start = comma + 1;
  }
  for (const std::string& name : asked) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return UsageError(fmt::format("'{}' is no report format{}", name, Suggestion(name, names)));
  }
  std::vector<const Format*> formats;
  for (const Format& format : AllFormats()) {
    if (std::find(asked.begin(), asked.end(), format.name) != asked.end()) {
      formats.push_back(&format);
    }
  }
  return formats;
}

}  // namespace touchstone::reports
