// How the shape of a tensor stands to the shape that it is broadcast to, in a word.
#pragma once

#include <string_view>
#include <vector>

#include "framework/tensor/layout.h"

namespace touchstone::tensor {

/// "same shape", "one element", "lower rank", "axis of 1".
const std::vector<std::string_view>& BroadcastPatterns();

/// One of them, or "other" for a shape of higher rank. Shapes of one element are that whatever
/// their rank; "axis of 1" also stands for shapes of equal rank that do not broadcast.
std::string_view BroadcastPattern(const Dims& shape, const Dims& whole);

}  // namespace touchstone::tensor
