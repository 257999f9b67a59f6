#include "framework/tensor/broadcast_pattern.h"

#include <algorithm>

namespace touchstone::tensor {

const std::vector<std::string_view>& BroadcastPatterns() {
  static const std::vector<std::string_view> patterns = {"same shape", "one element", "lower rank",
                                                         "axis of 1"};
  return patterns;
}

std::string_view BroadcastPattern(const Dims& shape, const Dims& whole) {
  if (shape == whole) return "same shape";
  if (std::all_of(shape.begin(), shape.end(), [](int64_t extent) { return extent == 1; })) {
    return "one element";
  }
  if (shape.size() < whole.size()) return "lower rank";
  return shape.size() == whole.size() ? "axis of 1" : "other";
}

}  // namespace touchstone::tensor
