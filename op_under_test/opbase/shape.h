// Dimensions and strides of tensors: what the operator library asks about them.
//
// Rules: facts of the published shape utilities (broadcast relation, contiguity).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Extents or strides, outermost first. Rank 0 is a scalar of one element.
using Dims = std::vector<int64_t>;

/// "[4, 2]"; "[]" for rank 0.
std::string DimsText(const Dims& dims);

/// Number of elements; nothing if an extent is negative or the product exceeds int64.
std::optional<int64_t> ElementCount(const Dims& dims);

/// True if some extent is 0. A scalar is not empty.
bool IsEmpty(const Dims& dims);

/// Row-major strides without gaps, in elements.
NPUSIM_INTERNAL Dims DenseStrides(const Dims& dims);

/// True if elements lie row-major without gaps. Extents of 1 may have any stride, and zero or one
/// element is always dense.
bool IsDense(const Dims& dims, const Dims& strides);

/// True if the strides are those of a dense tensor with its dimensions in another order.
bool IsPermutedDense(const Dims& dims, const Dims& strides);

/// True unless the strides prove that no two indices share an element.
bool MayOverlapItself(const Dims& dims, const Dims& strides);

/// The common shape of two shapes aligned on the right, where extents are equal or one of them is
/// 1. The relation is symmetric: (0, 1) gives 0, (0, d > 1) gives nothing.
std::optional<Dims> BroadcastDims(const Dims& a, const Dims& b);

/// True if `from` broadcasts to exactly `to`.
bool ExpandsTo(const Dims& from, const Dims& to);

/// Lowest and highest element index a view reaches, in elements from its storage's start.
/// Nothing if the view is empty, its counts do not fit, or an index exceeds int64.
struct ElementRange {
  int64_t first;
  int64_t last;
};
std::optional<ElementRange> ReachableRange(const Dims& dims, const Dims& strides, int64_t offset);

}  // namespace npusim
