// Keeps what a part of a case template was read as, per values of the axes that the part refers to.
// 30,000 cases of one template share a few dozen tensors and attributes; each is read once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "framework/suite/axes.h"

namespace touchstone::suite {

template <typename T>
class Memo {
 public:
  /// `used_axes`: the axes that the value depends on.
  Memo(const Axes& axes, const std::vector<size_t>& used_axes) {
    for (const Axes::Group& group : axes.groups) {
      for (const size_t axis : group.axes) {
        if (std::find(used_axes.begin(), used_axes.end(), axis) == used_axes.end()) continue;
        key_axes_.push_back(axis);
        // Axes in step stand at the same value, so one of them is enough for the key.
        if (group.in_step) break;
      }
    }
    key_.resize(key_axes_.size());
  }

  /// The value at `point`, made with `make()` when it is asked for the first time.
  template <typename Make>
  const T& At(const AxisPoint& point, Make make) {
    for (size_t i = 0; i < key_.size(); ++i) key_[i] = point[key_axes_[i]];
    const auto found = values_.find(key_);
    if (found != values_.end()) return found->second;
    return values_.emplace(key_, make()).first->second;
  }
  /// How many values were made.
  size_t size() const { return values_.size(); }

 private:
  using Key = std::vector<size_t>;
  struct KeyHash {
    size_t operator()(const Key& key) const {
      size_t hash = key.size();
      // The multiplier of Knuth's multiplicative hashing, 2^64 over the golden ratio.
      for (const size_t part : key) hash = (hash ^ part) * size_t{0x9E3779B97F4A7C15} + 1;
      return hash ^ (hash >> 32);
    }
  };
  std::vector<size_t> key_axes_;
  Key key_;
  std::unordered_map<Key, T, KeyHash> values_;
};

}  // namespace touchstone::suite
