#include "op_under_test/opbase/level0/contiguous.h"

#include <algorithm>

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/level0/elementwise_split.h"
#include "op_under_test/opbase/level0/strided_walk.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/runtime/error_text.h"

namespace npusim {
namespace {

/// Every element of the view is the same stored one, of a size that can be repeated.
bool IsOneElement(const TensorDesc& view) {
  for (size_t axis = 0; axis < view.view_dims.size(); ++axis) {
    if (view.view_dims[axis] > 1 && view.strides[axis] != 0) return false;
  }
  return DataTypeBytes(view.dtype) <= sizeof(uint64_t);
}

void GatherBlock(VectorCore& core, const ElementwiseSplit& split, const TensorDesc& view,
                 size_t element_bytes, DeviceAddress input, DeviceAddress output) {
  const auto tile =
      core.Allocate<std::byte>(static_cast<size_t>(split.tile_elements) * element_bytes);
  if (IsOneElement(view)) {
    const int64_t begin = split.BlockBegin(core);
    const int64_t count = std::max<int64_t>(split.BlockEnd(core) - begin, 0);
    core.CopyIn(tile.data(), input, 1, element_bytes);
    core.CopyOutRepeated(output + static_cast<uint64_t>(begin) * element_bytes, tile.data(),
                         static_cast<size_t>(count), element_bytes);
    return;
  }
  split.ForEachTile(core, [&](int64_t first, int64_t count) {
    StridedWalk walk(view.view_dims, view.strides, first);
    core.CopyInElements(tile.data(), element_bytes, input, static_cast<size_t>(count),
                        [&](size_t) { return walk.Next(); });
    core.CopyOut(output + static_cast<uint64_t>(first) * element_bytes, tile.data(),
                 static_cast<size_t>(count), element_bytes);
  });
}

}  // namespace

bool CheckViewWithinStorage(const TensorDesc& desc) {
  const auto range = ReachableRange(desc.view_dims, desc.strides, desc.offset_elements);
  const auto storage_count = ElementCount(desc.storage_dims);
  if (range && storage_count && range->first >= 0 && range->last < *storage_count) return true;
  ReportError("EZ1001", "ViewShape overlap.");
  return false;
}

GraphTensor* Contiguous(OpExecutor& executor, GraphTensor* view) {
  const TensorDesc& desc = view->desc;
  const auto count = ElementCount(desc.view_dims);
  const size_t element_bytes = DataTypeBytes(desc.dtype);
  if (!count || element_bytes == 0) {
    Fail(kInnerNullptr, "Contiguous: shape " + DimsText(desc.view_dims) + " of " +
                            std::string(DataTypeName(desc.dtype)) + " cannot be copied.");
    return nullptr;
  }
  if (IsDense(desc.view_dims, desc.strides)) return view;
  if (!CheckViewWithinStorage(desc)) return nullptr;
  GraphTensor* dense = executor.NewTensor(desc.view_dims, desc.dtype);
  if (dense == nullptr) return nullptr;
  const ElementwiseSplit split = SplitForActiveChip(*count, static_cast<int64_t>(element_bytes));
  GraphNode node;
  node.op_type = "Contiguous";
  node.inputs = {view};
  node.outputs = {dense};
  node.make_launches = [split, view_desc = desc, element_bytes](const KernelAddresses& addresses) {
    return std::vector<KernelLaunch>{
        {"Contiguous",
         split.block_count,
         [=, input = addresses.inputs[0], output = addresses.outputs[0]](VectorCore& core) {
           GatherBlock(core, split, view_desc, element_bytes, input, output);
         },
         {}}};
  };
  executor.AddNode(std::move(node));
  return dense;
}

}  // namespace npusim
