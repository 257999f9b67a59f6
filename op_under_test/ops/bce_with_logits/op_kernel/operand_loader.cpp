#include "op_under_test/ops/bce_with_logits/op_kernel/operand_loader.h"

#include <algorithm>
#include <cstring>

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/level0/fp32_tile.h"
#include "op_under_test/opbase/level0/strided_walk.h"

namespace npusim::bce_with_logits {
namespace {

// From this length on a row of the innermost axis is copied as a whole.
constexpr int64_t kMinRowElements = 32;

// Repeats the first element over `count` elements.
void RepeatFirst(std::byte* local, size_t count, size_t element_bytes) {
  const size_t total_bytes = count * element_bytes;
  for (size_t filled = element_bytes; filled < total_bytes; filled *= 2) {
    std::memcpy(local + filled, local, std::min(filled, total_bytes - filled));
  }
}

}  // namespace

OperandLoader::OperandLoader(VectorCore& core, const Tiling& tiling, size_t input,
                             aclDataType dtype, DeviceAddress address)
    : core_(core),
      tiling_(tiling),
      strides_(tiling.axes.strides[input]),
      is_broadcast_(tiling.axes.IsBroadcast(input)),
      dtype_(dtype),
      element_bytes_(DataTypeBytes(dtype)),
      address_(address) {
  const auto elements = static_cast<size_t>(tiling.buffer_elements);
  for (auto& buffer : staging_) buffer = core.Allocate<std::byte>(elements * element_bytes_);
  if (dtype != ACL_FLOAT) wide_ = core.Allocate<float>(elements);
}

std::span<const float> OperandLoader::Load(const Tile& tile) {
  std::byte* local = staging_[turn_].data();
  turn_ ^= 1;
  CopyTile(tile, local);
  const auto count = static_cast<size_t>(tile.element_count);
  if (dtype_ == ACL_FLOAT) return {reinterpret_cast<const float*>(local), count};
  WidenTile(core_, wide_.first(count), local, dtype_);
  return wide_.first(count);
}

void OperandLoader::CopyTile(const Tile& tile, std::byte* local) {
  if (!is_broadcast_) {
    core_.CopyIn(local, address_ + static_cast<uint64_t>(tile.first_element) * element_bytes_,
                 static_cast<size_t>(tile.element_count), element_bytes_);
  } else if (tiling_.axes.extents.back() >= kMinRowElements) {
    CopyRows(tile, local);
  } else {
    CopyElements(tile, local);
  }
}

void OperandLoader::CopyRows(const Tile& tile, std::byte* local) {
  const int64_t row_extent = tiling_.axes.extents.back();
  const bool repeats = strides_.back() == 0;
  const Dims outer_extents(tiling_.axes.extents.begin(), tiling_.axes.extents.end() - 1);
  const Dims outer_strides(strides_.begin(), strides_.end() - 1);
  StridedWalk rows(outer_extents, outer_strides, tile.first_element / row_extent);
  int64_t column = tile.first_element % row_extent;
  for (int64_t done = 0; done < tile.element_count;) {
    const int64_t run = std::min(row_extent - column, tile.element_count - done);
    const int64_t offset = rows.Next() + (repeats ? 0 : column);
    std::byte* row = local + static_cast<size_t>(done) * element_bytes_;
    core_.CopyIn(row, address_ + static_cast<uint64_t>(offset) * element_bytes_,
                 repeats ? 1 : static_cast<size_t>(run), element_bytes_);
    if (repeats) RepeatFirst(row, static_cast<size_t>(run), element_bytes_);
    done += run;
    column = 0;
  }
}

void OperandLoader::CopyElements(const Tile& tile, std::byte* local) {
  StridedWalk walk(tiling_.axes.extents, strides_, tile.first_element);
  core_.CopyInElements(local, element_bytes_, address_, static_cast<size_t>(tile.element_count),
                       [&](size_t) { return walk.Next(); });
}

}  // namespace npusim::bce_with_logits
