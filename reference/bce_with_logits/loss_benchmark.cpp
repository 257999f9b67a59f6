// Time per element of each step of the reference, on one thread, beside what others pay for an
// uncertified one and beside the memory's own speed.
//
// "warm": inputs stay in the cache. "cold": they come from memory, from arrays that were written
// once; results go to buffers of one chunk, as in a run.
#include <benchmark/benchmark.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

#include "reference/bce_with_logits/benchmark.h"
#include "reference/bce_with_logits/enclosure.h"
#include "reference/bce_with_logits/ladder.h"
#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/rounding_bound.h"
#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/test_inputs.h"
#include "reference/isa.h"
#include "reference/grid_sum.h"
#include "reference/lane_sums.h"
#include "reference/softplus_tail.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr size_t kChunk = 1 << 13;
constexpr size_t kCold = 1 << 23;
constexpr StatedArithmetic kArithmetic = {};

void SetPerElement(benchmark::State& state, size_t count) {
  state.counters["ns_per_element"] = benchmark::Counter(
      static_cast<double>(count) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

enum Weights { kNone = 0, kWeight = 1, kPosWeight = 2, kBoth = 3 };

LossArguments With(Weights weights, LossArguments arguments) {
  if ((weights & kWeight) == 0) arguments.weight = {};
  if ((weights & kPosWeight) == 0) arguments.pos_weight = {};
  return arguments;
}

// As many elements as `count`, from one chunk of random ones: only where they lie matters then.
const LossArguments& ColdInputs() {
  static const std::unique_ptr<std::vector<float>[]> arrays = [] {
    const TestInputs chunk(InputKind::kUsual, kChunk, 1);
    auto result = std::make_unique<std::vector<float>[]>(4);
    const LossArguments a = chunk.arguments();
    const std::span<const float> spans[] = {a.self, a.target, a.weight, a.pos_weight};
    for (int i = 0; i < 4; ++i) {
      result[i].reserve(kCold);
      while (result[i].size() < kCold) {
        result[i].insert(result[i].end(), spans[i].begin(), spans[i].end());
      }
    }
    return result;
  }();
  static const LossArguments arguments = {arrays[0], arrays[1], arrays[2], arrays[3]};
  return arguments;
}

// Calls `step` with each chunk, again and again.
template <typename Step>
void OverChunks(benchmark::State& state, const LossArguments& arguments, Step step) {
  for (auto _ : state) {
    for (size_t first = 0; first < arguments.size(); first += kChunk) {
      step(arguments.Part(first, std::min(kChunk, arguments.size() - first)));
      benchmark::ClobberMemory();
    }
  }
  SetPerElement(state, arguments.size());
}

// Calls `step` with each block and its place in the chunk.
template <typename Step>
void OverBlocks(benchmark::State& state, const LossArguments& arguments, Step step) {
  OverChunks(state, arguments, [&](const LossArguments& chunk) {
    for (size_t first = 0; first < chunk.size(); first += LossBlock::kCapacity) {
      const LossBlock block(
          chunk.Part(first, std::min(LossBlock::kCapacity, chunk.size() - first)));
      step(block, first);
    }
  });
}

struct Outputs {
  std::vector<double> lower = std::vector<double>(kChunk), upper = lower, bounds = lower;
  std::vector<uint32_t> bits = std::vector<uint32_t>(kChunk);
  std::vector<uint8_t> decided = std::vector<uint8_t>(kChunk);

  LossResults Results(size_t first, size_t count) {
    return {{lower.data() + first, count},
            {upper.data() + first, count},
            {bits.data() + first, count},
            {decided.data() + first, count}};
  }
};

void Tail(benchmark::State& state, reference::internal::SoftplusTailFunction function) {
  const TestInputs inputs(InputKind::kUsual, LossBlock::kCapacity, 1);
  std::vector<double> decay(inputs.size()), tail(inputs.size());
  for (auto _ : state) {
    function(inputs.arguments().self.data(), decay.data(), tail.data(), inputs.size());
    benchmark::ClobberMemory();
  }
  SetPerElement(state, inputs.size());
}
// Of those that this machine can run.
const bool kTailsRegistered = [] {
  for (const auto& [name, isa] :
       {std::pair("Tail/avx512/warm", Isa::kAvx512), std::pair("Tail/avx2/warm", Isa::kAvx2),
        std::pair("Tail/portable/warm", Isa::kPortable)}) {
    const auto function = reference::internal::SoftplusTailFor(isa);
    if (function != nullptr) benchmark::RegisterBenchmark(name, Tail, function);
  }
  return true;
}();

// Value and bound: an enclosure in float64 for every element.
void Enclosure(benchmark::State& state, Weights weights, const LossArguments& arguments) {
  Outputs out;
  OverBlocks(state, With(weights, arguments), [&](const LossBlock& block, size_t first) {
    EncloseBlock(block, {out.lower.data() + first, block.count},
                 {out.upper.data() + first, block.count});
  });
}

// The same, the undecided found and settled, all rounded correctly.
void Certified(benchmark::State& state, Weights weights, const LossArguments& arguments,
               const FloatFormat& format) {
  Outputs out;
  uint64_t climbed = 0;
  OverBlocks(state, With(weights, arguments), [&](const LossBlock& block, size_t first) {
    climbed += EvaluateLoss(block, format, out.Results(first, block.count));
  });
  state.counters["climbed"] =
      benchmark::Counter(static_cast<double>(climbed) / static_cast<double>(arguments.size()),
                         benchmark::Counter::kAvgIterations);
}

// And the bound on an honest device's error: all that the judge asks for.
void Everything(benchmark::State& state, Weights weights, const LossArguments& arguments,
                const FloatFormat& format) {
  Outputs out;
  OverBlocks(state, With(weights, arguments), [&](const LossBlock& block, size_t first) {
    EvaluateLoss(block, format, out.Results(first, block.count));
    BlockBounds(block, kArithmetic, {out.bounds.data() + first, block.count});
  });
}

const LossArguments& WarmInputs(InputKind kind) {
  static std::vector<std::unique_ptr<TestInputs>> made;
  static LossArguments arguments[16];
  LossArguments& result = arguments[static_cast<int>(kind)];
  if (result.size() == 0) {
    made.push_back(std::make_unique<TestInputs>(kind, kChunk, 1));
    result = made.back()->arguments();
  }
  return result;
}

void RegisterPerWeights() {
  constexpr std::pair<const char*, Weights> kWeights[] = {
      {"none", kNone}, {"weight", kWeight}, {"pos_weight", kPosWeight}, {"both", kBoth}};
  constexpr std::pair<const char*, FloatFormat> kFormats[] = {
      {"fp32", kFp32}, {"fp16", kFp16}, {"bf16", kBf16}};
  const auto name = [](const char* step, const std::string& what, const char* memory) {
    return std::string(step) + "/" + what + "/" + memory;
  };
  for (const bool cold : {false, true}) {
    const char* const memory = cold ? "cold" : "warm";
    const auto inputs = [cold] { return cold ? ColdInputs() : WarmInputs(InputKind::kUsual); };
    for (const auto& [weights_name, weights] : kWeights) {
      if (cold && weights != kBoth && weights != kNone) continue;
      benchmark::RegisterBenchmark(name("Enclosure", weights_name, memory).c_str(),
                                   [inputs, weights = weights](benchmark::State& state) {
                                     Enclosure(state, weights, inputs());
                                   });
      for (const auto& [format_name, format] : kFormats) {
        const std::string what = std::string(format_name) + "/" + weights_name;
        benchmark::RegisterBenchmark(
            name("Certified", what, memory).c_str(),
            [inputs, weights = weights, format = format](benchmark::State& state) {
              Certified(state, weights, inputs(), format);
            });
        benchmark::RegisterBenchmark(
            name("Everything", what, memory).c_str(),
            [inputs, weights = weights, format = format](benchmark::State& state) {
              Everything(state, weights, inputs(), format);
            });
      }
    }
  }
}
const int kRegistered = (RegisterPerWeights(), 0);

// Inputs that are not the usual ones, with both weights.
void CertifiedInputs(benchmark::State& state, InputKind kind, FloatFormat format) {
  Certified(state, kBoth, WarmInputs(kind), format);
}
BENCHMARK_CAPTURE(CertifiedInputs, signed_fp32, InputKind::kWide, kFp32)
    ->Name("CertifiedInputs/signed_fp32/warm");
BENCHMARK_CAPTURE(CertifiedInputs, all_bits_fp32, InputKind::kAllBits, kFp32)
    ->Name("CertifiedInputs/all_bits_fp32/warm");
BENCHMARK_CAPTURE(CertifiedInputs, large_logits_fp32, InputKind::kLargeX, kFp32)
    ->Name("CertifiedInputs/large_logits_fp32/warm");
BENCHMARK_CAPTURE(CertifiedInputs, grid_fp16, InputKind::kHalf, kFp16)
    ->Name("CertifiedInputs/grid_fp16/warm");

void StatedArithmeticStep(benchmark::State& state) {
  float loss[LossBlock::kCapacity];
  uint8_t overflows[LossBlock::kCapacity];
  OverBlocks(state, WarmInputs(InputKind::kUsual), [&](const LossBlock& block, size_t) {
    StatedLoss(block, kArithmetic, loss, overflows);
  });
}
BENCHMARK(StatedArithmeticStep)->Name("StatedArithmeticStep/warm");

void SamePrecisionStep(benchmark::State& state) {
  float loss[LossBlock::kCapacity];
  OverBlocks(state, WarmInputs(InputKind::kUsual),
             [&](const LossBlock& block, size_t) { SamePrecisionLoss(block, loss); });
}
BENCHMARK(SamePrecisionStep)->Name("SamePrecisionStep/warm");

void Ladder(benchmark::State& state) {
  const TestInputs inputs(InputKind::kUsual, 256, 1);
  for (auto _ : state) {
    for (const LossElement& e : inputs.elements()) {
      benchmark::DoNotOptimize(CertifyLoss(e, kFp32));
    }
  }
  SetPerElement(state, inputs.size());
}
BENCHMARK(Ladder)->Name("Ladder/warm");

// What certified sums add to enclosures, and what those of a device's bounds add.
void LaneSumsStep(benchmark::State& state, bool with_signs) {
  Outputs out;
  std::ranges::fill(out.lower, 1.0);
  std::ranges::fill(out.upper, 1 + 0x1p-50);
  const LaneSumKernel& kernel = ChosenLaneSumKernel();
  const int exponent = GridSum::ExponentFor(1023);
  for (auto _ : state) {
    benchmark::DoNotOptimize((with_signs ? kernel.add : kernel.add_positive)(
        out.lower.data(), out.upper.data(), 4096, exponent));
  }
  SetPerElement(state, 4096);
}
BENCHMARK_CAPTURE(LaneSumsStep, positive, false)->Name("LaneSumsStep/positive/warm");
BENCHMARK_CAPTURE(LaneSumsStep, signed, true)->Name("LaneSumsStep/signed/warm");

void BoundSumsStep(benchmark::State& state) {
  const std::vector<double> bounds(4096, 0x1p-22);
  const int exponent = GridSum::ExponentFor(1023);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        ChosenLaneSumKernel().add_bounds(bounds.data(), bounds.size(), exponent));
  }
  SetPerElement(state, 4096);
}
BENCHMARK(BoundSumsStep)->Name("BoundSumsStep/warm");

