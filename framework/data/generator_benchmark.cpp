// Nanoseconds per element of the distributions, one thread.
#include <benchmark/benchmark.h>

#include "framework/data/test_specs.h"

namespace touchstone::data {
namespace {

void Fill(benchmark::State& state, const std::string& label, tensor::DType dtype) {
  constexpr size_t kCount = 1 << 16;
  DataSpec spec;
  for (const auto& [name, candidate] : TestSpecs()) {
    if (name == label) spec = candidate;
  }
  const auto generator = std::move(MakeGenerator(spec, dtype, TestKey(), kCount)).value();
  std::vector<uint64_t> bits(kCount);
  for (auto _ : state) {
    generator->Fill(0, bits);
    benchmark::DoNotOptimize(bits.data());
  }
  state.counters["ns_per_element"] = benchmark::Counter(
      static_cast<double>(kCount) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void Store(benchmark::State& state, const std::string& label, tensor::DType dtype) {
  constexpr size_t kCount = 1 << 16;
  DataSpec spec;
  for (const auto& [name, candidate] : TestSpecs()) {
    if (name == label) spec = candidate;
  }
  const auto generator = std::move(MakeGenerator(spec, dtype, TestKey(), kCount)).value();
  std::vector<std::byte> storage(kCount * static_cast<size_t>(tensor::SizeBytes(dtype)));
  for (auto _ : state) {
    generator->Store(dtype, 0, storage);
    benchmark::DoNotOptimize(storage.data());
  }
  state.counters["ns_per_element"] = benchmark::Counter(
      static_cast<double>(kCount) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(Store, uniform_fp32, "uniform wide", tensor::DType::kFp32)
    ->Name("Store/uniform_fp32/warm");
BENCHMARK_CAPTURE(Store, uniform_fp16, "uniform wide", tensor::DType::kFp16)
    ->Name("Store/uniform_fp16/warm");
BENCHMARK_CAPTURE(Store, uniform_bf16, "uniform wide", tensor::DType::kBf16)
    ->Name("Store/uniform_bf16/warm");
BENCHMARK_CAPTURE(Store, soft_labels_fp32, "soft_labels", tensor::DType::kFp32)
    ->Name("Store/soft_labels_fp32/warm");
BENCHMARK_CAPTURE(Store, hard_labels_fp32, "hard_labels", tensor::DType::kFp32)
    ->Name("Store/hard_labels_fp32/warm");
BENCHMARK_CAPTURE(Store, normal_fp32, "normal", tensor::DType::kFp32)
    ->Name("Store/normal_fp32/warm");
BENCHMARK_CAPTURE(Fill, uniform_fp32, "uniform wide", tensor::DType::kFp32)
    ->Name("Fill/uniform_fp32/warm");
BENCHMARK_CAPTURE(Fill, uniform_fp16, "uniform wide", tensor::DType::kFp16)
    ->Name("Fill/uniform_fp16/warm");
BENCHMARK_CAPTURE(Fill, uniform_bf16, "uniform wide", tensor::DType::kBf16)
    ->Name("Fill/uniform_bf16/warm");
BENCHMARK_CAPTURE(Fill, normal_fp32, "normal", tensor::DType::kFp32)->Name("Fill/normal_fp32/warm");
BENCHMARK_CAPTURE(Fill, loguniform_fp32, "loguniform", tensor::DType::kFp32)
    ->Name("Fill/loguniform_fp32/warm");
BENCHMARK_CAPTURE(Fill, bits_fp32, "bits", tensor::DType::kFp32)->Name("Fill/bits_fp32/warm");
BENCHMARK_CAPTURE(Fill, exhaustive_fp32, "exhaustive", tensor::DType::kFp32)
    ->Name("Fill/exhaustive_fp32/warm");

}  // namespace
}  // namespace touchstone::data
