// Cost of judging one element: metrics, eco-v3 and rounding-bound, or every standard.
#include <benchmark/benchmark.h>

#include "framework/judge/judge.h"
#include "framework/judge/standard.h"

namespace touchstone::judge {
namespace {

void Judge(benchmark::State& state, tensor::DType dtype, std::vector<StandardRequest> standards) {
  constexpr size_t kElements = 1 << 15;
  const tensor::FloatFormat& format = tensor::FormatOf(dtype);
  ActualChunk actual;
  ExpectedChunk expected;
  expected.Resize(kElements);
  uint64_t seed = 1;
  for (size_t i = 0; i < kElements; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const double exact = 20 * static_cast<double>(seed >> 11) * 0x1p-53;
    const double noise = (static_cast<double>(seed >> 20 & 0xFFFF) * 0x1p-16 - 0.5) * 2;
    const double ulp = tensor::Ulp(tensor::FormatOf(tensor::DType::kFp32), exact);
    expected.lower[i] = exact * (1 - 0x1p-48);
    expected.upper[i] = exact * (1 + 0x1p-48);
    expected.rounded_bits[i] = tensor::Round(format, exact);
    expected.decided[i] = 1;
    expected.stated_class[i] = tensor::ElementClass::kFinite;
    expected.benchmark[i] = exact + noise * ulp;
    expected.rounding_bound[i] = 20 * ulp;
    actual.bits.push_back(tensor::Round(format, exact + noise * ulp));
    actual.unwritten.push_back(0);
  }
  JudgeOptions options;
  options.dtype = dtype;
  options.shape = {static_cast<int64_t>(kElements)};
  options.standards = std::move(standards);
  OutputJudge judge(options);
  for (auto _ : state) judge.Add(0, actual, expected);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kElements));
  state.counters["ns_per_element"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kElements * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

std::vector<StandardRequest> Every() {
  std::vector<StandardRequest> all;
  for (const StandardInfo& info : AllStandards()) all.push_back({info.name, {}, "suite", {}});
  return all;
}

BENCHMARK_CAPTURE(Judge, fp32_default, tensor::DType::kFp32, DefaultStandards());
BENCHMARK_CAPTURE(Judge, fp16_default, tensor::DType::kFp16, DefaultStandards());
BENCHMARK_CAPTURE(Judge, bf16_default, tensor::DType::kBf16, DefaultStandards());
BENCHMARK_CAPTURE(Judge, fp32_none, tensor::DType::kFp32, std::vector<StandardRequest>{});
BENCHMARK_CAPTURE(Judge, fp32_every, tensor::DType::kFp32, Every());

}  // namespace
}  // namespace touchstone::judge
