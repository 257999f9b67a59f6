#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "framework/record/field_reader.h"
#include "framework/record/safe_text.h"
#include "reports/gate/baseline.h"
#include "reports/gate/case_template.h"
#include "reports/gate/gate_metrics.h"

namespace touchstone::gate {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

std::vector<std::string> Columns() {
  std::vector<std::string> columns = {"values", "status", "digest"};
  for (const GateMetric& metric : AllGateMetrics()) columns.emplace_back(metric.name);
  return columns;
}

Json Row(const BaselineCase& one, const std::string& values) {
  Json row = Json::array({values, record::Name(one.status), one.digest});
  for (const std::optional<double>& value : one.metrics) {
    row.push_back(value ? record::NumberTo(*value) : Json(nullptr));
  }
  return row;
}

using record::JsonPath;
using record::Must;
using record::Problems;

// The numbers of one case's row, after its values, status and digest.
std::string ReadMetrics(const json& row, const std::vector<std::string>& columns,
                        BaselineCase& one) {
  for (size_t i = 3; i < row.size(); ++i) {
    std::optional<double>& value = one.metrics.emplace_back();
    if (row[i].is_null()) continue;
    value = record::NumberFrom(row[i]);
    if (!value || std::isnan(*value)) {
      return fmt::format("{} is {}, which nothing can be compared with", columns[i], row[i].dump());
    }
    const std::string breach = record::Breach(Must::kNotBeNegative, *value);
    if (!breach.empty()) return fmt::format("{} {}", columns[i], breach);
  }
  return "";
}

// What is wrong with one case's row; "" when nothing is.
std::string ReadRow(const std::string& name, const json& row,
                    const std::vector<std::string>& columns, BaselineCase& one) {
  if (!row.is_array() || row.size() != columns.size()) {
    return fmt::format("must be a list of {} values", columns.size());
  }
  if (!row[0].is_string()) return "has no values";
  const std::string values = row[0].get<std::string>();
  const std::optional<std::string> id = JoinCaseId({name, values});
  if (!id) return fmt::format("has values that do not fit \"{}\": \"{}\"", name, values);
  one.id = *id;
  const std::string bad_id = record::Breach(Must::kBeName, one.id);
  if (!bad_id.empty()) return "id " + bad_id;
  const auto status =
      row[1].is_string() ? record::StatusFromName(row[1].get<std::string>()) : std::nullopt;
  if (!status) return fmt::format("({}) has no valid status: {}", one.id, row[1].dump());
  one.status = *status;
  if (!row[2].is_string()) return fmt::format("({}) has no digest", one.id);
  one.digest = row[2].get<std::string>();
  std::string problem = record::Breach(Must::kBeDigest, one.digest);
  if (!problem.empty()) return fmt::format("({}): the digest {}", one.id, problem);
  problem = ReadMetrics(row, columns, one);
  return problem.empty() ? "" : fmt::format("({}): {}", one.id, problem);
}

void ReadSuites(const json& suites, const JsonPath& path, Problems& problems, Baseline& baseline) {
  if (!suites.is_object()) return problems.Add(path, "'suites' must be an object");
  for (auto suite = suites.begin(); suite != suites.end(); ++suite) {
    const JsonPath where = path.Member(suite.key());
    BaselineSuite& one = baseline.suites.emplace_back();
    one.name = suite.key();
    record::FieldReader values(suite.value(), where, problems);
    values.Read("digest", one.digest, Must::kBeDigest);
    values.Read("duration_ms", one.duration_ms, Must::kBeFinite);
    values.Finish();
  }
}

void ReadCoverage(const json& coverage, const JsonPath& path, Problems& problems,
                  Baseline& baseline) {
  if (!coverage.is_object()) return problems.Add(path, "'coverage' must be an object");
  for (auto axis = coverage.begin(); axis != coverage.end(); ++axis) {
    std::map<std::string, uint64_t>& counts = baseline.coverage[axis.key()];
    for (const auto& [value, count] : axis.value().items()) {
      if (!axis.value().is_object() || !count.is_number_unsigned()) break;
      counts[value] = count.get<uint64_t>();
    }
    if (counts.empty() || counts.size() != axis.value().size()) {
      const JsonPath where = path.Member(axis.key());
      problems.Add(where, fmt::format("'{}' must be an object of counts", where.ToString()));
    }
  }
}

// The cases of one template. They come sorted by id, and so do the templates by name.
void ReadGroup(record::FieldReader& fields, const std::vector<std::string>& columns,
               std::optional<std::string>& earlier, Baseline& baseline) {
  std::string name;
  fields.Read("template", name);
  if (fields.problems().empty() && earlier && name <= *earlier) {
    fields.Fail("template", "is not in order or there twice");
  }
  earlier = name;
  const size_t start = baseline.cases.size();
  fields.Each("cases", [&](const json& row, const JsonPath& path) {
    BaselineCase one;
    std::string problem = ReadRow(name, row, columns, one);
    if (problem.empty() && baseline.cases.size() > start && baseline.cases.back().id >= one.id) {
      problem = fmt::format("({}) is not in order or there twice", one.id);
    }
    if (!problem.empty()) {
      fields.problems().Add(path, record::VisibleText(fmt::format("bad baseline: {} {}",
                                                                  path.ToString(), problem)));
    }
    baseline.cases.push_back(std::move(one));
  });
  if (fields.problems().empty() && baseline.cases.size() == start) fields.Fail("cases", "is empty");
  fields.Finish();
}

void ReadCases(record::FieldReader& fields, const std::vector<std::string>& columns,
               Baseline& baseline) {
  std::optional<std::string> earlier;
  fields.Each("templates", [&](const json& group, const JsonPath& path) {
    record::FieldReader values(group, path, fields.problems());
    ReadGroup(values, columns, earlier, baseline);
  });
  if (fields.problems().empty() && baseline.cases.empty()) fields.Fail("templates", "is empty");
  std::sort(baseline.cases.begin(), baseline.cases.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
}

// A baseline of another version is told apart from a file that is no baseline at all.
void CheckVersion(const json& file, Problems& problems) {
  record::CheckSchema(file, kBaselineSchema, "a baseline", problems);
  if (problems.empty() || !file.is_object()) return;
  const auto schema = file.find("schema");
  if (schema == file.end() || !schema->is_string()) return;
  if (schema->get_ref<const std::string&>().starts_with("touchstone.baseline/")) {
    problems.Add(JsonPath().Member("schema"),
                 "baselines of other versions are not read: write it again with "
                 "`touchstone gate --update`");
  }
}

}  // namespace

std::string WriteBaseline(const Baseline& baseline) {
  std::string text = "{\n";
  const auto line = [&](const char* key, const Json& value) {
    text += fmt::format("\"{}\": {},\n", key, value.dump());
  };
  line("schema", kBaselineSchema);
  line("tool_version", record::SafeUtf8(baseline.tool_version));
  line("soc", record::SafeUtf8(baseline.soc));
  line("contract", record::SafeUtf8(baseline.contract));
  line("seed", baseline.seed);
  text += "\"suites\": {";
  const char* comma = "\n";
  for (const BaselineSuite& suite : baseline.suites) {
    text += fmt::format(
        "{}{}: {}", comma, Json(suite.name).dump(),
        Json{{"digest", suite.digest}, {"duration_ms", std::llround(suite.duration_ms)}}.dump());
    comma = ",\n";
  }
  text += "\n},\n\"coverage\": {";
  comma = "\n";
  for (const auto& [axis, values] : baseline.coverage) {
    text += fmt::format("{}{}: {}", comma, Json(axis).dump(), Json(values).dump());
    comma = ",\n";
  }
  text += "\n},\n";
  line("columns", Columns());
  std::map<std::string, std::vector<Json>> templates;
  for (const BaselineCase& one : baseline.cases) {
    const CaseTemplate parts = SplitCaseId(one.id);
    templates[parts.name].push_back(Row(one, parts.values));
  }
  text += "\"templates\": [";
  comma = "\n";
  for (const auto& [name, rows] : templates) {
    text += fmt::format("{}{{\"template\": {}, \"cases\": [", comma, Json(name).dump());
    comma = "\n";
    for (const Json& row : rows) {
      text += comma + row.dump();
      comma = ",\n";
    }
    text += "\n]}";
  }
  return text + "\n]\n}\n";
}

Result<Baseline> BaselineFromJson(std::string_view text, const std::string& name) {
  Result<json> parsed = record::ParseJson(text, name);
  if (!parsed) return parsed.errors();
  Baseline baseline;
  const JsonPath root;
  Problems problems(text, name);
  CheckVersion(*parsed, problems);
  if (!problems.empty()) return problems.errors();
  std::string schema;
  std::vector<std::string> columns;
  record::FieldReader fields(*parsed, root, problems);
  fields.Read("schema", schema);
  fields.Read("tool_version", baseline.tool_version);
  fields.Read("soc", baseline.soc);
  fields.Read("contract", baseline.contract);
  fields.Read("seed", baseline.seed);
  if (const json* suites = fields.Get("suites")) {
    ReadSuites(*suites, root.Member("suites"), problems, baseline);
  }
  if (const json* coverage = fields.Get("coverage")) {
    ReadCoverage(*coverage, root.Member("coverage"), problems, baseline);
  }
  fields.Read("columns", columns);
  if (problems.empty() && columns != Columns()) {
    fields.Fail("columns", fmt::format("must be {}; write the baseline again with --update",
                                       fmt::join(Columns(), ", ")));
  }
  if (problems.empty()) {
    ReadCases(fields, columns, baseline);
    fields.Finish();
  }
  if (!problems.empty()) return problems.errors();
  return baseline;
}

Result<Baseline> ReadBaseline(const std::string& path) {
  Result<std::string> text = record::ReadFile(path);
  if (!text) return text.errors();
  return BaselineFromJson(*text, path);
}

}  // namespace touchstone::gate
