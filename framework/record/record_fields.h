// Every field of every part of a run record, once: reader, writer and the schema's test walk these
// lists. A visitor is called as visit(key, value) or visit(key, value, what the value must be), and
// as visit.Bits(key, bits) for a bit pattern of the dtype last given to visit.BitsOf(dtype);
// visit.Check(key, holds, problem) says what a field must be beside others.
#pragma once

#include <concepts>
#include <type_traits>

#include "framework/record/field_rule.h"
#include "framework/record/record.h"

namespace touchstone::record {

/// T is Part or const Part.
template <typename T, typename Part>
concept Is = std::same_as<std::remove_const_t<T>, Part>;

/// The structures with a list of fields here.
template <typename T>
concept RecordPart =
    Is<T, TensorRecord> || Is<T, judge::Metrics> || Is<T, judge::Verdict> ||
    Is<T, judge::WorstElement> || Is<T, DeterminismRecord> || Is<T, GuardRecord> ||
    Is<T, CaseRecord> || Is<T, DeviceIdentity> || Is<T, SuiteRecord> || Is<T, Summary> ||
    Is<T, MutantRecord> || Is<T, MutationRecord> || Is<T, RunRecord>;

/// Hex digits of a bit pattern of an output's dtype.
inline size_t BitsDigits(std::string_view dtype) {
  return dtype == "fp16" || dtype == "bf16" ? 4 : 8;
}

template <typename Visit, Is<TensorRecord> T>
void VisitFields(Visit& visit, T& tensor) {
  visit("name", tensor.name);
  visit("presence", tensor.presence);
  visit.Check("presence",
              tensor.presence == "given" || tensor.presence == "absent" || tensor.presence == "null",
              "must be given, absent or null");
  if (tensor.presence != "given") return;  // there is no more to say, which spares a fortieth
  visit("dtype", tensor.dtype);
  visit("shape", tensor.shape, Must::kNotBeNegative);
  visit("layout", tensor.layout);
  visit("data", tensor.data);
  visit("digest", tensor.digest, Must::kBeDigest);
}

template <typename Visit, Is<judge::Metrics> T>
void VisitFields(Visit& visit, T& metrics) {
  visit("elements", metrics.elements);
  visit("unwritten", metrics.unwritten);
  visit("nan", metrics.nan);
  visit("positive_infinity", metrics.positive_infinity);
  visit("negative_infinity", metrics.negative_infinity);
  visit("class_mismatches", metrics.class_mismatches);
  visit("bitwise_mismatches", metrics.bitwise_mismatches);
  visit("correctly_rounded", metrics.correctly_rounded);
  visit("undecided", metrics.undecided);
  visit("mean_relative_error", metrics.mean_relative_error, Must::kNotBeNegative);
  visit("max_relative_error", metrics.max_relative_error, Must::kNotBeNegative);
  visit("root_mean_square_error", metrics.root_mean_square_error, Must::kNotBeNegative);
  visit("max_absolute_error", metrics.max_absolute_error, Must::kNotBeNegative);
  visit("mean_error_ulp", metrics.mean_error_ulp, Must::kNotBeNegative);
  visit("max_error_ulp", metrics.max_error_ulp, Must::kNotBeNegative);
  visit("mean_signed_error_ulp", metrics.mean_signed_error_ulp);
  visit("small_value_elements", metrics.small_value_elements);
  visit("cancellation_elements", metrics.cancellation_elements);
  visit("ulp_histogram", metrics.ulp_histogram);
  visit("facts", metrics.facts);
}

template <typename Visit, Is<judge::Verdict> T>
void VisitFields(Visit& visit, T& verdict) {
  bool pass = verdict.state == judge::VerdictState::kPass;
  visit("standard", verdict.standard);
  visit("version", verdict.version);
  visit("pass", pass);
  visit("state", verdict.state);
  visit.Check("pass", pass == (verdict.state == judge::VerdictState::kPass),
              "contradicts the state");
  visit("certified", verdict.certified);
  visit("advisory", verdict.advisory);
  visit("vacuous", verdict.vacuous);
  visit("reason", verdict.reason);
  visit("provenance", verdict.provenance);
  visit("limits", verdict.limits);
  visit("values", verdict.values);
}

template <typename Visit, Is<judge::WorstElement> T>
void VisitFields(Visit& visit, T& worst) {
  visit("index", worst.index);
  visit("coordinates", worst.coordinates, Must::kNotBeNegative);
  visit("inputs", worst.inputs);
  visit.Bits("actual_bits", worst.actual_bits);
  visit.Bits("expected_bits", worst.expected_bits);
  visit("actual", worst.actual);
  visit("expected", worst.expected);
  visit("error_ulp", worst.error_ulp, Must::kNotBeNegative);
  visit("bound_ulp", worst.bound_ulp, Must::kNotBeNegative);
  visit("absolute_error", worst.absolute_error, Must::kNotBeNegative);
  visit("relative_error", worst.relative_error, Must::kNotBeNegative);
  visit("note", worst.note);
}

template <typename Visit, Is<DeterminismRecord> T>
void VisitFields(Visit& visit, T& determinism) {
  visit("runs", determinism.runs, Must::kNotBeNegative);
  visit("identical", determinism.identical);
  visit("first_difference", determinism.first_difference);
}

template <typename Visit, Is<GuardRecord> T>
void VisitFields(Visit& visit, T& guards) {
  visit("intact", guards.intact);
  visit("violation", guards.violation);
}

template <typename Visit, Is<CaseRecord> T>
void VisitFields(Visit& visit, T& one) {
  visit("id", one.id, Must::kBeName);
  visit("suite", one.suite);
  visit("operator", one.operator_name);
  visit("status", one.status);
  visit("reason", one.reason);
  visit("phase1_status", one.phase1_status);
  visit("phase2_status", one.phase2_status);
  visit("sync_status", one.sync_status);
  visit("error_text", one.error_text);
  visit("workspace_bytes", one.workspace_bytes);
  visit("attributes", one.attributes);
  visit("axes", one.axes);
  visit("tags", one.tags);
  visit("expected", one.expected);
  visit("inputs", one.inputs);
  visit("output", one.output);
  visit.BitsOf(one.output.dtype);
  visit("metrics", one.metrics);
  visit("verdicts", one.verdicts);
  visit("worst", one.worst);
  visit("pattern", one.pattern);
  visit("determinism", one.determinism);
  visit("guards", one.guards);
  visit("strict_reports", one.strict_reports);
  visit("soc", one.soc);
  visit("contract", one.contract);
  visit("seed", one.seed);
  // The key is the id unless the suite says so: "" stands for it, which spares a twentieth.
  std::string data_key = one.data_key == one.id ? "" : one.data_key;
  visit("data_key", data_key);
  if constexpr (!std::is_const_v<T>) one.data_key = data_key.empty() ? one.id : data_key;
  visit("repro", one.repro);
  visit("duration_ms", one.duration_ms, Must::kBeFinite);
}

template <typename Visit, Is<DeviceIdentity> T>
void VisitFields(Visit& visit, T& device) {
  visit("soc", device.soc);
  visit("contract", device.contract);
  visit("libraries", device.libraries);
  visit("library_digests", device.library_digests, Must::kBeDigest);
}

template <typename Visit, Is<SuiteRecord> T>
void VisitFields(Visit& visit, T& suite) {
  visit("path", suite.path);
  visit("name", suite.name);
  visit("digest", suite.digest, Must::kBeDigest);
  visit("case_count", suite.case_count);
}

template <typename Visit, Is<Summary> T>
void VisitFields(Visit& visit, T& summary) {
  visit("cases", summary.cases);
  visit("passed", summary.passed);
  visit("failed", summary.failed);
  visit("wrong_status", summary.wrong_status);
  visit("crashed", summary.crashed);
  visit("timed_out", summary.timed_out);
  visit("device_faults", summary.device_faults);
  visit("review", summary.review);
  visit("undecided", summary.undecided);
  visit("known_issues", summary.known_issues);
  visit("unexpected_passes", summary.unexpected_passes);
  visit("not_run", summary.not_run);
  visit("elements", summary.elements);
  visit("seconds", summary.seconds, Must::kBeFinite);
}

template <typename Visit, Is<MutantRecord> T>
void VisitFields(Visit& visit, T& mutant) {
  visit("id", mutant.id, Must::kBeName);
  visit("breaks", mutant.breaks);
  visit("file", mutant.file);
  visit("state", mutant.state);
  visit.Check("state",
              mutant.state == "killed" || mutant.state == "survived" ||
                  mutant.state == "equivalent" || mutant.state == "error",
              "must be killed, survived, equivalent or error");
  visit("reason", mutant.reason);
  visit("ran", mutant.ran);
  visit("noticed_by", mutant.noticed_by);
  visit.Check("noticed_by",
              mutant.state == "error" || (mutant.state == "killed") == !mutant.noticed_by.empty(),
              "contradicts the state");
}

template <typename Visit, Is<MutationRecord> T>
void VisitFields(Visit& visit, T& mutation) {
  visit("path", mutation.path);
  visit("digest", mutation.digest, Must::kBeDigest);
  visit("tool_version", mutation.tool_version);
  visit("suites", mutation.suites);
  visit("mutants", mutation.mutants);
}

/// All but the cases, which follow last.
template <typename Visit, Is<RunRecord> T>
void VisitFields(Visit& visit, T& run) {
  visit("schema", run.schema);
  visit("tool_version", run.tool_version);
  visit("command", run.command);
  visit("started_at", run.started_at);
  visit("device", run.device);
  visit("suites", run.suites);
  visit("seed", run.seed);
  visit("planned", run.planned);
  visit("summary", run.summary);
  visit("mutation", run.mutation);
}

}  // namespace touchstone::record
