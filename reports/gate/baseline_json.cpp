#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "framework/record/field_reader.h"
#include "framework/record/safe_text.h"
#include "reports/gate/baseline.h"
#include "reports/gate/gate_metrics.h"

namespace touchstone::gate {
namespace {

using nlohmann::json;
using Json = nlohmann::ordered_json;

std::vector<std::string> Columns() {
  std::vector<std::string> columns = {"id", "status", "digest"};
  for (const GateMetric& metric : AllGateMetrics()) columns.emplace_back(metric.name);
  return columns;
}

Json Row(const BaselineCase& one) {
  Json row = Json::array({one.id, record::Name(one.status), one.digest});
  for (const std::optional<double>& value : one.metrics) {
    if (!value) {
      row.push_back(nullptr);
    } else if (*value == std::floor(*value) && std::fabs(*value) < 1e15) {
      row.push_back(static_cast<int64_t>(*value));  // "0" instead of "0.0": most numbers are 0
    } else {
      row.push_back(record::NumberTo(*value));
    }
  }
  return row;
}

std::string Problem(const json& row, const std::vector<std::string>& columns, BaselineCase& one) {
  if (!row.is_array() || row.size() != columns.size()) {
    return fmt::format("must be a list of {} values", columns.size());
  }
  if (!row[0].is_string() || row[0].get_ref<const std::string&>().empty()) return "has no id";
  one.id = row[0].get<std::string>();
  const auto status =
      row[1].is_string() ? record::StatusFromName(row[1].get<std::string>()) : std::nullopt;
  if (!status) return fmt::format("({}) has no valid status: {}", one.id, row[1].dump());
  one.status = *status;
  if (!row[2].is_string()) return fmt::format("({}) has no digest", one.id);
  one.digest = row[2].get<std::string>();
  for (size_t i = 3; i < row.size(); ++i) {
    std::optional<double>& value = one.metrics.emplace_back();
    if (row[i].is_null()) continue;
    value = record::NumberFrom(row[i]);
    if (!value || std::isnan(*value)) {
      return fmt::format("({}): {} is {}, which nothing can be compared with", one.id, columns[i],
                         row[i].dump());
    }
  }
  return "";
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
  text += "\"cases\": [";
  comma = "\n";
  for (const BaselineCase& one : baseline.cases) {
    text += comma + Row(one).dump();
    comma = ",\n";
  }
  return text + "\n]\n}\n";
}

Result<Baseline> BaselineFromJson(std::string_view text, const std::string& name) {
  Result<json> parsed = record::ParseJson(text, name);
  if (!parsed) return parsed.errors();
  Baseline baseline;
  Errors errors;
  record::FieldReader fields(*parsed, "", errors);
  std::string schema;
  fields.Read("schema", schema);
  if (errors.empty() && schema != kBaselineSchema) {
    return InputError(
        fmt::format("the schema is \"{}\", but a baseline's is \"{}\"", schema, kBaselineSchema),
        {name, 0, 0});
  }
  fields.Read("tool_version", baseline.tool_version);
  fields.Read("soc", baseline.soc);
  fields.Read("contract", baseline.contract);
  if (const json* suites = fields.Get("suites")) {
    if (!suites->is_object()) fields.Fail("suites", "must be an object");
    for (auto suite = suites->begin(); suites->is_object() && suite != suites->end(); ++suite) {
      BaselineSuite& one = baseline.suites.emplace_back();
      one.name = suite.key();
      record::FieldReader values(suite.value(), fields.PathOf("suites") + "." + suite.key(),
                                 errors);
      values.Read("digest", one.digest);
      values.Read("duration_ms", one.duration_ms);
      values.Finish();
      if (!(one.duration_ms >= 0)) values.Fail("duration_ms", "must be at least 0");
    }
  }
  if (const json* coverage = fields.Get("coverage")) {
    record::FieldReader axes(*coverage, "coverage", errors);
    for (auto axis = coverage->begin(); coverage->is_object() && axis != coverage->end(); ++axis) {
      std::map<std::string, uint64_t>& counts = baseline.coverage[axis.key()];
      for (const auto& [value, count] : axis.value().items()) {
        if (!axis.value().is_object() || !count.is_number_unsigned()) break;
        counts[value] = count.get<uint64_t>();
      }
      if (counts.empty() || counts.size() != axis.value().size()) {
        axes.Fail(axis.key().c_str(), "must be an object of counts");
      }
    }
  }
  std::vector<std::string> columns;
  fields.Read("columns", columns);
  if (errors.empty() && columns != Columns()) {
    fields.Fail("columns", fmt::format("must be {}; write the baseline again with --update",
                                       fmt::join(Columns(), ", ")));
  }
  if (errors.empty()) {
    fields.Each("cases", [&](const json& row, const std::string& path) {
      BaselineCase one;
      const std::string problem = Problem(row, columns, one);
      if (!problem.empty()) {
        errors.push_back(InputError(fmt::format("bad baseline: {} {}", path, problem)));
      } else if (!baseline.cases.empty() && baseline.cases.back().id >= one.id) {
        errors.push_back(InputError(
            fmt::format("bad baseline: {} ({}) is not in order or there twice", path, one.id)));
      }
      baseline.cases.push_back(std::move(one));
    });
    fields.Finish();
    if (errors.empty() && baseline.cases.empty()) fields.Fail("cases", "is empty");
  }
  if (errors.empty()) return baseline;
  for (Error& error : errors) error.where.file = name;
  return errors;
}

Result<Baseline> ReadBaseline(const std::string& path) {
  Result<std::string> text = record::ReadFile(path);
  if (!text) return text.errors();
  return BaselineFromJson(*text, path);
}

}  // namespace touchstone::gate
