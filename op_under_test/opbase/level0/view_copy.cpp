#include "op_under_test/opbase/level0/view_copy.h"

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/level0/contiguous.h"
#include "op_under_test/opbase/level0/elementwise_split.h"
#include "op_under_test/opbase/level0/strided_walk.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/error_text.h"

namespace npusim {
namespace {

void ScatterBlock(VectorCore& core, const ElementwiseSplit& split, const TensorDesc& view,
                  size_t element_bytes, DeviceAddress input, DeviceAddress output) {
  const auto tile =
      core.Allocate<std::byte>(static_cast<size_t>(split.tile_elements) * element_bytes);
  split.ForEachTile(core, [&](int64_t first, int64_t count) {
    core.CopyIn(tile.data(), input + static_cast<uint64_t>(first) * element_bytes,
                static_cast<size_t>(count), element_bytes);
    StridedWalk walk(view.view_dims, view.strides, first);
    core.CopyOutElements(output, tile.data(), element_bytes, static_cast<size_t>(count),
                         [&](size_t) { return walk.Next(); });
  });
}

bool SameShapeOrOneElement(const Dims& a, const Dims& b) {
  return a == b || (ElementCount(a) == 1 && ElementCount(b) == 1);
}

// Chips without unaligned tile copies bring a result into a part of a larger storage with a copy
// between device addresses.
bool CopiesIntoLargerStorage(const TensorDesc& destination) {
  const SocVersion version = ActiveConfig().soc->version;
  const bool no_unaligned_copies = version == SocVersion::kAscend910 ||
                                   version == SocVersion::kAscend310 ||
                                   version == SocVersion::kAscend310P;
  return no_unaligned_copies &&
         ElementCount(destination.view_dims) != ElementCount(destination.storage_dims);
}

GraphNode CopyNode(std::string op_type, GraphTensor* result, GraphTensor* destination) {
  const TensorDesc view = destination->desc;
  const size_t element_bytes = DataTypeBytes(view.dtype);
  ElementwiseSplit split =
      SplitForActiveChip(*ElementCount(view.view_dims), static_cast<int64_t>(element_bytes));
  if (MayOverlapItself(view.view_dims, view.strides)) {
    // Elements that share memory are written in order, by one core: the last one stays.
    split.block_elements = split.element_count;
    split.block_count = 1;
  }
  GraphNode node;
  node.op_type = op_type;
  node.inputs = {result};
  node.outputs = {destination};
  node.make_launches = [=](const KernelAddresses& addresses) {
    return std::vector<KernelLaunch>{
        {op_type,
         split.block_count,
         [=, input = addresses.inputs[0], output = addresses.outputs[0]](VectorCore& core) {
           ScatterBlock(core, split, view, element_bytes, input, output);
         },
         {}}};
  };
  return node;
}

}  // namespace

bool ViewCopy(OpExecutor& executor, GraphTensor* result, GraphTensor* destination) {
  const TensorDesc& to = destination->desc;
  if (!SameShapeOrOneElement(result->desc.view_dims, to.view_dims)) {
    ReportError("EZ1001", "Input tensor's shape[" + DimsText(result->desc.view_dims) +
                              "] should be same with output's shape[" + DimsText(to.view_dims) +
                              "].");
    ReportError("EZ1001", "Params check failed.");
    return false;
  }
  if (ElementCount(to.view_dims) == 0) return true;
  if (IsDense(to.view_dims, to.strides)) {
    if (CopiesIntoLargerStorage(to)) {
      GraphNode node = CopyNode("CopyNpuToNpu", result, destination);
      node.repeatable = false;
      executor.AddNode(std::move(node));
    } else {
      executor.Rebind(result, *destination);
    }
    return true;
  }
  if (!CheckViewWithinStorage(to)) return false;
  const bool is_transposition = IsPermutedDense(to.view_dims, to.strides);
  GraphNode node = CopyNode(is_transposition ? "Transpose" : "ViewCopy", result, destination);
  // Older chips leave odd strides to the AI CPU.
  node.repeatable = is_transposition || ActiveConfig().soc->is_reg_base;
  executor.AddNode(std::move(node));
  return true;
}

}  // namespace npusim
