#include "op_under_test/ops/bce_with_logits/op_kernel/loss_kernel.h"

#include <algorithm>
#include <memory>

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/level0/fp32_tile.h"
#include "op_under_test/ops/bce_with_logits/op_host/op_definition.h"
#include "op_under_test/ops/bce_with_logits/op_kernel/operand_loader.h"

namespace npusim::bce_with_logits {
namespace {

// Elements do not depend on each other, so the vector unit may take a tile in slices; these fit the
// first-level cache of the machine that simulates it.
constexpr size_t kSliceElements = 512;

template <typename T>
std::span<T> Slice(std::span<T> whole, size_t first, size_t count) {
  return whole.empty() ? whole : whole.subspan(first, count);
}

void ComputeInSlices(const VectorUnit& unit, LossFunction compute, const LossTile& tile) {
  for (size_t first = 0; first < tile.loss.size(); first += kSliceElements) {
    const size_t count = std::min(kSliceElements, tile.loss.size() - first);
    LossTile slice;
    slice.loss = Slice(tile.loss, first, count);
    slice.logits = Slice(tile.logits, first, count);
    slice.labels = Slice(tile.labels, first, count);
    slice.weight = Slice(tile.weight, first, count);
    slice.pos_weight = Slice(tile.pos_weight, first, count);
    for (size_t i = 0; i < slice.scratch.size(); ++i) {
      slice.scratch[i] = tile.scratch[i].first(count);  // the same each time: it stays in the cache
    }
    compute(unit, slice);
  }
}

// One block: the tiles [block * tiles_per_core, ...) in order; input and output buffers take turns.
void RunBlock(VectorCore& core, const LossKernel& kernel, const std::vector<DeviceAddress>& inputs,
              DeviceAddress output) {
  const Tiling& tiling = kernel.tiling;
  std::vector<OperandLoader> operands;
  for (size_t i = 0; i < inputs.size(); ++i) {
    operands.emplace_back(core, tiling, i, kernel.input_dtype, inputs[i]);
  }
  const size_t output_bytes = DataTypeBytes(kernel.output_dtype);
  const auto buffer_elements = static_cast<size_t>(tiling.buffer_elements);
  std::array<std::span<float>, 2> losses;
  for (auto& buffer : losses) buffer = core.Allocate<float>(buffer_elements);
  std::array<std::span<float>, 3> scratch;
  for (auto& buffer : scratch) buffer = core.Allocate<float>(buffer_elements);

  const int64_t begin = tiling.tiles_per_core * core.block_index();
  const int64_t end = std::min(tiling.tile_count, begin + tiling.tiles_per_core);
  for (int64_t index = begin; index < end; ++index) {
    const Tile tile = tiling.TileAt(index);
    const auto count = static_cast<size_t>(tile.element_count);
    size_t next = 0;
    LossTile work;
    work.loss = losses[index & 1].first(count);
    work.logits = operands[next++].Load(tile);
    work.labels = operands[next++].Load(tile);
    if (kernel.has_weight) work.weight = operands[next++].Load(tile);
    if (kernel.has_pos_weight) work.pos_weight = operands[next++].Load(tile);
    for (size_t i = 0; i < scratch.size(); ++i) work.scratch[i] = scratch[i].first(count);
    ComputeInSlices(core.vector(), kernel.compute, work);

    auto* narrow = reinterpret_cast<std::byte*>(work.loss.data());
    if (kernel.output_dtype != ACL_FLOAT) {
      narrow = reinterpret_cast<std::byte*>(scratch[0].data());
      NarrowTile(core, narrow, work.loss, kernel.output_dtype);
    }
    core.CopyOut(output + static_cast<uint64_t>(tile.first_element) * output_bytes, narrow, count,
                 output_bytes);
  }
}

}  // namespace

KernelLaunch MakeLossLaunch(const LossKernel& kernel, const std::vector<DeviceAddress>& inputs,
                            DeviceAddress output) {
  KernelLaunch launch;
  launch.name = Definition().op_type;
  launch.block_count = static_cast<uint32_t>(kernel.tiling.core_count);
  launch.body = [kernel = std::make_shared<const LossKernel>(kernel), inputs,
                 output](VectorCore& core) { RunBlock(core, *kernel, inputs, output); };
  return launch;
}

}  // namespace npusim::bce_with_logits
