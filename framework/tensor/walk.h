// The loop over a view's elements, as a template for callers that cannot afford a call per element.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/tensor/layout.h"

namespace touchstone::tensor {

/// Calls `visit(view_index, storage_index)` for each element in row-major order of the view. The
/// layout must be one that StorageElements accepts.
template <typename Visit>
void WalkElements(const TensorLayout& layout, Visit&& visit) {
  const std::optional<int64_t> count = ElementCount(layout.shape);
  if (!count) return;
  const size_t rank = layout.shape.size();
  if (rank == 0) {
    visit(int64_t{0}, layout.offset);
    return;
  }
  const int64_t inner_extent = layout.shape[rank - 1];
  const int64_t inner_stride = layout.strides[rank - 1];
  Dims position(rank, 0);
  int64_t row_start = layout.offset;
  for (int64_t view_index = 0; view_index < *count;) {
    int64_t storage_index = row_start;
    for (int64_t i = 0; i < inner_extent; ++i, storage_index += inner_stride) {
      visit(view_index++, storage_index);
    }
    for (size_t axis = rank - 1; axis-- > 0;) {
      if (++position[axis] < layout.shape[axis]) {
        row_start += layout.strides[axis];
        break;
      }
      row_start -= layout.strides[axis] * (layout.shape[axis] - 1);
      position[axis] = 0;
    }
  }
}

}  // namespace touchstone::tensor
