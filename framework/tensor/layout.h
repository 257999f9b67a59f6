// Shapes, strides and views: where the elements of a tensor lie in its storage.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/tensor/dtype.h"

namespace touchstone::tensor {

/// Extents of the axes, outermost first. Empty: rank 0, one element. A zero extent: no elements.
using Dims = std::vector<int64_t>;

/// Memory formats of the ACL interface that a suite can name; values are those of aclFormat.
enum class Format : int {
  kUndefined = -1,
  kNchw = 0,
  kNhwc = 1,
  kNd = 2,
  kNc1hwc0 = 3,
  kFractalZ = 4,
  kHwcn = 16,
  kNdhwc = 27,
  kFractalNz = 29,
  kNcdhw = 30,
  kNdc1hwc0 = 32,
  kNc = 35,
  kNcl = 47,
};
std::string_view Name(Format format);
Result<Format> ParseFormat(std::string_view name);
std::vector<std::string> FormatNames();

/// A view of a storage. Strides and offset count elements.
struct TensorLayout {
  DType dtype = DType::kFp32;
  Format format = Format::kNd;
  Dims shape;
  Dims strides;  ///< same length as shape; may be 0 (expanded) or negative (reversed)
  int64_t offset = 0;
  Dims storage_shape;

  bool operator==(const TensorLayout&) const = default;
};

/// Number of elements, or nothing when the product does not fit int64 or an extent is negative.
std::optional<int64_t> ElementCount(const Dims& dims);

/// Row-major strides of a contiguous tensor; an extent of 0 counts as 1, as PyTorch does it.
Dims ContiguousStrides(const Dims& shape);

/// A contiguous layout with offset 0 whose storage has the view's shape.
TensorLayout ContiguousLayout(DType dtype, Dims shape);

/// True when the view's elements follow each other in row-major order (extents of 1 are ignored,
/// 0 or 1 elements always are); the offset does not matter.
bool IsContiguous(const TensorLayout& layout);

/// Smallest and largest storage index that the view touches; nothing for an empty view. An index
/// that does not fit int64 is held at its end, which StorageElements reports as an error.
struct IndexRange {
  int64_t first;
  int64_t last;
};
std::optional<IndexRange> TouchedRange(const TensorLayout& layout);

/// Elements the storage must hold: the product of storage_shape, but at least what the view
/// reaches. Error: ranks of shape and strides differ, a negative extent, an index below 0 or beyond
/// int64.
Result<int64_t> StorageElements(const TensorLayout& layout);
/// The same in bytes. Error also when the bytes do not fit int64.
Result<int64_t> StorageBytes(const TensorLayout& layout);

/// Calls `visit(view_index, storage_index)` for each element in row-major order of the view.
void ForEachElement(const TensorLayout& layout, const std::function<void(int64_t, int64_t)>& visit);

/// Storage index of the element with row-major number `view_index`.
int64_t StorageIndex(const TensorLayout& layout, int64_t view_index);

/// True when `from` broadcasts to exactly `to` (right-aligned, each extent equal or 1).
bool BroadcastsTo(const Dims& from, const Dims& to);

/// Strides that read a tensor of shape `from` (with `strides`) as if it had shape `to`: broadcast
/// axes get stride 0. Requires BroadcastsTo(from, to).
Dims BroadcastStrides(const Dims& from, const Dims& strides, const Dims& to);

std::string ToText(const Dims& dims);  ///< "[4, 5]"; "[]" for rank 0
std::string ToSlug(const Dims& dims);  ///< "4x5" as case ids write it; "scalar" for rank 0

}  // namespace touchstone::tensor
