// Cost of a verified element from end to end on the simulated device, warm: inputs generated and
// digested, copied to the device, both runs, copies back, comparison, reference, judge, digests.
// Time is that of all threads together, so that it is per core; the stages alone come after the
// whole.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include "framework/run/device_run.h"
#include "framework/run/executor.h"
#include "framework/run/judging.h"
#include "framework/run/prepared_case.h"
#include "framework/suite/suite.h"

namespace touchstone::run {
namespace {

constexpr int64_t kLargeElements = int64_t{1} << 22;

struct Kind {
  const char* dtype;
  const char* reduction;
  bool weights;
};

suite::LoadedSuites OneCase(const Kind& kind, int64_t elements) {
  const auto tensor = [&](const char* name, const char* data) {
    return fmt::format("      {}: {{shape: [{}], dtype: {}, data: {}}}\n", name, elements,
                       kind.dtype, data);
  };
  std::string text =
      "suite: benchmark\noperator: aclnnBinaryCrossEntropyWithLogits\n"
      "defaults: {standards: [eco-v3, rounding-bound]}\ncases:\n  - name: c\n    inputs:\n";
  text += tensor("self", "{uniform: [-20, 20]}") + tensor("target", "soft_labels");
  if (kind.weights) {
    text += tensor("weight", "{uniform: [0, 2]}") + tensor("pos_weight", "{uniform: [0, 2]}");
  }
  text += fmt::format("    attrs: {{reduction: {}}}\n", kind.reduction);
  return std::move(suite::LoadSuiteText(text, "benchmark.yaml")).value();
}

/// One device for all benchmarks, as a worker has one for all its cases.
device::Session* OpenedSession() {
  static const std::unique_ptr<device::Session> session = [] {
    // As a worker does, so that what is measured is warm.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    auto libraries = device::Libraries::Load(device::DefaultLibraryDirectory());
    if (!libraries) return std::unique_ptr<device::Session>();
    auto opened =
        device::Session::Open(*libraries, {std::string(soc::kDefaultSoc), "documented", 0});
    return opened ? std::move(opened).value() : std::unique_ptr<device::Session>();
  }();
  return session.get();
}

void SetPerElement(benchmark::State& state, int64_t elements) {
  state.counters["ns_per_element"] = benchmark::Counter(
      static_cast<double>(elements) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void EndToEnd(benchmark::State& state, Kind kind) {
  device::Session* const session = OpenedSession();
  if (session == nullptr) return state.SkipWithError("the simulated device cannot be opened");
  const suite::LoadedSuites suites = OneCase(kind, kLargeElements);
  for (auto _ : state) {
    const ExecutedCase executed = ExecuteCase(*session, suites.cases[0], "documented");
    if (!record::IsGood(executed.record.status)) {
      return state.SkipWithError(executed.record.reason.c_str());
    }
  }
  SetPerElement(state, kLargeElements);
}

void SmallCases(benchmark::State& state, Kind kind) {
  device::Session* const session = OpenedSession();
  if (session == nullptr) return state.SkipWithError("the simulated device cannot be opened");
  const suite::LoadedSuites suites = OneCase(kind, 64);
  for (auto _ : state) {
    benchmark::DoNotOptimize(ExecuteCase(*session, suites.cases[0], "documented"));
  }
  state.counters["cases_per_second"] =
      benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}

void Prepare(benchmark::State& state, Kind kind) {
  const suite::LoadedSuites suites = OneCase(kind, kLargeElements);
  for (auto _ : state) benchmark::DoNotOptimize(PrepareCase(suites.cases[0]));
  SetPerElement(state, kLargeElements);
}

void TwoRuns(benchmark::State& state, Kind kind) {
  device::Session* const session = OpenedSession();
  if (session == nullptr) return state.SkipWithError("the simulated device cannot be opened");
  const suite::LoadedSuites suites = OneCase(kind, kLargeElements);
  const auto prepared = PrepareCase(suites.cases[0]);
  for (auto _ : state) {
    DeviceRuns runs(*session, *prepared);
    for (int run = 0; run < 2; ++run) {
      if (!runs.Next(false)) return state.SkipWithError("the case cannot be run");
    }
  }
  SetPerElement(state, kLargeElements);
}

void ReferenceAndJudge(benchmark::State& state, Kind kind) {
  device::Session* const session = OpenedSession();
  if (session == nullptr) return state.SkipWithError("the simulated device cannot be opened");
  const suite::LoadedSuites suites = OneCase(kind, kLargeElements);
  const auto prepared = PrepareCase(suites.cases[0]);
  DeviceRuns runs(*session, *prepared);
  for (int run = 0; run < 2; ++run) (void)runs.Next(false);
  const std::map<std::string, RunOutput> outputs = runs.TakeOutputs();
  const auto soc = soc::FindSoc(session->soc_name());
  for (auto _ : state) {
    benchmark::DoNotOptimize(JudgeOutput(*prepared, "out", outputs.at("out"), **soc));
  }
  SetPerElement(state, kLargeElements);
}

#define TOUCHSTONE_BENCHMARK(function, name, ...) \
  BENCHMARK_CAPTURE(function, name, Kind{__VA_ARGS__})->MeasureProcessCPUTime()

TOUCHSTONE_BENCHMARK(EndToEnd, fp32_none_weights, "fp32", "none", true);
TOUCHSTONE_BENCHMARK(EndToEnd, fp32_none, "fp32", "none", false);
TOUCHSTONE_BENCHMARK(EndToEnd, fp32_mean_weights, "fp32", "mean", true);
TOUCHSTONE_BENCHMARK(EndToEnd, fp16_none_weights, "fp16", "none", true);
TOUCHSTONE_BENCHMARK(EndToEnd, fp16_none, "fp16", "none", false);
TOUCHSTONE_BENCHMARK(EndToEnd, bf16_none_weights, "bf16", "none", true);
TOUCHSTONE_BENCHMARK(EndToEnd, bf16_none, "bf16", "none", false);
TOUCHSTONE_BENCHMARK(Prepare, fp32_weights, "fp32", "none", true);
TOUCHSTONE_BENCHMARK(TwoRuns, fp32_none_weights, "fp32", "none", true);
TOUCHSTONE_BENCHMARK(TwoRuns, fp32_mean_weights, "fp32", "mean", true);
TOUCHSTONE_BENCHMARK(ReferenceAndJudge, fp32_none_weights, "fp32", "none", true);
TOUCHSTONE_BENCHMARK(ReferenceAndJudge, fp32_mean_weights, "fp32", "mean", true);
TOUCHSTONE_BENCHMARK(SmallCases, fp32_none, "fp32", "none", false);
TOUCHSTONE_BENCHMARK(SmallCases, fp16_mean_weights, "fp16", "mean", true);

}  // namespace
}  // namespace touchstone::run
