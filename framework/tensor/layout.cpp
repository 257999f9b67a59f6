#include "framework/tensor/layout.h"

#include <algorithm>
#include <limits>

#include "framework/tensor/walk.h"

namespace touchstone::tensor {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

/// a + b, held at the ends of int64.
int64_t SaturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? kMax : kMin;
}

/// a * b, held at the ends of int64.
int64_t SaturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? kMax : kMin;
}

}  // namespace

std::optional<int64_t> ElementCount(const Dims& dims) {
  int64_t count = 1;
  bool overflow = false;
  bool empty = false;
  for (const int64_t extent : dims) {
    if (extent < 0) return std::nullopt;
    if (extent == 0) empty = true;
    if (!overflow) overflow = __builtin_mul_overflow(count, extent, &count);
  }
  if (empty) return 0;  // whatever the other extents are
  if (overflow) return std::nullopt;
  return count;
}

Dims ContiguousStrides(const Dims& shape) {
  Dims strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride = SaturatingMultiply(stride, std::max<int64_t>(shape[axis], 1));
  }
  return strides;
}

TensorLayout ContiguousLayout(DType dtype, Dims shape) {
  TensorLayout layout;
  layout.dtype = dtype;
  layout.strides = ContiguousStrides(shape);
  layout.storage_shape = shape;
  layout.shape = std::move(shape);
  return layout;
}

bool IsContiguous(const TensorLayout& layout) {
  const std::optional<int64_t> count = ElementCount(layout.shape);
  if (count && *count <= 1) return true;
  if (layout.strides.size() != layout.shape.size()) return false;
  const Dims expected = ContiguousStrides(layout.shape);
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    if (layout.shape[axis] != 1 && layout.strides[axis] != expected[axis]) return false;
  }
  return true;
}

std::optional<IndexRange> TouchedRange(const TensorLayout& layout) {
  const std::optional<int64_t> count = ElementCount(layout.shape);
  if (count && *count == 0) return std::nullopt;
  IndexRange range{layout.offset, layout.offset};
  const size_t rank = std::min(layout.shape.size(), layout.strides.size());
  for (size_t axis = 0; axis < rank; ++axis) {
    const int64_t reach = SaturatingMultiply(layout.shape[axis] - 1, layout.strides[axis]);
    int64_t& end = reach < 0 ? range.first : range.last;
    end = SaturatingAdd(end, reach);
  }
  return range;
}

Result<int64_t> StorageElements(const TensorLayout& layout) {
  if (layout.strides.size() != layout.shape.size()) {
    return InputError("strides " + ToText(layout.strides) + " and shape " + ToText(layout.shape) +
                      " differ in rank");
  }
  if (!ElementCount(layout.shape)) {
    return InputError("shape " + ToText(layout.shape) +
                      " has a negative extent or more elements than an int64 can count");
  }
  const std::optional<int64_t> storage = ElementCount(layout.storage_shape);
  if (!storage) {
    return InputError("storage shape " + ToText(layout.storage_shape) +
                      " has a negative extent or more elements than an int64 can count");
  }
  int64_t elements = *storage;
  if (const std::optional<IndexRange> range = TouchedRange(layout)) {
    if (range->first < 0) {
      return InputError("the view of shape " + ToText(layout.shape) + " with strides " +
                        ToText(layout.strides) + " and offset " + std::to_string(layout.offset) +
                        " reaches index " + std::to_string(range->first) +
                        ", before the start of its storage");
    }
    // kMax also stands for a reach that was held there because it does not fit.
    if (range->last == kMax) {
      return InputError("the view of shape " + ToText(layout.shape) + " with strides " +
                        ToText(layout.strides) + " reaches further than an int64 can count");
    }
    elements = std::max(elements, range->last + 1);
  }
  return elements;
}

Result<int64_t> StorageBytes(const TensorLayout& layout) {
  const Result<int64_t> elements = StorageElements(layout);
  if (!elements) return elements.errors();
  int64_t bytes;
  if (__builtin_mul_overflow(*elements, int64_t{SizeBytes(layout.dtype)}, &bytes)) {
    return InputError("a storage of " + std::to_string(*elements) + " elements of " +
                      std::string(Name(layout.dtype)) + " has more bytes than an int64 can count");
  }
  return bytes;
}

void ForEachElement(const TensorLayout& layout,
                    const std::function<void(int64_t, int64_t)>& visit) {
  WalkElements(layout, visit);
}

int64_t StorageIndex(const TensorLayout& layout, int64_t view_index) {
  int64_t index = layout.offset;
  for (size_t axis = layout.shape.size(); axis-- > 0;) {
    const int64_t extent = layout.shape[axis];
    if (extent <= 0) return layout.offset;
    index += view_index % extent * layout.strides[axis];
    view_index /= extent;
  }
  return index;
}

bool BroadcastsTo(const Dims& from, const Dims& to) {
  if (from.size() > to.size()) return false;
  const size_t lead = to.size() - from.size();
  for (size_t axis = 0; axis < from.size(); ++axis) {
    if (from[axis] != 1 && from[axis] != to[lead + axis]) return false;
  }
  return true;
}

Dims BroadcastStrides(const Dims& from, const Dims& strides, const Dims& to) {
  Dims result(to.size(), 0);
  const size_t lead = to.size() - from.size();
  for (size_t axis = 0; axis < from.size(); ++axis) {
    result[lead + axis] = from[axis] == to[lead + axis] ? strides[axis] : 0;
  }
  return result;
}

std::string ToText(const Dims& dims) {
  std::string text = "[";
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string(dims[axis]);
  }
  return text + "]";
}

std::string ToSlug(const Dims& dims) {
  if (dims.empty()) return "scalar";
  std::string slug;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (axis > 0) slug += 'x';
    slug += std::to_string(dims[axis]);
  }
  return slug;
}

}  // namespace touchstone::tensor
