// Keeps what a part of a case template was read as, per values of the axes that the part refers to.
// 30,000 cases of one template share a few dozen tensors and attributes; each is read once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "framework/suite/axes.h"

namespace touchstone::suite {

template <typename T>
class Memo {
 public:
  /// `used_axes`: the axes that the value depends on.
  Memo(const Axes& axes, const std::vector<size_t>& used_axes) {
    // Axes of one zip always stand at the same value, so one of them is enough for the key; with
    // one axis per group the keys are numbers below Axes::PointCount().
    for (const Axes::Group& group : axes.groups) {
      const auto used = std::find_first_of(group.axes.begin(), group.axes.end(), used_axes.begin(),
                                           used_axes.end());
      if (used != group.axes.end()) key_axes_.push_back({*used, group.size});
    }
  }

  /// The value at `point`, made with `make()` when it is asked for the first time.
  template <typename Make>
  const T& At(const AxisPoint& point, Make make) {
    uint64_t key = 0;
    for (const auto& [axis, size] : key_axes_) key = key * size + point[axis];
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
    return values_.emplace(key, make()).first->second;
  }

 private:
  struct KeyAxis {
    size_t axis;
    size_t size;
  };
  std::vector<KeyAxis> key_axes_;
  std::unordered_map<uint64_t, T> values_;
};

}  // namespace touchstone::suite
