// Time per element of one call of the operator: planning, launching and all kernels, the tensors
// lying in device memory already. CPU time of all threads, for cores run on several.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

constexpr int64_t kRows = 1 << 10;
constexpr int64_t kColumns = 1 << 12;

enum Weights { kNoWeights, kWeightsOfFullShape, kWeightsOfARow };

std::unique_ptr<DeviceTensor> Tensor(aclDataType dtype, Dims dims) {
  int64_t count = 1;
  for (const int64_t extent : dims) count *= extent;
  TensorSpec spec{std::move(dims)};
  spec.dtype = dtype;
  for (int64_t i = 0; i < count; ++i) {
    spec.values.push_back(static_cast<double>(i * 7919 % 4001) / 200 - 10);
  }
  return std::make_unique<DeviceTensor>(spec);
}

void Loss(benchmark::State& state, aclDataType dtype, Weights weights, int64_t reduction) {
  const aclrtStream stream = TestStream();
  const Dims dims = {kRows, kColumns};
  const auto self = Tensor(dtype, dims);
  const auto target = Tensor(dtype, dims);
  const auto out = Tensor(dtype, reduction == 0 ? dims : Dims{1});
  std::unique_ptr<DeviceTensor> weight, pos_weight;
  if (weights != kNoWeights) {
    const Dims shape = weights == kWeightsOfARow ? Dims{kColumns} : dims;
    weight = Tensor(dtype, shape);
    pos_weight = Tensor(dtype, shape);
  }
  void* workspace = nullptr;
  for (auto _ : state) {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    if (aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
            self->get(), target->get(), weight ? weight->get() : nullptr,
            pos_weight ? pos_weight->get() : nullptr, reduction, out->get(), &bytes,
            &executor) != 0) {
      return state.SkipWithError("phase 1 failed");
    }
    if (workspace == nullptr) aclrtMalloc(&workspace, bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST);
    if (aclnnBinaryCrossEntropyWithLogits(workspace, bytes, executor, stream) != 0 ||
        aclrtSynchronizeStream(stream) != 0) {
      return state.SkipWithError("phase 2 failed");
    }
  }
  aclrtFree(workspace);
  state.counters["ns_per_element"] = benchmark::Counter(
      static_cast<double>(kRows * kColumns) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// On the chip of NPUSIM_SOC, which says whether there is bf16.
#define NPUSIM_BENCHMARK(name, ...)          \
  BENCHMARK_CAPTURE(Loss, name, __VA_ARGS__) \
      ->Name("Loss/" #name "/cold")          \
      ->MeasureProcessCPUTime()              \
      ->Unit(benchmark::kMillisecond)
NPUSIM_BENCHMARK(fp32_none, ACL_FLOAT, kNoWeights, 0);
NPUSIM_BENCHMARK(fp32_none_weights, ACL_FLOAT, kWeightsOfFullShape, 0);
NPUSIM_BENCHMARK(fp32_none_row_weights, ACL_FLOAT, kWeightsOfARow, 0);
NPUSIM_BENCHMARK(fp32_mean_weights, ACL_FLOAT, kWeightsOfFullShape, 1);
NPUSIM_BENCHMARK(fp16_none_weights, ACL_FLOAT16, kWeightsOfFullShape, 0);
NPUSIM_BENCHMARK(bf16_none_weights, ACL_BF16, kWeightsOfFullShape, 0);
NPUSIM_BENCHMARK(bf16_sum_weights, ACL_BF16, kWeightsOfFullShape, 2);

}  // namespace
}  // namespace npusim_tests
