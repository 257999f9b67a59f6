#include "op_under_test/opbase/level0/fill.h"

#include <algorithm>

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/level0/elementwise_split.h"
#include "op_under_test/opbase/level0/fp32_tile.h"

namespace npusim {
namespace {

struct FillPlan {
  ElementwiseSplit split;
  aclDataType dtype;
  float value;
};

void FillBlock(VectorCore& core, const FillPlan& plan, DeviceAddress output) {
  const size_t element_bytes = DataTypeBytes(plan.dtype);
  const auto value = core.Allocate<float>(1);
  const auto element = core.Allocate<std::byte>(element_bytes);
  core.vector().Duplicate(value, plan.value);
  NarrowTile(core, element.data(), value, plan.dtype);
  const int64_t begin = plan.split.BlockBegin(core);
  const int64_t count = std::max<int64_t>(plan.split.BlockEnd(core) - begin, 0);
  core.CopyOutRepeated(output + static_cast<uint64_t>(begin) * element_bytes, element.data(),
                       static_cast<size_t>(count), element_bytes);
}

GraphTensor* FilledTensor(OpExecutor& executor, const char* op_type, const Dims& dims,
                          aclDataType dtype, float value) {
  GraphTensor* filled = executor.NewTensor(dims, dtype);
  if (filled == nullptr || *ElementCount(dims) == 0) return filled;
  const auto bytes_per_element = static_cast<int64_t>(sizeof(float) + DataTypeBytes(dtype));
  const FillPlan plan{SplitForActiveChip(*ElementCount(dims), bytes_per_element), dtype, value};
  GraphNode node;
  node.op_type = op_type;
  node.outputs = {filled};
  node.make_launches = [plan, op_type](const KernelAddresses& addresses) {
    return std::vector<KernelLaunch>{
        {op_type,
         plan.split.block_count,
         [plan, output = addresses.outputs[0]](VectorCore& core) { FillBlock(core, plan, output); },
         {}}};
  };
  executor.AddNode(std::move(node));
  return filled;
}

}  // namespace

GraphTensor* Fill(OpExecutor& executor, const Dims& dims, aclDataType dtype, float value) {
  return FilledTensor(executor, "Fill", dims, dtype, value);
}

GraphTensor* OnesLike(OpExecutor& executor, const GraphTensor& like) {
  return FilledTensor(executor, "OnesLike", like.desc.view_dims, like.desc.dtype, 1.0f);
}

}  // namespace npusim
