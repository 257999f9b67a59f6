// Processor time of loading: the largest shipped suite, and cases as workers read them.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "framework/suite/suite.h"

namespace touchstone::suite {
namespace {

LoadedSuites Load(const char* name) {
  auto loaded = LoadSuites({std::string(TOUCHSTONE_SOURCE_DIR) + "/cases/" + name});
  if (!loaded.ok()) std::abort();
  return std::move(*loaded);
}

void CountCases(benchmark::State& state, size_t cases) {
  state.counters["cases"] = static_cast<double>(cases);
  state.counters["s_per_case"] =
      benchmark::Counter(static_cast<double>(cases), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

void ExpandFull(benchmark::State& state) {
  size_t cases = 0;
  for (auto _ : state) cases = Load("full.yaml").cases.size();
  CountCases(state, cases);
}
BENCHMARK(ExpandFull)->Unit(benchmark::kMillisecond);

void ReadResolvedCases(benchmark::State& state) {
  const auto cases = Load("public_reports.yaml").cases;
  const std::string text = WriteSuite(cases);
  for (auto _ : state) {
    const auto back = LoadSuiteText(text, "resolved");
    benchmark::DoNotOptimize(back.ok());
  }
  CountCases(state, cases.size());
}
BENCHMARK(ReadResolvedCases)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone::suite
