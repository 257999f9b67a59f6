#include "framework/record/sample_record.h"

#include <algorithm>
#include <limits>

namespace touchstone::record {
namespace {

constexpr const char* kSuite = "bce_with_logits/sample";

std::string Repro(const std::string& id) {
  return "touchstone run cases/sample.yaml --seed 7 --filter '" + id + "'";
}

judge::Verdict EcoV3(bool pass, double relative_error) {
  judge::Verdict verdict;
  verdict.standard = "eco-v3";
  verdict.version = "3.0";
  verdict.state = pass ? judge::VerdictState::kPass : judge::VerdictState::kFail;
  verdict.certified = true;
  verdict.provenance = "suite";
  verdict.limits = {{"max_relative_error", 0.001953125}};
  verdict.values = {{"max_relative_error", relative_error}};
  if (!pass) verdict.reason = "max_relative_error 0.25 exceeds 0.001953125";
  return verdict;
}

judge::Verdict RoundingBound(bool pass) {
  judge::Verdict verdict;
  verdict.standard = "rounding-bound";
  verdict.version = "1";
  verdict.state = pass ? judge::VerdictState::kPass : judge::VerdictState::kFail;
  verdict.certified = true;
  verdict.advisory = true;
  verdict.provenance = "default";
  verdict.limits = {{"k", 8}};
  verdict.values = {{"max_error_in_bounds", pass ? 0.4375 : 311.5}};
  if (!pass) verdict.reason = "element 17 is 311.5 bounds away";
  return verdict;
}

judge::WorstElement Worst(const TensorRecord& output, uint64_t index, double error_ulp) {
  const bool half = output.dtype != "fp32";
  judge::WorstElement worst;
  worst.index = index;
  if (!output.shape.empty()) {
    worst.coordinates = {static_cast<int64_t>(index / 5), static_cast<int64_t>(index % 5)};
  }
  worst.inputs = {{"self", half ? "0x3F80 (1)" : "0x3F800000 (1)"},
                  {"target", half ? "0x0000 (0)" : "0x00000000 (0)"}};
  worst.actual_bits = half ? 0x3FA9 : 0x3FA818C2;
  worst.expected_bits = half ? 0x3FA8 : 0x3FA818C1;
  worst.actual = 1.3132555484771729;
  worst.expected = 1.3132616875182228;
  worst.error_ulp = error_ulp;
  worst.bound_ulp = 2.25;
  worst.absolute_error = 6.139041049906e-06;
  worst.relative_error = 4.674651e-06;
  return worst;
}

CaseRecord WithoutNumbers(CaseRecord one, CaseStatus status, std::string reason) {
  one.status = status;
  one.reason = std::move(reason);
  one.metrics.reset();
  one.verdicts.clear();
  one.worst.clear();
  one.output.digest.clear();
  return one;
}

CaseRecord Failing(const std::string& id) {
  CaseRecord one = SamplePass(id, "fp32", "none");
  one.status = CaseStatus::kFail;
  one.reason = "eco-v3: max_relative_error 0.25 exceeds 0.001953125";
  one.metrics->max_relative_error = 0.25;
  one.metrics->mean_relative_error = 0.0125;
  one.metrics->max_error_ulp = 2097152;
  one.metrics->mean_error_ulp = 104857.6;
  one.metrics->bitwise_mismatches = 6;
  one.metrics->correctly_rounded = 14;
  one.metrics->ulp_histogram = {10, 4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0,
                                0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  one.verdicts = {EcoV3(false, 0.25), RoundingBound(false)};
  one.worst.clear();
  for (uint64_t i = 0; i < 4; ++i) one.worst.push_back(Worst(one.output, 17 - i, 2097152.0 / (1 << (8 * i))));
  one.worst.front().note = "sign of the error: device too large";
  one.output.digest = "00000000deadbeef";
  return one;
}

CaseRecord Special(const std::string& id) {
  CaseRecord one = SamplePass(id, "fp16", "sum");
  one.status = CaseStatus::kReview;
  one.reason = "eco-v3: infinities need a look";
  one.metrics->max_relative_error = std::numeric_limits<double>::infinity();
  one.metrics->mean_relative_error = std::numeric_limits<double>::quiet_NaN();
  one.metrics->positive_infinity = 1;
  one.verdicts.front().state = judge::VerdictState::kReview;
  one.verdicts.front().reason = one.reason;
  one.worst.front().actual = std::numeric_limits<double>::infinity();
  one.worst.front().expected = -std::numeric_limits<double>::infinity();
  one.worst.front().note = "class: expected -inf";
  return one;
}

MutantRecord Mutant(const std::string& id, const std::string& file, const std::string& state) {
  MutantRecord mutant{id, "dropped tail", file, state, "", {"smoke", "tiling"}, {}};
  if (state == "killed") mutant.noticed_by = {"smoke"};
  if (state == "equivalent") mutant.reason = "copies are synchronous";
  if (state == "error") {
    mutant.reason = "does not build: judge.cpp:1: error";
    mutant.ran.clear();
  }
  return mutant;
}

MutationRecord SampleMutation() {
  return {"out/mutation/mutation.json",
          "0123456789abcdef0123456789abcdef",
          "0.1.0",
          {"smoke", "tiling"},
          {Mutant("judge/ulp", "framework/judge/judge.cpp", "error"),
           Mutant("op_under_test/equal", "op_under_test/npu/core.cpp", "equivalent"),
           Mutant("op_under_test/killed", "op_under_test/npu/core.cpp", "killed"),
           Mutant("op_under_test/survivor", "op_under_test/opbase/cast.cpp", "survived")}};
}

}  // namespace

CaseRecord SamplePass(const std::string& id, const std::string& dtype,
                      const std::string& reduction) {
  CaseRecord one;
  one.id = id;
  one.suite = kSuite;
  one.operator_name = "aclnnBinaryCrossEntropyWithLogits";
  one.status = CaseStatus::kPass;
  one.phase1_status = one.phase2_status = one.sync_status = 0;
  one.workspace_bytes = 16777216;
  one.attributes = {{"reduction", reduction}};
  one.axes = {{"dtype", dtype}, {"reduction", reduction}};
  one.expected = "success";
  one.inputs = {
      {"self", "given", dtype, {4, 5}, "contiguous", "{uniform: [-20, 20]}", "0123456789abcdef"},
      {"target", "given", dtype, {4, 5}, "transposed", "soft_labels", "fedcba9876543210"},
      {"weight", "absent", "", {}, "", "", ""}};
  one.output = {"out", "given", dtype, {4, 5}, "contiguous", "", "a5a5a5a5a5a5a5a5"};
  if (reduction != "none") one.output.shape = {};
  judge::Metrics metrics;
  metrics.elements = reduction == "none" ? 20 : 1;
  metrics.correctly_rounded = metrics.elements;
  metrics.mean_relative_error = 1e-9;
  metrics.max_relative_error = 5.5e-8;
  metrics.root_mean_square_error = 2.5e-9;
  metrics.max_absolute_error = 1.25e-7;
  metrics.mean_error_ulp = 0.125;
  metrics.max_error_ulp = 0.5;
  metrics.mean_signed_error_ulp = -0.03125;
  metrics.ulp_histogram = {metrics.elements / 2, metrics.elements - metrics.elements / 2};
  metrics.facts = {{"condition_number", 2112}};
  one.metrics = metrics;
  one.verdicts = {EcoV3(true, metrics.max_relative_error), RoundingBound(true)};
  one.worst = {Worst(one.output, one.output.shape.empty() ? 0 : 3, 0.5)};
  one.determinism = {2, true, ""};
  one.soc = "Ascend910B1";
  one.contract = "documented";
  one.seed = 7;
  one.data_key = id;
  one.duration_ms = 1.5;
  one.repro = Repro(id);
  return one;
}

void MakeConsistent(RunRecord& run) {
  std::sort(run.cases.begin(), run.cases.end(),
            [](const CaseRecord& a, const CaseRecord& b) { return a.id < b.id; });
  const double seconds = run.summary.seconds;
  run.summary = Summarise(run.cases);
  run.summary.seconds = seconds;
  run.planned = run.cases.size();
}

RunRecord SampleRecord() {
  const std::string base = std::string(kSuite) + "/";
  RunRecord run;
  run.tool_version = "0.1.0";
  run.command = "touchstone run cases/sample.yaml --seed 7";
  run.started_at = "2026-01-02T03:04:05Z";
  run.device = {"Ascend910B1",
                "documented",
                "build/release/lib/npusim",
                {{"libascendcl.so", "00112233445566778899aabbccddeeff"},
                 {"libopapi.so", "ffeeddccbbaa99887766554433221100"}}};
  run.suites = {{"cases/sample.yaml", kSuite, "0f1e2d3c4b5a69788796a5b4c3d2e1f0", 12}};
  run.seed = 7;
  run.summary.seconds = 2.5;
  run.mutation = SampleMutation();

  const auto bare = [&](const std::string& name, CaseStatus status, std::string reason) {
    return WithoutNumbers(SamplePass(base + name, "fp32", "mean"), status, std::move(reason));
  };
  run.cases.push_back(SamplePass(base + "range[dtype=fp32,reduction=none]", "fp32", "none"));
  run.cases.push_back(SamplePass(base + "range[dtype=bf16,reduction=mean]", "bf16", "mean"));
  run.cases.push_back(Failing(base + "range[dtype=fp32,weight_shape=4x1]"));
  run.cases.push_back(Special(base + "special[dtype=fp16,reduction=sum]"));

  CaseRecord wrong = bare("null self", CaseStatus::kWrongStatus,
                          "expected ACLNN_ERR_PARAM_NULLPTR (161001), got ACLNN_ERR_PARAM_INVALID "
                          "(161002) in phase 1");
  wrong.phase1_status = 161002;
  wrong.tags = {"page-vs-source"};
  wrong.expected = "ACLNN_ERR_PARAM_NULLPTR (161001)";
  wrong.phase2_status = wrong.sync_status = std::nullopt;
  wrong.error_text = "Expected a proper Tensor but got null for argument [self].";
  wrong.inputs[0] = {"self", "null", "", {}, "", "", ""};
  run.cases.push_back(wrong);

  CaseRecord crash = bare("abort", CaseStatus::kCrash, "the worker died of SIGSEGV in phase 2");
  crash.phase2_status = crash.sync_status = std::nullopt;
  run.cases.push_back(crash);
  CaseRecord timeout = bare("hang", CaseStatus::kTimeout, "no answer within 10 s");
  timeout.phase2_status = timeout.sync_status = std::nullopt;
  timeout.duration_ms = 10000;
  run.cases.push_back(timeout);
  CaseRecord fault = bare("guard", CaseStatus::kDeviceFault, "507015: aicore exception");
  fault.sync_status = 507015;
  fault.guards = {false, "out: 4 bytes after the end were written"};
  fault.strict_reports = {"out_of_bounds: write of 4 bytes at out+80"};
  run.cases.push_back(fault);

  CaseRecord undecided = SamplePass(base + "cancelling sum", "fp32", "sum");
  undecided.status = CaseStatus::kUndecided;
  undecided.reason = "eco-v3: the enclosure straddles the limit";
  undecided.verdicts.front().state = judge::VerdictState::kUndecided;
  undecided.verdicts.front().certified = false;
  undecided.verdicts.front().reason = undecided.reason;
  undecided.determinism = {2, false, "run 2, element 0 []: 0x3F800000 then 0x3F800001"};
  run.cases.push_back(undecided);

  CaseRecord known = Failing(base + "known overflow");
  known.status = CaseStatus::kKnownIssue;
  known.reason = "known issue: fp16 overflows above 65504 / fails as described";
  run.cases.push_back(known);
  CaseRecord unexpected = SamplePass(base + "known and gone", "fp32", "none");
  unexpected.status = CaseStatus::kUnexpectedPass;
  unexpected.reason = "expected to fail: known issue 'slow path', but passed";
  run.cases.push_back(unexpected);
  CaseRecord missing = bare("left over", CaseStatus::kNotRun, "interrupted before this case");
  missing.phase1_status = missing.phase2_status = missing.sync_status = std::nullopt;
  missing.duration_ms = 0;
  missing.determinism.runs = 0;
  run.cases.push_back(missing);
  MakeConsistent(run);
  return run;
}

}  // namespace touchstone::record
