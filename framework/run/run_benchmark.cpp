// Cost of a verified element from end to end on the simulated device: inputs generated and
// digested, copied to the device, both runs, copies back, comparison, reference, judge, digests.
// Time is that of all threads together, so that it is per core; the stages alone come after the
// whole. "warm": all tensors together, some 10 MiB, stay in a cache; "cold": none of them does. The
// pages of host and device have been touched by a first round in either.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "framework/run/device_run.h"
#include "framework/run/executor.h"
#include "framework/run/judging.h"
#include "framework/run/prepared_case.h"
#include "framework/suite/suite.h"
#include "framework/tensor/host_bytes.h"

namespace touchstone::run {
namespace {

constexpr int64_t kWarmElements = int64_t{1} << 18;
constexpr int64_t kColdElements = int64_t{1} << 22;

struct Kind {
  const char* dtype;
  const char* reduction;
  bool weights;
  int64_t elements;
};

suite::LoadedSuites OneCase(const Kind& kind) {
  const auto tensor = [&](const char* name, const char* data) {
    return fmt::format("      {}: {{shape: [{}], dtype: {}, data: {}}}\n", name, kind.elements,
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
  const suite::LoadedSuites suites = OneCase(kind);
  (void)ExecuteCase(*session, suites.cases[0], "documented");
  for (auto _ : state) {
    const ExecutedCase executed = ExecuteCase(*session, suites.cases[0], "documented");
    if (!record::IsGood(executed.record.status)) {
      return state.SkipWithError(executed.record.reason.c_str());
    }
  }
  SetPerElement(state, kind.elements);
}

void SmallCases(benchmark::State& state, Kind kind) {
  device::Session* const session = OpenedSession();
  if (session == nullptr) return state.SkipWithError("the simulated device cannot be opened");
  const suite::LoadedSuites suites = OneCase(kind);
  for (auto _ : state) {
    benchmark::DoNotOptimize(ExecuteCase(*session, suites.cases[0], "documented"));
  }
  state.counters["cases_per_second"] =
      benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}

void Prepare(benchmark::State& state, Kind kind) {
  const suite::LoadedSuites suites = OneCase(kind);
  benchmark::DoNotOptimize(PrepareCase(suites.cases[0]));
  for (auto _ : state) benchmark::DoNotOptimize(PrepareCase(suites.cases[0]));
  SetPerElement(state, kind.elements);
}

void TwoRuns(benchmark::State& state, Kind kind) {
  device::Session* const session = OpenedSession();
  if (session == nullptr) return state.SkipWithError("the simulated device cannot be opened");
  const suite::LoadedSuites suites = OneCase(kind);
  const auto prepared = PrepareCase(suites.cases[0]);
  const auto run_twice = [&] {
    DeviceRuns runs(*session, *prepared);
    return runs.Next(false).ok() && runs.Next(false).ok();
  };
  bool ran = run_twice();
  for (auto _ : state) ran = ran && run_twice();
  if (!ran) return state.SkipWithError("the case cannot be run");
  SetPerElement(state, kind.elements);
}

void ReferenceAndJudge(benchmark::State& state, Kind kind) {
  device::Session* const session = OpenedSession();
  if (session == nullptr) return state.SkipWithError("the simulated device cannot be opened");
  const suite::LoadedSuites suites = OneCase(kind);
  const auto prepared = PrepareCase(suites.cases[0]);
  DeviceRuns runs(*session, *prepared);
  for (int run = 0; run < 2; ++run) (void)runs.Next(false);
  const std::map<std::string, RunOutput> outputs = runs.TakeOutputs();
  const auto soc = soc::FindSoc(session->soc_name());
  for (auto _ : state) {
    benchmark::DoNotOptimize(JudgeOutput(*prepared, "out", outputs.at("out"), **soc));
  }
  SetPerElement(state, kind.elements);
}

void Register() {
  tensor::KeepFreedMemory();  // as a worker does, so that what is measured is warm
  using Function = void (*)(benchmark::State&, Kind);
  struct Benchmark {
    const char* stage;
    Function function;
    const char* dtype;
    const char* reduction;
    bool weights;
  };
  const Benchmark benchmarks[] = {
      {"EndToEnd", EndToEnd, "fp32", "none", true},
      {"EndToEnd", EndToEnd, "fp32", "none", false},
      {"EndToEnd", EndToEnd, "fp32", "mean", true},
      {"EndToEnd", EndToEnd, "fp16", "none", true},
      {"EndToEnd", EndToEnd, "fp16", "none", false},
      {"EndToEnd", EndToEnd, "bf16", "none", true},
      {"EndToEnd", EndToEnd, "bf16", "none", false},
      {"Prepare", Prepare, "fp32", "none", true},
      {"Prepare", Prepare, "fp16", "none", true},
      {"TwoRuns", TwoRuns, "fp32", "none", true},
      {"TwoRuns", TwoRuns, "fp32", "mean", true},
      {"ReferenceAndJudge", ReferenceAndJudge, "fp32", "none", true},
      {"ReferenceAndJudge", ReferenceAndJudge, "fp32", "mean", true},
      {"ReferenceAndJudge", ReferenceAndJudge, "fp16", "none", true},
  };
  const auto add = [](const Benchmark& b, int64_t elements, const std::string& memory) {
    const std::string name = fmt::format("{}/{}_{}{}{}", b.stage, b.dtype, b.reduction,
                                         b.weights ? "_weights" : "", memory);
    benchmark::RegisterBenchmark(name.c_str(), b.function,
                                 Kind{b.dtype, b.reduction, b.weights, elements})
        ->MeasureProcessCPUTime();
  };
  for (const Benchmark& b : benchmarks) {
    add(b, kWarmElements, "/warm");
    add(b, kColdElements, "/cold");
  }
  add({"SmallCases", SmallCases, "fp32", "none", false}, 64, "");
  add({"SmallCases", SmallCases, "fp16", "mean", true}, 64, "");
}
const int kRegistered = (Register(), 0);

}  // namespace
}  // namespace touchstone::run
