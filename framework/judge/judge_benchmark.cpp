// Cost of judging one element, by dtype, by standard, and by what the output is like. Chunks are as
// small as a run's, so that they come from the cache that the reference leaves them in.
#include <benchmark/benchmark.h>

#include <cmath>

#include "framework/judge/judge.h"
#include "framework/judge/standard.h"

namespace touchstone::judge {
namespace {

enum class Output {
  kHonest,    ///< an ordinary reference, errors of up to one fp32 ulp
  kDeclared,  ///< the same, declared ordinary
  kWide,      ///< honest, over many binades, with cancellation
  kFailing,   ///< every 100th element is wrong
  kGarbage,   ///< nothing is right
};

constexpr size_t kElements = 2048;

struct Chunks {
  ActualChunk actual;
  ExpectedChunk expected;
};

Chunks MakeChunks(tensor::DType dtype, Output output) {
  const tensor::FloatFormat& format = tensor::FormatOf(dtype);
  Chunks chunks;
  ExpectedChunk& expected = chunks.expected;
  expected.Resize(kElements);
  uint64_t seed = 1;
  for (size_t i = 0; i < kElements; ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const double share = static_cast<double>(seed >> 11) * 0x1p-53;
    const double exact = output == Output::kWide ? std::exp2(-28 * share) * 16 : 5 * share;
    const double noise = (static_cast<double>(seed >> 20 & 0xFFFF) * 0x1p-16 - 0.5) * 2;
    // The rounding of terms of about 1, or of the value itself where that is larger.
    const double ulp = tensor::Ulp(tensor::FormatOf(tensor::DType::kFp32),
                                   output == Output::kWide ? std::max(exact, 1.0) : exact);
    double value = exact + noise * ulp;
    if (output == Output::kGarbage || (output == Output::kFailing && i % 100 == 0)) {
      value = 1000 * noise;
    }
    expected.lower[i] = exact * (1 - 0x1p-48);
    expected.upper[i] = exact * (1 + 0x1p-48);
    expected.rounded_bits[i] = tensor::Round(format, exact);
    expected.decided[i] = 1;
    expected.stated_class[i] = tensor::ElementClass::kFinite;
    expected.benchmark[i] = exact + noise * ulp;
    expected.rounding_bound[i] = 20 * ulp;
    chunks.actual.bits.push_back(tensor::Round(format, value));
  }
  expected.ordinary = output != Output::kHonest;
  return chunks;
}

void Judge(benchmark::State& state, tensor::DType dtype, Output output,
           std::vector<StandardRequest> standards) {
  const Chunks chunks = MakeChunks(dtype, output);
  JudgeOptions options;
  options.dtype = dtype;
  options.shape = {int64_t{1} << 40};
  options.standards = std::move(standards);
  OutputJudge judge(options);
  uint64_t first = 0;
  for (auto _ : state) {
    judge.Add(first, chunks.actual, chunks.expected);
    first += kElements;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kElements));
  state.counters["ns_per_element"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kElements * 1e-9,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

const int kRegistered = [] {
  const std::pair<const char*, tensor::DType> dtypes[] = {{"fp32", tensor::DType::kFp32},
                                                          {"fp16", tensor::DType::kFp16},
                                                          {"bf16", tensor::DType::kBf16}};
  const std::pair<const char*, Output> outputs[] = {{"honest", Output::kHonest},
                                                    {"declared", Output::kDeclared},
                                                    {"wide", Output::kWide},
                                                    {"failing", Output::kFailing},
                                                    {"garbage", Output::kGarbage}};
  const auto add = [](const std::string& name, tensor::DType dtype, Output output,
                      const std::vector<StandardRequest>& standards) {
    benchmark::RegisterBenchmark((name + "/warm").c_str(), Judge, dtype, output, standards);
  };
  for (const auto& [dtype_name, dtype] : dtypes) {
    for (const auto& [output_name, output] : outputs) {
      const std::string name = std::string("Judge/") + dtype_name + "/" + output_name;
      add(name + "/default", dtype, output, DefaultStandards());
      add(name + "/none", dtype, output, {});
    }
    for (const StandardInfo& info : AllStandards()) {
      add(std::string("Judge/") + dtype_name + "/declared/" + info.name, dtype, Output::kDeclared,
          {{info.name, {}, "suite", {}}});
    }
  }
  return 0;
}();

}  // namespace
}  // namespace touchstone::judge
