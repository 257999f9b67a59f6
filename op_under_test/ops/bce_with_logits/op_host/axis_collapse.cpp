#include "op_under_test/ops/bce_with_logits/op_host/axis_collapse.h"

#include <algorithm>

namespace npusim::bce_with_logits {
namespace {

bool BroadcastsInto(const Dims& input, const Dims& output) {
  if (input.size() > output.size()) return false;
  const size_t lead = output.size() - input.size();
  for (size_t i = 0; i < input.size(); ++i) {
    if (input[i] < 1 || (input[i] != 1 && input[i] != output[lead + i])) return false;
  }
  return true;
}

// The input's extents with leading ones up to `rank`.
Dims Aligned(const Dims& input, size_t rank) {
  Dims aligned(rank - input.size(), 1);
  aligned.insert(aligned.end(), input.begin(), input.end());
  return aligned;
}

}  // namespace

bool CollapsedAxes::IsBroadcast(size_t input) const {
  // The single axis of a one-element operation is never a broadcast.
  return std::any_of(strides[input].begin(), strides[input].end(),
                     [](int64_t stride) { return stride == 0; });
}

bool CollapsedAxes::HasBroadcast() const {
  for (size_t i = 0; i < strides.size(); ++i) {
    if (IsBroadcast(i)) return true;
  }
  return false;
}

std::optional<CollapsedAxes> CollapseAxes(const Dims& output, const std::vector<Dims>& inputs) {
  if (std::any_of(output.begin(), output.end(), [](int64_t d) { return d < 1; })) {
    return std::nullopt;
  }
  std::vector<Dims> aligned;
  for (const Dims& input : inputs) {
    if (!BroadcastsInto(input, output)) return std::nullopt;
    aligned.push_back(Aligned(input, output.size()));
  }

  CollapsedAxes axes;
  std::vector<std::vector<bool>> patterns;  // per collapsed axis: which inputs broadcast
  for (size_t axis = 0; axis < output.size(); ++axis) {
    if (output[axis] == 1) continue;
    std::vector<bool> pattern;
    for (const Dims& input : aligned) pattern.push_back(input[axis] == 1);
    if (!patterns.empty() && patterns.back() == pattern) {
      axes.extents.back() *= output[axis];
    } else {
      axes.extents.push_back(output[axis]);
      patterns.push_back(pattern);
    }
  }
  if (axes.extents.empty()) {
    axes.extents.push_back(1);
    patterns.emplace_back(inputs.size(), false);
  }

  for (size_t input = 0; input < inputs.size(); ++input) {
    Dims strides(axes.extents.size(), 0);
    int64_t stride = 1;
    for (size_t axis = axes.extents.size(); axis-- > 0;) {
      if (patterns[axis][input]) continue;
      strides[axis] = stride;
      stride *= axes.extents[axis];
    }
    axes.strides.push_back(std::move(strides));
  }
  return axes;
}

}  // namespace npusim::bce_with_logits
