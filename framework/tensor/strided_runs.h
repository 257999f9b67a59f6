// A view's elements as runs of equal steps, from any element on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "framework/tensor/layout.h"

namespace touchstone::tensor {

/// Axes that follow each other without a break are taken as one, so that a contiguous view is one
/// run. Immutable.
class StridedRuns {
 public:
  /// Strides and offset count elements; both lists have the same length.
  StridedRuns(const Dims& shape, const Dims& strides, int64_t offset) : offset_(offset) {
    for (size_t i = 0; i < shape.size(); ++i) {
      const Axis axis = {shape[i], strides[i]};
      if (axis.extent == 1) continue;
      if (!axes_.empty() && axes_.back().stride == axis.stride * axis.extent) {
        axes_.back().extent *= axis.extent;
        axes_.back().stride = axis.stride;
      } else {
        axes_.push_back(axis);
      }
    }
    if (axes_.empty()) axes_.push_back({1, 0});
  }
  explicit StridedRuns(const TensorLayout& layout)
      : StridedRuns(layout.shape, layout.strides, layout.offset) {}

  /// Every element directly follows the one before.
  bool IsOneDenseRun() const { return axes_.size() == 1 && axes_.back().stride == 1; }

  /// Calls `visit(done, storage_index, stride, count)` for the runs that make up the elements
  /// [first, first + count) in row-major order; `done` counts those visited before.
  template <typename Visit>
  void ForEach(uint64_t first, uint64_t count, Visit&& visit) const {
    if (count == 0) return;
    std::vector<int64_t> coordinates(axes_.size());
    int64_t index = offset_;
    uint64_t rest = first;
    for (size_t i = axes_.size(); i-- > 0;) {
      const auto extent = static_cast<uint64_t>(axes_[i].extent);
      coordinates[i] = static_cast<int64_t>(rest % extent);
      rest /= extent;
      index += coordinates[i] * axes_[i].stride;
    }
    const Axis& inner = axes_.back();
    for (uint64_t done = 0;;) {
      const auto row = static_cast<uint64_t>(inner.extent - coordinates.back());
      const uint64_t run = std::min(row, count - done);
      visit(done, index, inner.stride, run);
      done += run;
      if (done == count) return;
      index -= coordinates.back() * inner.stride;
      coordinates.back() = 0;
      for (size_t i = axes_.size() - 1; i-- > 0;) {
        index += axes_[i].stride;
        if (++coordinates[i] < axes_[i].extent) break;
        index -= axes_[i].extent * axes_[i].stride;
        coordinates[i] = 0;
      }
    }
  }

 private:
  struct Axis {
    int64_t extent;
    int64_t stride;
  };
  int64_t offset_;
  std::vector<Axis> axes_;  ///< outermost first, at least one
};

}  // namespace touchstone::tensor
