// What other figures are held against: the loss as everybody computes it, and the memory itself.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

namespace {

constexpr size_t kInCache = size_t{1} << 14;
constexpr size_t kInMemory = size_t{1} << 24;  ///< 320 MiB of inputs: more than any cache holds

struct Inputs {
  explicit Inputs(size_t count) : x(count), y(count), w(count), p(count), out(count) {
    for (size_t i = 0; i < count; ++i) {
      const auto word = static_cast<uint32_t>(i * 2654435761u);
      x[i] = static_cast<float>(word) * 0x1p-32f * 40 - 20;
      y[i] = static_cast<float>(word >> 8) * 0x1p-24f;
      w[i] = p[i] = 0.5f + y[i];
    }
  }
  std::vector<float> x, y, w, p, out;
};

void SetPerElement(benchmark::State& state, size_t count) {
  state.counters["ns_per_element"] = benchmark::Counter(
      static_cast<double>(count) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// w * ((1 - y) * x + ((p - 1) * y + 1) * (log1p(exp(-|x|)) + max(-x, 0))) in float64.
void PlainFloat64(benchmark::State& state) {
  Inputs in(kInCache);
  for (auto _ : state) {
    for (size_t i = 0; i < kInCache; ++i) {
      const double x = in.x[i], y = in.y[i], w = in.w[i], p = in.p[i];
      const double tail = std::log1p(std::exp(-std::fabs(x))) + std::fmax(-x, 0.0);
      in.out[i] = static_cast<float>(w * ((1 - y) * x + ((p - 1) * y + 1) * tail));
    }
    benchmark::ClobberMemory();
  }
  SetPerElement(state, kInCache);
}
BENCHMARK(PlainFloat64)->Name("PlainFloat64/warm");

void ReadFiveStreams(benchmark::State& state) {
  const Inputs in(kInMemory);
  for (auto _ : state) {
    uint64_t sum = 0;
    for (size_t i = 0; i + 16 <= kInMemory; i += 16) {
      for (const std::vector<float>* stream : {&in.x, &in.y, &in.w, &in.p, &in.out}) {
        uint64_t words[8];
        std::memcpy(words, stream->data() + i, sizeof words);
        sum += std::accumulate(words, words + 8, uint64_t{0});
      }
    }
    benchmark::DoNotOptimize(sum);
  }
  SetPerElement(state, kInMemory);
}
BENCHMARK(ReadFiveStreams)->Name("ReadFiveStreams/cold");

void CopyOneStream(benchmark::State& state) {
  Inputs in(kInMemory);
  for (auto _ : state) {
    std::memcpy(in.out.data(), in.x.data(), kInMemory * sizeof(float));
    benchmark::ClobberMemory();
  }
  SetPerElement(state, kInMemory);
}
BENCHMARK(CopyOneStream)->Name("CopyOneStream/cold");

}  // namespace
