// Words that verdicts share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/judge/tolerance.h"
#include "framework/tensor/layout.h"

namespace touchstone::judge {

/// Row-major number -> coordinates. Empty for rank 0 or when the number is not of this shape.
std::vector<int64_t> Coordinates(uint64_t index, const tensor::Dims& shape);

/// "element 896 [7, 0]"; "element 0" for rank 0.
std::string ElementText(uint64_t index, const tensor::Dims& shape);

/// Six significant digits, or as many as it takes to tell `value` from `limit`.
std::string NumberText(double value, double limit);

/// "3 of 100 elements beyond, first element 17 [0, 17]".
std::string BeyondText(const ToleranceCounts& counts, uint64_t elements, const tensor::Dims& shape);

}  // namespace touchstone::judge