// Sum, condition number and a device's bound, from tensors to the rounded result.
void Reduce(benchmark::State& state, Weights weights, bool wants_benchmark) {
  const LossArguments arguments = With(weights, ColdInputs());
  const SpanSource source(arguments);
  tbb::task_arena one_thread(1);
  for (auto _ : state) {
    one_thread.execute([&] {
      benchmark::DoNotOptimize(
          ReduceLoss(source, {ReductionKind::kMean, kFp32, kArithmetic, {}, wants_benchmark}));
    });
  }
  SetPerElement(state, arguments.size());
}
BENCHMARK_CAPTURE(Reduce, none, kNone, false)->Name("Reduce/none/cold");
BENCHMARK_CAPTURE(Reduce, both, kBoth, false)->Name("Reduce/both/cold");
BENCHMARK_CAPTURE(Reduce, both_with_benchmark, kBoth, true)
    ->Name("Reduce/both_with_benchmark/cold");

// Yardsticks.

double PlainLoss(const LossElement& e) {
  const double x = e.x, y = e.y;
  const double tail = std::log1p(std::exp(-std::fabs(x))) + std::max(-x, 0.0);
  return e.w * ((1 - y) * x + ((e.p - 1.0) * y + 1) * tail);
}

void PlainFloat64(benchmark::State& state, bool cold) {
  std::vector<double> losses(kChunk);
  OverChunks(state, cold ? ColdInputs() : WarmInputs(InputKind::kUsual),
             [&](const LossArguments& chunk) {
               for (size_t i = 0; i < chunk.size(); ++i) losses[i] = PlainLoss(chunk[i]);
             });
}
BENCHMARK_CAPTURE(PlainFloat64, warm, false);
BENCHMARK_CAPTURE(PlainFloat64, cold, true);

