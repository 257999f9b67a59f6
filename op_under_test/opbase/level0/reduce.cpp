#include "op_under_test/opbase/level0/reduce.h"

#include <optional>

#include "op_under_test/opbase/level0/elementwise_split.h"
#include "op_under_test/opbase/level0/pairwise_sum.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

constexpr int64_t kPartialSpacingBytes = 256;       // a cache line per core's partial sum
constexpr int64_t kPairwiseCacheBytes = 16 * 1024;  // taken from the unified buffer
constexpr int64_t kSystemWorkspaceBytes = 16 << 20;
constexpr size_t kMaxLevels = 64;

struct ReducePlan {
  ElementwiseSplit split;
  std::optional<float> factor;  ///< of the mean
};

ElementwiseSplit SplitReduction(int64_t element_count) {
  const Config& config = ActiveConfig();
  // Two tiles and the cache share the unified buffer.
  const int64_t tile_bytes = (int64_t{config.soc->unified_buffer_bytes} - kPairwiseCacheBytes) / 2;
  return SplitElementwise(element_count, sizeof(float), tile_bytes, config.core_count);
}

void StoreResult(VectorCore& core, float sum, std::optional<float> factor, DeviceAddress output) {
  const auto result = core.Allocate<float>(1);
  result[0] = sum;
  if (factor) core.vector().Muls(result, result, *factor);
  core.CopyOut(output, result);
}

// First level: the sum of this core's block.
float SumBlock(VectorCore& core, const ElementwiseSplit& split, DeviceAddress input) {
  PairwiseSum sum(core.vector(), core.Allocate<float>(kMaxLevels));
  const auto tile = core.Allocate<float>(static_cast<size_t>(split.tile_elements));
  split.ForEachTile(core, [&](int64_t first, int64_t count) {
    const auto values = tile.first(static_cast<size_t>(count));
    core.CopyIn(values, input + static_cast<uint64_t>(first) * sizeof(float));
    sum.Add(core.vector().ReduceSum(values));
  });
  return sum.Total();
}

DeviceAddress PartialAddress(DeviceAddress partials, uint32_t block) {
  return partials + uint64_t{block} * kPartialSpacingBytes;
}

// Second level: the sum of the cores' sums.
float SumPartials(VectorCore& core, uint32_t partial_count, DeviceAddress partials) {
  const auto values = core.Allocate<float>(partial_count);
  core.CopyInElements(values.data(), sizeof(float), partials, partial_count, [](size_t i) {
    return static_cast<int64_t>(i) * (kPartialSpacingBytes / int64_t{sizeof(float)});
  });
  return core.vector().ReduceSum(values);
}

std::vector<KernelLaunch> MakeLaunches(const char* op_type, const ReducePlan& plan,
                                       const KernelAddresses& addresses) {
  const DeviceAddress input = addresses.inputs[0];
  const DeviceAddress output = addresses.outputs[0];
  const DeviceAddress partials = addresses.scratch;
  if (plan.split.block_count == 1) {
    return {{op_type,
             1,
             [=](VectorCore& core) {
               StoreResult(core, SumBlock(core, plan.split, input), plan.factor, output);
             },
             {}}};
  }
  return {{op_type,
           plan.split.block_count,
           [=](VectorCore& core) {
             StoreResult(core, SumBlock(core, plan.split, input), std::nullopt,
                         PartialAddress(partials, core.block_index()));
           },
           {}},
          {op_type,
           1,
           [=](VectorCore& core) {
             StoreResult(core, SumPartials(core, plan.split.block_count, partials), plan.factor,
                         output);
           },
           {}}};
}

GraphTensor* Reduce(OpExecutor& executor, const char* op_type, GraphTensor* dense, bool is_mean) {
  if (dense->desc.view_dims.empty()) return dense;
  if (dense->desc.dtype != ACL_FLOAT) {
    Fail(kInnerNullptr, std::string(op_type) + ": only FLOAT is reduced.");
    return nullptr;
  }
  const int64_t count = *ElementCount(dense->desc.view_dims);
  const Config& config = ActiveConfig();
  ReducePlan plan{SplitReduction(count), std::nullopt};
  if (is_mean) plan.factor = static_cast<float>(1.0 / static_cast<double>(count));
  GraphTensor* result = executor.NewTensor({}, ACL_FLOAT);
  GraphNode node;
  node.op_type = op_type;
  node.inputs = {dense};
  node.outputs = {result};
  int64_t scratch_bytes = config.soc->is_reg_base ? kSystemWorkspaceBytes : 0;
  if (plan.split.block_count > 1) scratch_bytes += config.core_count * kPartialSpacingBytes;
  if (scratch_bytes > 0) node.scratch = executor.NewScratch(scratch_bytes);
  node.make_launches = [op_type, plan](const KernelAddresses& addresses) {
    return MakeLaunches(op_type, plan, addresses);
  };
  executor.AddNode(std::move(node));
  return result;
}

}  // namespace

GraphTensor* ReduceSum(OpExecutor& executor, GraphTensor* dense) {
  return Reduce(executor, "ReduceSum", dense, false);
}

GraphTensor* ReduceMean(OpExecutor& executor, GraphTensor* dense) {
  return Reduce(executor, "ReduceMean", dense, true);
}

}  // namespace npusim
