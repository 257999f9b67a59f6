#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "framework/record/field_reader.h"
#include "framework/record/record_json.h"
#include "framework/record/verdict_names.h"

namespace touchstone::record {
namespace {

using nlohmann::json;

std::vector<std::string> StatusNames() {
  std::vector<std::string> names;
  for (const CaseStatus status : AllStatuses()) names.emplace_back(Name(status));
  return names;
}

void ReadBits(FieldReader& fields, const char* key, uint32_t& bits) {
  std::string text;
  fields.Read(key, text);
  const char* end = text.data() + text.size();
  const bool prefixed = text.starts_with("0x") && text.size() > 2;
  if (prefixed) {
    const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
    if (error == std::errc() && stop == end) return;
  }
  fields.Fail(key, fmt::format("is no bit pattern: \"{}\"", text));
}

void ReadTensor(const json& value, const std::string& path, Errors& errors, TensorRecord& tensor) {
  FieldReader fields(value, path, errors);
  fields.Read("name", tensor.name);
  fields.Read("presence", tensor.presence);
  fields.Read("dtype", tensor.dtype);
  fields.Read("shape", tensor.shape);
  fields.Read("layout", tensor.layout);
  fields.Read("data", tensor.data);
  fields.Read("digest", tensor.digest);
  fields.Finish();
}

void ReadMetrics(const json& value, const std::string& path, Errors& errors, judge::Metrics& m) {
  FieldReader fields(value, path, errors);
  fields.Read("elements", m.elements);
  fields.Read("unwritten", m.unwritten);
  fields.Read("nan", m.nan);
  fields.Read("positive_infinity", m.positive_infinity);
  fields.Read("negative_infinity", m.negative_infinity);
  fields.Read("class_mismatches", m.class_mismatches);
  fields.Read("bitwise_mismatches", m.bitwise_mismatches);
  fields.Read("correctly_rounded", m.correctly_rounded);
  fields.Read("undecided", m.undecided);
  fields.Read("mean_relative_error", m.mean_relative_error);
  fields.Read("max_relative_error", m.max_relative_error);
  fields.Read("root_mean_square_error", m.root_mean_square_error);
  fields.Read("max_absolute_error", m.max_absolute_error);
  fields.Read("mean_error_ulp", m.mean_error_ulp);
  fields.Read("max_error_ulp", m.max_error_ulp);
  fields.Read("mean_signed_error_ulp", m.mean_signed_error_ulp);
  fields.Read("small_value_elements", m.small_value_elements);
  fields.Read("cancellation_elements", m.cancellation_elements);
  fields.Read("ulp_histogram", m.ulp_histogram);
  fields.Read("facts", m.facts);
  fields.Finish();
}

void ReadVerdict(const json& value, const std::string& path, Errors& errors, judge::Verdict& v) {
  FieldReader fields(value, path, errors);
  std::string state;
  bool pass = false;
  fields.Read("standard", v.standard);
  fields.Read("version", v.version);
  fields.Read("pass", pass);
  fields.Read("state", state);
  fields.Read("certified", v.certified);
  fields.Read("advisory", v.advisory);
  fields.Read("vacuous", v.vacuous);
  fields.Read("reason", v.reason);
  fields.Read("provenance", v.provenance);
  fields.Read("limits", v.limits);
  fields.Read("values", v.values);
  fields.Finish();
  if (const auto known = VerdictStateFromName(state)) {
    v.state = *known;
    if (pass != (v.state == judge::VerdictState::kPass)) {
      fields.Fail("pass", fmt::format("contradicts the state \"{}\"", state));
    }
  } else {
    fields.Fail("state", fmt::format("is no state of a verdict: \"{}\"", state));
  }
}

void ReadWorst(const json& value, const std::string& path, Errors& errors, judge::WorstElement& w) {
  FieldReader fields(value, path, errors);
  fields.Read("index", w.index);
  fields.Read("coordinates", w.coordinates);
  fields.Read("inputs", w.inputs);
  ReadBits(fields, "actual_bits", w.actual_bits);
  ReadBits(fields, "expected_bits", w.expected_bits);
  fields.Read("actual", w.actual);
  fields.Read("expected", w.expected);
  fields.Read("error_ulp", w.error_ulp);
  fields.Read("absolute_error", w.absolute_error);
  fields.Read("relative_error", w.relative_error);
  fields.Read("note", w.note);
  fields.Finish();
}

void ReadDeterminism(const json& value, const std::string& path, Errors& errors,
                     DeterminismRecord& determinism) {
  FieldReader fields(value, path, errors);
  fields.Read("runs", determinism.runs);
  fields.Read("identical", determinism.identical);
  fields.Read("first_difference", determinism.first_difference);
  fields.Finish();
}

void ReadGuards(const json& value, const std::string& path, Errors& errors, GuardRecord& guards) {
  FieldReader fields(value, path, errors);
  fields.Read("intact", guards.intact);
  fields.Read("violation", guards.violation);
  fields.Finish();
}

// Calls `read` for an object field, if it is there.
template <typename Read, typename T>
void Object(FieldReader& fields, const char* key, Errors& errors, Read read, T& target) {
  if (const json* value = fields.Get(key)) read(*value, fields.PathOf(key), errors, target);
}

template <typename Read, typename T>
void ObjectList(FieldReader& fields, const char* key, Errors& errors, Read read,
                std::vector<T>& target) {
  fields.Each(key, [&](const json& value, const std::string& path) {
    read(value, path, errors, target.emplace_back());
  });
}

void ReadCase(const json& value, const std::string& path, Errors& errors, CaseRecord& c) {
  FieldReader fields(value, path, errors);
  std::string status;
  fields.Read("id", c.id);
  if (c.id.empty()) fields.Fail("id", "must not be empty");
  fields.Read("suite", c.suite);
  fields.Read("operator", c.operator_name);
  fields.Read("status", status);
  if (const auto known = StatusFromName(status)) {
    c.status = *known;
  } else {
    fields.Fail("status", fmt::format("of case '{}' is \"{}\"{}", c.id, status,
                                      Suggestion(status, StatusNames())));
  }
  fields.Read("reason", c.reason);
  fields.Read("phase1_status", c.phase1_status);
  fields.Read("phase2_status", c.phase2_status);
  fields.Read("sync_status", c.sync_status);
  fields.Read("error_text", c.error_text);
  fields.Read("workspace_bytes", c.workspace_bytes);
  fields.Read("attributes", c.attributes);
  fields.Read("axes", c.axes);
  fields.Read("tags", c.tags);
  fields.Read("expected", c.expected);
  ObjectList(fields, "inputs", errors, ReadTensor, c.inputs);
  Object(fields, "output", errors, ReadTensor, c.output);
  if (const json* metrics = fields.Get("metrics"); metrics != nullptr && !metrics->is_null()) {
    ReadMetrics(*metrics, fields.PathOf("metrics"), errors, c.metrics.emplace());
  }
  ObjectList(fields, "verdicts", errors, ReadVerdict, c.verdicts);
  ObjectList(fields, "worst", errors, ReadWorst, c.worst);
  fields.Read("pattern", c.pattern);
  Object(fields, "determinism", errors, ReadDeterminism, c.determinism);
  Object(fields, "guards", errors, ReadGuards, c.guards);
  fields.Read("strict_reports", c.strict_reports);
  fields.Read("soc", c.soc);
  fields.Read("contract", c.contract);
  fields.Read("seed", c.seed);
  fields.Read("data_key", c.data_key);
  fields.Read("repro", c.repro);
  fields.Read("duration_ms", c.duration_ms);
  fields.Finish();
}

void ReadDevice(const json& value, const std::string& path, Errors& errors, DeviceIdentity& d) {
  FieldReader fields(value, path, errors);
  fields.Read("soc", d.soc);
  fields.Read("contract", d.contract);
  fields.Read("libraries", d.libraries);
  fields.Read("library_digests", d.library_digests);
  fields.Finish();
}

void ReadSuite(const json& value, const std::string& path, Errors& errors, SuiteRecord& s) {
  FieldReader fields(value, path, errors);
  fields.Read("path", s.path);
  fields.Read("name", s.name);
  fields.Read("digest", s.digest);
  fields.Read("case_count", s.case_count);
  fields.Finish();
}

void ReadSummary(const json& value, const std::string& path, Errors& errors, Summary& s) {
  FieldReader fields(value, path, errors);
  fields.Read("cases", s.cases);
  fields.Read("passed", s.passed);
  fields.Read("failed", s.failed);
  fields.Read("wrong_status", s.wrong_status);
  fields.Read("crashed", s.crashed);
  fields.Read("timed_out", s.timed_out);
  fields.Read("device_faults", s.device_faults);
  fields.Read("review", s.review);
  fields.Read("undecided", s.undecided);
  fields.Read("known_issues", s.known_issues);
  fields.Read("unexpected_passes", s.unexpected_passes);
  fields.Read("not_run", s.not_run);
  fields.Read("elements", s.elements);
  fields.Read("seconds", s.seconds);
  fields.Finish();
}

// What no schema can say: the parts of a record must agree with each other.
void CheckWhole(const RunRecord& run, Errors& errors) {
  std::unordered_set<std::string_view> ids;
  for (const CaseRecord& one : run.cases) {
    if (!ids.insert(one.id).second) {
      errors.push_back(InputError(fmt::format("two cases have the id '{}'", one.id)));
      break;
    }
  }
  if (run.planned != run.cases.size()) {
    errors.push_back(
        InputError(fmt::format("the record is incomplete: {} cases were planned, {} are there",
                               run.planned, run.cases.size())));
  }
  const Summary counted = Summarise(run.cases);
  const auto compare = [&](std::string_view what, uint64_t stated, uint64_t found) {
    if (stated == found) return;
    errors.push_back(InputError(
        fmt::format("the summary does not match the cases: it states {} {}, the cases hold {}",
                    stated, what, found)));
  };
  compare("cases", run.summary.cases, counted.cases);
  compare("elements", run.summary.elements, counted.elements);
  for (const CaseStatus status : AllStatuses()) {
    compare(fmt::format("cases of status {}", Name(status)), CountOf(run.summary, status),
            CountOf(counted, status));
  }
}

Errors InFile(Errors errors, const std::string& name) {
  for (Error& error : errors) {
    if (error.where.file.empty()) error.where.file = name;
  }
  return errors;
}

}  // namespace

Result<CaseRecord> CaseFromJson(std::string_view text) {
  Result<json> parsed = ParseJson(text, "case record");
  if (!parsed) return parsed.errors();
  CaseRecord one;
  Errors errors;
  ReadCase(*parsed, "", errors, one);
  if (!errors.empty()) return InFile(std::move(errors), "case record");
  return one;
}

Result<RunRecord> RunFromJson(std::string_view text, const std::string& name) {
  RunRecord run;
  Errors case_errors;
  Result<json> parsed = ParseJson(text, name, "cases", [&](const json& value) {
    const std::string path = fmt::format("cases[{}]", run.cases.size());
    ReadCase(value, path, case_errors, run.cases.emplace_back());
  });
  if (!parsed) return parsed.errors();
  Errors errors;
  FieldReader fields(*parsed, "", errors);
  fields.Read("schema", run.schema);
  if (errors.empty() && run.schema != kRunSchema) {
    return InputError(
        fmt::format("the schema is \"{}\", but only \"{}\" can be read", run.schema, kRunSchema),
        {name, 0, 0});
  }
  fields.Read("tool_version", run.tool_version);
  fields.Read("command", run.command);
  fields.Read("started_at", run.started_at);
  Object(fields, "device", errors, ReadDevice, run.device);
  ObjectList(fields, "suites", errors, ReadSuite, run.suites);
  fields.Read("seed", run.seed);
  fields.Read("planned", run.planned);
  Object(fields, "summary", errors, ReadSummary, run.summary);
  if (const json* cases = fields.Get("cases")) {
    // Objects were taken out while parsing; what is left in the list is something else.
    if (!cases->is_array() || !cases->empty()) fields.Fail("cases", "must be a list of objects");
  }
  fields.Finish();
  errors.insert(errors.end(), case_errors.begin(), case_errors.end());
  if (errors.empty()) CheckWhole(run, errors);
  if (!errors.empty()) return InFile(std::move(errors), name);
  return run;
}

Result<RunRecord> ReadRecord(const std::string& path) {
  Result<std::string> text = ReadFile(path);
  if (!text) return text.errors();
  return RunFromJson(*text, path);
}

}  // namespace touchstone::record
