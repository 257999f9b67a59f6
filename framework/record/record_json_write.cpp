#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "framework/record/field_reader.h"
#include "framework/record/record_json.h"
#include "framework/record/safe_text.h"
#include "framework/record/verdict_names.h"

namespace touchstone::record {
namespace {

using Json = nlohmann::ordered_json;

Json Map(const std::map<std::string, std::string>& map) {
  Json json = Json::object();
  for (const auto& [key, value] : map) json[SafeUtf8(key)] = SafeUtf8(value);
  return json;
}

Json Map(const std::map<std::string, double>& map) {
  Json json = Json::object();
  for (const auto& [key, value] : map) json[SafeUtf8(key)] = NumberTo(value);
  return json;
}

Json Optional(const std::optional<int>& value) { return value ? Json(*value) : Json(nullptr); }

Json Texts(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) json.push_back(SafeUtf8(text));
  return json;
}

Json Tensor(const TensorRecord& tensor) {
  return Json{{"name", SafeUtf8(tensor.name)},     {"presence", SafeUtf8(tensor.presence)},
              {"dtype", SafeUtf8(tensor.dtype)},   {"shape", tensor.shape},
              {"layout", SafeUtf8(tensor.layout)}, {"data", SafeUtf8(tensor.data)},
              {"digest", SafeUtf8(tensor.digest)}};
}

Json MetricsOf(const judge::Metrics& m) {
  return Json{{"elements", m.elements},
              {"unwritten", m.unwritten},
              {"nan", m.nan},
              {"positive_infinity", m.positive_infinity},
              {"negative_infinity", m.negative_infinity},
              {"class_mismatches", m.class_mismatches},
              {"bitwise_mismatches", m.bitwise_mismatches},
              {"correctly_rounded", m.correctly_rounded},
              {"undecided", m.undecided},
              {"mean_relative_error", NumberTo(m.mean_relative_error)},
              {"max_relative_error", NumberTo(m.max_relative_error)},
              {"root_mean_square_error", NumberTo(m.root_mean_square_error)},
              {"max_absolute_error", NumberTo(m.max_absolute_error)},
              {"mean_error_ulp", NumberTo(m.mean_error_ulp)},
              {"max_error_ulp", NumberTo(m.max_error_ulp)},
              {"mean_signed_error_ulp", NumberTo(m.mean_signed_error_ulp)},
              {"small_value_elements", m.small_value_elements},
              {"cancellation_elements", m.cancellation_elements},
              {"ulp_histogram", m.ulp_histogram},
              {"facts", Map(m.facts)}};
}

Json VerdictOf(const judge::Verdict& v) {
  return Json{{"standard", SafeUtf8(v.standard)},
              {"version", SafeUtf8(v.version)},
              {"pass", v.state == judge::VerdictState::kPass},
              {"state", VerdictStateName(v.state)},
              {"certified", v.certified},
              {"advisory", v.advisory},
              {"vacuous", v.vacuous},
              {"reason", SafeUtf8(v.reason)},
              {"provenance", SafeUtf8(v.provenance)},
              {"limits", Map(v.limits)},
              {"values", Map(v.values)}};
}

Json WorstOf(const judge::WorstElement& w) {
  return Json{{"index", w.index},
              {"coordinates", w.coordinates},
              {"inputs", Map(w.inputs)},
              {"actual_bits", fmt::format("0x{:X}", w.actual_bits)},
              {"expected_bits", fmt::format("0x{:X}", w.expected_bits)},
              {"actual", NumberTo(w.actual)},
              {"expected", NumberTo(w.expected)},
              {"error_ulp", NumberTo(w.error_ulp)},
              {"absolute_error", NumberTo(w.absolute_error)},
              {"relative_error", NumberTo(w.relative_error)},
              {"note", SafeUtf8(w.note)}};
}

template <typename T, typename Write>
Json List(const std::vector<T>& items, Write write) {
  Json json = Json::array();
  for (const T& item : items) json.push_back(write(item));
  return json;
}

Json SummaryOf(const Summary& s) {
  return Json{{"cases", s.cases},
              {"passed", s.passed},
              {"failed", s.failed},
              {"wrong_status", s.wrong_status},
              {"crashed", s.crashed},
              {"timed_out", s.timed_out},
              {"device_faults", s.device_faults},
              {"review", s.review},
              {"undecided", s.undecided},
              {"known_issues", s.known_issues},
              {"unexpected_passes", s.unexpected_passes},
              {"not_run", s.not_run},
              {"elements", s.elements},
              {"seconds", NumberTo(s.seconds)}};
}

Json SuiteOf(const SuiteRecord& s) {
  return Json{{"path", SafeUtf8(s.path)},
              {"name", SafeUtf8(s.name)},
              {"digest", SafeUtf8(s.digest)},
              {"case_count", s.case_count}};
}

Json DeviceOf(const DeviceIdentity& d) {
  return Json{{"soc", SafeUtf8(d.soc)},
              {"contract", SafeUtf8(d.contract)},
              {"libraries", SafeUtf8(d.libraries)},
              {"library_digests", Map(d.library_digests)}};
}

// One "key": value line of the record's head.
void Line(std::string& text, const char* key, const Json& value) {
  text += fmt::format("\"{}\": {},\n", key, value.dump());
}

}  // namespace

