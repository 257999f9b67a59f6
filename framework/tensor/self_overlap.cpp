#include "framework/tensor/self_overlap.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace touchstone::tensor {
namespace {

struct Axis {
  size_t number;
  int64_t extent;
  int64_t stride;  // as it is; its size orders the axes
  int64_t reach;   // the farthest that this axis and all shorter ones can move together
};

int64_t SizeOf(int64_t stride) { return stride < 0 ? -stride : stride; }

// Two elements share a place when their coordinates differ by d != 0 with sum d[i] * stride[i] = 0.
// The search chooses d from the longest stride down and keeps to moves that the rest can undo.
class Search {
 public:
  Search(std::vector<Axis> axes, size_t rank) : axes_(std::move(axes)), difference_(rank, 0) {}

  SelfOverlap Run() {
    SelfOverlap result;
    if (Try(axes_.size(), 0, false)) {
      result.shared = SharedElements{Dims(difference_.size(), 0), Dims(difference_.size(), 0)};
      for (size_t i = 0; i < difference_.size(); ++i) {
        (difference_[i] > 0 ? result.shared->first[i] : result.shared->second[i]) =
            SizeOf(difference_[i]);
      }
      if (result.shared->second < result.shared->first) {
        std::swap(result.shared->first, result.shared->second);
      }
    }
    result.decided = steps_ <= kMaxSteps;
    return result;
  }

 private:
  // `moved`: how far the longer axes have moved; `any`: by other than nothing.
  bool Try(size_t remaining, int64_t moved, bool any) {
    if (remaining == 0) return any && moved == 0;
    const Axis& axis = axes_[remaining - 1];
    const int64_t rest = remaining > 1 ? axes_[remaining - 2].reach : 0;
    const int64_t stride = SizeOf(axis.stride);
    // |moved + d * stride| <= rest. The first move may be taken forward: both signs say the same.
    const int64_t low = any ? std::max(-(axis.extent - 1), CeilDivide(-rest - moved, stride)) : 0;
    const int64_t high = std::min(axis.extent - 1, FloorDivide(rest - moved, stride));
    for (int64_t d = low; d <= high; ++d) {
      if (++steps_ > kMaxSteps) return false;
      difference_[axis.number] = axis.stride < 0 ? -d : d;
      if (Try(remaining - 1, moved + d * stride, any || d != 0)) return true;
    }
    difference_[axis.number] = 0;
    return false;
  }

  static int64_t FloorDivide(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }
  static int64_t CeilDivide(int64_t a, int64_t b) { return -FloorDivide(-a, b); }

  static constexpr int64_t kMaxSteps = 1'000'000;
  std::vector<Axis> axes_;  // shortest stride first
  Dims difference_;
  int64_t steps_ = 0;
};

}  // namespace

SelfOverlap FindSelfOverlap(const TensorLayout& layout) {
  const size_t rank = layout.shape.size();
  std::vector<Axis> axes;
  if (ElementCount(layout.shape).value_or(0) == 0) return {};
  for (size_t i = 0; i < rank; ++i) {
    if (layout.shape[i] == 1) continue;
    if (layout.strides[i] == 0) {
      SharedElements shared{Dims(rank, 0), Dims(rank, 0)};
      shared.second[i] = 1;
      return {std::move(shared)};
    }
    axes.push_back({i, layout.shape[i], layout.strides[i], 0});
  }
  std::sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) {
    return SizeOf(a.stride) < SizeOf(b.stride);
  });
  // The reach of all axes is the size of the touched range, which StorageElements has accepted.
  int64_t reach = 0;
  bool nested = true;
  for (Axis& axis : axes) {
    nested = nested && SizeOf(axis.stride) > reach;
    reach += (axis.extent - 1) * SizeOf(axis.stride);
    axis.reach = reach;
  }
  if (nested) return {};
  return Search(std::move(axes), rank).Run();
}

}  // namespace touchstone::tensor