// The usual check: widen to float64, one pass over whole arrays per operation, then |a - b| <=
// atol + rtol |b|. Buffers are allocated once.
void Float64GoldenAndAllclose(benchmark::State& state, bool cold) {
  const LossArguments& a = cold ? ColdInputs() : WarmInputs(InputKind::kUsual);
  const size_t n = a.size();
  std::vector<double> x(n), y(n), w(n), p(n), losses(n), scratch(n);
  std::vector<float> device(n);
  for (size_t i = 0; i < n; ++i) device[i] = static_cast<float>(PlainLoss(a[i]));
  const auto each = [n](std::vector<double>& to, auto function) {
    for (size_t i = 0; i < n; ++i) to[i] = function(i);
    benchmark::ClobberMemory();
  };
  for (auto _ : state) {
    each(x, [&](size_t i) { return double{a.self[i]}; });
    each(y, [&](size_t i) { return double{a.target[i]}; });
    each(w, [&](size_t i) { return double{a.weight[i]}; });
    each(p, [&](size_t i) { return double{a.pos_weight[i]}; });
    each(p, [&](size_t i) { return (p[i] - 1) * y[i] + 1; });
    each(scratch, [&](size_t i) { return std::exp(-std::fabs(x[i])); });
    each(scratch, [&](size_t i) { return std::log1p(scratch[i]); });
    each(scratch, [&](size_t i) { return scratch[i] + std::max(-x[i], 0.0); });
    each(losses, [&](size_t i) { return (1 - y[i]) * x[i]; });
    each(scratch, [&](size_t i) { return scratch[i] * p[i]; });
    each(losses, [&](size_t i) { return losses[i] + scratch[i]; });
    each(losses, [&](size_t i) { return losses[i] * w[i]; });
    bool close = true;
    for (size_t i = 0; i < n; ++i) {
      close &= std::fabs(device[i] - losses[i]) <= 1e-6 + 1e-5 * std::fabs(losses[i]);
    }
    benchmark::DoNotOptimize(close);
  }
  SetPerElement(state, n);
}
BENCHMARK_CAPTURE(Float64GoldenAndAllclose, warm, false);
BENCHMARK_CAPTURE(Float64GoldenAndAllclose, cold, true);

// Four inputs and one output, 20 bytes per element, read and nothing else.
void ReadFiveStreams(benchmark::State& state, bool cold) {
  const LossArguments& a = cold ? ColdInputs() : WarmInputs(InputKind::kUsual);
  const std::vector<float> output(a.size(), 1.0f);
  for (auto _ : state) {
    uint32_t bits = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      bits |= std::bit_cast<uint32_t>(a.self[i]) | std::bit_cast<uint32_t>(a.target[i]) |
              std::bit_cast<uint32_t>(a.weight[i]) | std::bit_cast<uint32_t>(a.pos_weight[i]) |
              std::bit_cast<uint32_t>(output[i]);
    }
    benchmark::DoNotOptimize(bits);
  }
  SetPerElement(state, a.size());
}
BENCHMARK_CAPTURE(ReadFiveStreams, warm, false);
BENCHMARK_CAPTURE(ReadFiveStreams, cold, true);

}  // namespace
}  // namespace touchstone::reference::bce_with_logits