std::string ToJson(const CaseRecord& c) {
  const Json json{
      {"id", SafeUtf8(c.id)},
      {"suite", SafeUtf8(c.suite)},
      {"operator", SafeUtf8(c.operator_name)},
      {"status", Name(c.status)},
      {"reason", SafeUtf8(c.reason)},
      {"phase1_status", Optional(c.phase1_status)},
      {"phase2_status", Optional(c.phase2_status)},
      {"sync_status", Optional(c.sync_status)},
      {"error_text", SafeUtf8(c.error_text)},
      {"workspace_bytes", c.workspace_bytes},
      {"attributes", Map(c.attributes)},
      {"axes", Map(c.axes)},
      {"tags", Texts(c.tags)},
      {"expected", SafeUtf8(c.expected)},
      {"inputs", List(c.inputs, Tensor)},
      {"output", Tensor(c.output)},
      {"metrics", c.metrics ? MetricsOf(*c.metrics) : Json(nullptr)},
      {"verdicts", List(c.verdicts, VerdictOf)},
      {"worst", List(c.worst, WorstOf)},
      {"pattern", SafeUtf8(c.pattern)},
      {"determinism", Json{{"runs", c.determinism.runs},
                           {"identical", c.determinism.identical},
                           {"first_difference", SafeUtf8(c.determinism.first_difference)}}},
      {"guards", Json{{"intact", c.guards.intact}, {"violation", SafeUtf8(c.guards.violation)}}},
      {"strict_reports", Texts(c.strict_reports)},
      {"soc", SafeUtf8(c.soc)},
      {"contract", SafeUtf8(c.contract)},
      {"seed", c.seed},
      {"data_key", SafeUtf8(c.data_key)},
      {"repro", SafeUtf8(c.repro)},
      {"duration_ms", NumberTo(c.duration_ms)}};
  return json.dump();
}

std::string ToJson(const RunRecord& run) {
  std::string text = "{\n";
  Line(text, "schema", SafeUtf8(run.schema));
  Line(text, "tool_version", SafeUtf8(run.tool_version));
  Line(text, "command", SafeUtf8(run.command));
  Line(text, "started_at", SafeUtf8(run.started_at));
  Line(text, "device", DeviceOf(run.device));
  Line(text, "suites", List(run.suites, SuiteOf));
  Line(text, "seed", run.seed);
  Line(text, "planned", run.planned);
  Line(text, "summary", SummaryOf(run.summary));
  text += "\"cases\": [";
  for (size_t i = 0; i < run.cases.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text += ToJson(run.cases[i]);
  }
  text += "\n]\n}\n";
  return text;
}

}  // namespace touchstone::record
