#include "reports/html/page_sections.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "framework/operators/detectable.h"
#include "framework/record/field_reader.h"
#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/html/coverage.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;
using record::CaseRecord;
using record::RunRecord;

Json Text(const std::string& text, size_t size = 500) {
  return record::VisibleText(Shortened(text, size));
}

Json AxisCoverage(const RunRecord& run) {
  std::map<std::string, std::map<std::string, std::pair<uint64_t, uint64_t>>> axes;
  for (const CaseRecord& one : run.cases) {
    for (const auto& [axis, value] : one.axes) {
      auto& [cases, bad] = axes[axis][value];
      ++cases;
      bad += record::IsGood(one.status) ? 0 : 1;
    }
  }
  constexpr size_t kMostAxes = 60, kMostValues = 40;
  Json rows = Json::array();
  for (const auto& [axis, values] : axes) {
    if (rows.size() == kMostAxes) break;
    Json list = Json::array();
    for (const auto& [value, counts] : values) {
      if (list.size() == kMostValues) break;
      list.push_back({Text(value, 80), counts.first, counts.second});
    }
    rows.push_back(
        {{"axis", Text(axis, 80)}, {"count", values.size()}, {"values", std::move(list)}});
  }
  return rows;
}

Json TextList(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(Text(text));
  return list;
}

}  // namespace

std::string CoverageSection(const RunRecord& run) {
  Json dimensions = Json::array(), bars = Json::array();
  for (const CoverageDimension& dimension : CoverageDimensions(run)) {
    dimensions.push_back({{"column", dimension.column},
                          {"title", dimension.title},
                          {"universe", dimension.universe}});
  }
  for (const CoverageBar& bar : CoverageBars()) {
    bars.push_back({bar.column, bar.value, bar.other_column, bar.other_value, bar.why});
  }
  return Json{{"axes", AxisCoverage(run)},
              {"dimensions", std::move(dimensions)},
              {"bars", std::move(bars)}}
      .dump();
}

std::string MutationSection(const RunRecord& run) {
  if (!run.mutation) return "null";
  constexpr size_t kMostMutants = 2000;
  Json mutants = Json::array();
  for (const record::MutantRecord& mutant : run.mutation->mutants) {
    if (mutants.size() == kMostMutants) break;
    mutants.push_back({{"id", Text(mutant.id)},
                       {"breaks", Text(mutant.breaks)},
                       {"file", Text(mutant.file)},
                       {"state", Text(mutant.state)},
                       {"reason", Text(mutant.reason)},
                       {"ran", TextList(mutant.ran)},
                       {"noticed_by", TextList(mutant.noticed_by)}});
  }
  return Json{{"path", Text(run.mutation->path)},
              {"digest", Text(run.mutation->digest)},
              {"tool_version", Text(run.mutation->tool_version)},
              {"suites", TextList(run.mutation->suites)},
              {"mutants", std::move(mutants)}}
      .dump();
}

std::string DetectableSection(const RunRecord& run) {
  std::set<std::string> judged;
  for (const CaseRecord& one : run.cases) {
    for (const judge::Verdict& verdict : one.verdicts) {
      if (verdict.standard == "rounding-bound") judged.insert(one.operator_name);
    }
  }
  Json tables = Json::array();
  for (const std::string& name : judged) {
    const auto defects = operators::FindDetectableDefects(name);
    if (!defects) continue;
    Json columns = Json::array(), rows = Json::array();
    for (const auto& column : defects->columns) {
      columns.push_back({column.output, record::NumberTo(column.condition)});
    }
    for (const std::vector<double>& row : defects->rows) {
      Json cells = Json::array();
      for (const double defect : row) cells.push_back(record::NumberTo(defect));
      rows.push_back(std::move(cells));
    }
    tables.push_back({{"operator", Text(name)},
                      {"unit", defects->unit},
                      {"columns", std::move(columns)},
                      {"counts", defects->counts},
                      {"rows", std::move(rows)}});
  }
  return tables.dump();
}

}  // namespace touchstone::reports
