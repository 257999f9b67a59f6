// Time per element of each step of the reference, in one thread unless named otherwise.
#include <benchmark/benchmark.h>

#include <vector>

#include "reference/bce_with_logits/benchmark.h"
#include "reference/bce_with_logits/enclosure.h"
#include "reference/bce_with_logits/ladder.h"
#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/rounding_bound.h"
#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/test_inputs.h"
#include "reference/softplus_tail.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr size_t kCount = 1 << 16;
constexpr StatedArithmetic kArithmetic = {};

void SetPerElement(benchmark::State& state, size_t count) {
  state.counters["s/element"] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

void Tail(benchmark::State& state, const char* isa) {
  const auto function = internal::SoftplusTailFor(isa);
  if (function == nullptr) return state.SkipWithError("not on this machine");
  const TestInputs inputs(InputKind::kUsual, LossBlock::kCapacity, 1);
  std::vector<double> decay(inputs.size()), tail(inputs.size());
  for (auto _ : state) {
    function(inputs.arguments().self.data(), decay.data(), tail.data(), inputs.size());
    benchmark::ClobberMemory();
  }
  SetPerElement(state, inputs.size());
}
BENCHMARK_CAPTURE(Tail, avx512, "avx512");
BENCHMARK_CAPTURE(Tail, avx2, "avx2");
BENCHMARK_CAPTURE(Tail, portable, "portable");

// Calls `step` with each block of the usual inputs.
template <typename Step>
void OverBlocks(benchmark::State& state, Step step) {
  const TestInputs inputs(InputKind::kUsual, kCount, 1);
  for (auto _ : state) {
    for (size_t first = 0; first < kCount; first += LossBlock::kCapacity) {
      const LossBlock block(inputs.arguments().Part(first, LossBlock::kCapacity));
      step(block);
      benchmark::ClobberMemory();
    }
  }
  SetPerElement(state, kCount);
}

void Block(benchmark::State& state) {
  OverBlocks(state, [](const LossBlock&) {});
}
BENCHMARK(Block);

void BlockAndEnclosure(benchmark::State& state) {
  BlockEnclosure enclosure;
  OverBlocks(state, [&](const LossBlock& block) { EncloseBlock(block, enclosure); });
}
BENCHMARK(BlockAndEnclosure);

void BlockAndStatedArithmetic(benchmark::State& state) {
  float loss[LossBlock::kCapacity];
  uint8_t overflows[LossBlock::kCapacity];
  OverBlocks(state,
             [&](const LossBlock& block) { StatedLoss(block, kArithmetic, loss, overflows); });
}
BENCHMARK(BlockAndStatedArithmetic);

void BlockAndBenchmark(benchmark::State& state) {
  float loss[LossBlock::kCapacity];
  OverBlocks(state, [&](const LossBlock& block) { SamePrecisionLoss(block, loss); });
}
BENCHMARK(BlockAndBenchmark);

void BlockAndRoundingBound(benchmark::State& state) {
  double bounds[LossBlock::kCapacity];
  OverBlocks(state, [&](const LossBlock& block) { BlockBounds(block, kArithmetic, bounds); });
}
BENCHMARK(BlockAndRoundingBound);

void Evaluate(benchmark::State& state, InputKind kind, FloatFormat format) {
  const TestInputs inputs(kind, kCount, 1);
  std::vector<double> lower(kCount), upper(kCount);
  std::vector<uint32_t> bits(kCount);
  std::vector<uint8_t> decided(kCount);
  uint64_t climbed = 0;
  for (auto _ : state) {
    climbed = EvaluateLoss(inputs.arguments(), format, {lower, upper, bits, decided});
  }
  SetPerElement(state, kCount);
  state.counters["climbed"] = static_cast<double>(climbed) / kCount;
}
BENCHMARK_CAPTURE(Evaluate, usual_fp32, InputKind::kUsual, kFp32);
BENCHMARK_CAPTURE(Evaluate, usual_fp16, InputKind::kUsual, kFp16);
BENCHMARK_CAPTURE(Evaluate, usual_bf16, InputKind::kUsual, kBf16);
BENCHMARK_CAPTURE(Evaluate, signed_fp32, InputKind::kWide, kFp32);
BENCHMARK_CAPTURE(Evaluate, all_bits_fp32, InputKind::kAllBits, kFp32);
BENCHMARK_CAPTURE(Evaluate, grid_fp16, InputKind::kHalf, kFp16);

void Ladder(benchmark::State& state) {
  const TestInputs inputs(InputKind::kUsual, 256, 1);
  for (auto _ : state) {
    for (const LossElement& e : inputs.elements()) {
      benchmark::DoNotOptimize(CertifyLoss(e, kFp32));
    }
  }
  SetPerElement(state, inputs.size());
}
BENCHMARK(Ladder);

void MeanOnAllThreads(benchmark::State& state) {
  const TestInputs inputs(InputKind::kUsual, kCount, 1);
  const SpanSource source(inputs.arguments());
  for (auto _ : state) {
    benchmark::DoNotOptimize(ReduceLoss(source, {ReductionKind::kMean, kFp32, kArithmetic, {}}));
  }
  SetPerElement(state, kCount);
}
BENCHMARK(MeanOnAllThreads)->UseRealTime();

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
