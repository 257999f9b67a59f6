#include "op_under_test/opbase/level0/cast.h"

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/level0/elementwise_split.h"
#include "op_under_test/opbase/level0/fp32_tile.h"
#include "op_under_test/opbase/status.h"

namespace npusim {
namespace {

struct CastPlan {
  ElementwiseSplit split;
  aclDataType from;
  aclDataType to;
};

void CastBlock(VectorCore& core, const CastPlan& plan, DeviceAddress input, DeviceAddress output) {
  const size_t from_bytes = DataTypeBytes(plan.from);
  const size_t to_bytes = DataTypeBytes(plan.to);
  const auto tile_elements = static_cast<size_t>(plan.split.tile_elements);
  const auto in = core.Allocate<std::byte>(tile_elements * from_bytes);
  const auto wide = core.Allocate<float>(tile_elements);
  const auto out = core.Allocate<std::byte>(tile_elements * to_bytes);
  plan.split.ForEachTile(core, [&](int64_t first, int64_t tile_count) {
    const auto count = static_cast<size_t>(tile_count);
    core.CopyIn(in.data(), input + static_cast<uint64_t>(first) * from_bytes, count, from_bytes);
    WidenTile(core, wide.first(count), in.data(), plan.from);
    NarrowTile(core, out.data(), wide.first(count), plan.to);
    core.CopyOut(output + static_cast<uint64_t>(first) * to_bytes, out.data(), count, to_bytes);
  });
}

}  // namespace

GraphTensor* Cast(OpExecutor& executor, GraphTensor* dense, aclDataType to) {
  const aclDataType from = dense->desc.dtype;
  if (from == to) return dense;
  if (!CanWiden(from)) {
    Fail(kInnerNullptr, "Cast: no kernel from " + std::string(DataTypeName(from)) + " to " +
                            std::string(DataTypeName(to)) + ".");
    return nullptr;
  }
  GraphTensor* converted = executor.NewTensor(dense->desc.view_dims, to);
  if (converted == nullptr) return nullptr;
  const auto bytes_per_element =
      static_cast<int64_t>(DataTypeBytes(from) + sizeof(float) + DataTypeBytes(to));
  const CastPlan plan{SplitForActiveChip(*ElementCount(dense->desc.view_dims), bytes_per_element),
                      from, to};
  GraphNode node;
  node.op_type = "Cast";
  node.inputs = {dense};
  node.outputs = {converted};
  node.make_launches = [plan](const KernelAddresses& addresses) {
    return std::vector<KernelLaunch>{
        {"Cast",
         plan.split.block_count,
         [plan, input = addresses.inputs[0], output = addresses.outputs[0]](VectorCore& core) {
           CastBlock(core, plan, input, output);
         },
         {}}};
  };
  executor.AddNode(std::move(node));
  return converted;
}

}  // namespace npusim
