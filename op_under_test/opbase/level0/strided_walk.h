// Walks the elements of a strided view in row-major order.
#pragma once

#include <cstdint>

#include "op_under_test/opbase/shape.h"

namespace npusim {

/// Offsets, in elements from the view's first, of consecutive elements. The view is not empty.
class StridedWalk {
 public:
  StridedWalk(const Dims& dims, const Dims& strides, int64_t first_element)
      : dims_(dims), strides_(strides), index_(dims.size()) {
    for (size_t axis = dims.size(); axis-- > 0;) {
      index_[axis] = first_element % dims[axis];
      first_element /= dims[axis];
      offset_ += static_cast<uint64_t>(index_[axis]) * static_cast<uint64_t>(strides[axis]);
    }
  }

  /// Offset of the current element; then steps to the next.
  int64_t Next() {
    const auto current = static_cast<int64_t>(offset_);
    for (size_t axis = dims_.size(); axis-- > 0;) {
      offset_ += static_cast<uint64_t>(strides_[axis]);
      if (++index_[axis] < dims_[axis]) break;
      offset_ -= static_cast<uint64_t>(strides_[axis]) * static_cast<uint64_t>(dims_[axis]);
      index_[axis] = 0;
    }
    return current;
  }

 private:
  const Dims& dims_;
  const Dims& strides_;
  Dims index_;
  // Unsigned: the stride of an axis of extent 1 may be any number, and sums with it may wrap.
  uint64_t offset_ = 0;
};

}  // namespace npusim
