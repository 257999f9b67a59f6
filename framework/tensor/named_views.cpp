#include "framework/tensor/named_views.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace touchstone::tensor {
namespace {

/// extent + more, held at the largest int64; the storage is then refused by StorageBytes.
int64_t Grow(int64_t extent, int64_t more) {
  int64_t grown;
  return __builtin_add_overflow(extent, more, &grown) ? std::numeric_limits<int64_t>::max() : grown;
}

TensorLayout Contiguous(DType dtype, const Dims& shape) { return ContiguousLayout(dtype, shape); }

TensorLayout Transposed(DType dtype, const Dims& shape) {
  Dims stored = shape;
  const size_t rank = shape.size();
  std::swap(stored[rank - 1], stored[rank - 2]);
  TensorLayout layout = ContiguousLayout(dtype, std::move(stored));
  layout.shape = shape;
  std::swap(layout.strides[rank - 1], layout.strides[rank - 2]);
  return layout;
}

// One element before and two after the window on the last axis, one row on either side on the
// first: unequal margins show a mistaken offset where equal ones would hide it.
TensorLayout Sliced(DType dtype, const Dims& shape) {
  Dims stored = shape.empty() ? Dims{1} : shape;
  stored.back() = Grow(stored.back(), 3);
  const bool has_rows = stored.size() > 1;
  if (has_rows) stored.front() = Grow(stored.front(), 2);
  TensorLayout layout = ContiguousLayout(dtype, std::move(stored));
  layout.offset = has_rows ? Grow(layout.strides.front(), 1) : 1;
  layout.shape = shape;
  layout.strides.resize(shape.size());
  return layout;
}

TensorLayout Strided(DType dtype, const Dims& shape) {
  Dims stored = shape;
  stored.back() = Grow(stored.back(), stored.back());
  TensorLayout layout = ContiguousLayout(dtype, std::move(stored));
  layout.shape = shape;
  layout.strides.back() = 2;
  return layout;
}

TensorLayout Expanded(DType dtype, const Dims& shape) {
  Dims stored = shape;
  stored.front() = std::min<int64_t>(stored.front(), 1);
  TensorLayout layout = ContiguousLayout(dtype, std::move(stored));
  layout.shape = shape;
  layout.strides.front() = 0;
  return layout;
}

TensorLayout Reversed(DType dtype, const Dims& shape) {
  TensorLayout layout = ContiguousLayout(dtype, shape);
  layout.offset = std::max<int64_t>(shape.back() - 1, 0);
  layout.strides.back() = -1;
  return layout;
}

}  // namespace

const std::vector<NamedView>& AllNamedViews() {
  static const std::vector<NamedView> kViews = {
      {"contiguous", "row-major, offset 0", 0, Contiguous},
      {"transposed", "the last two axes swapped in storage", 2, Transposed},
      {"sliced", "a window at an offset inside a larger storage", 0, Sliced},
      {"strided", "every second element along the last axis", 1, Strided},
      {"expanded", "one stored slice repeated along the first axis (stride 0)", 1, Expanded},
      {"reversed", "the last axis stored backwards (stride -1)", 1, Reversed},
  };
  return kViews;
}

Result<TensorLayout> MakeNamedView(std::string_view name, DType dtype, const Dims& shape) {
  std::vector<std::string> names;
  for (const NamedView& view : AllNamedViews()) {
    names.emplace_back(view.name);
    if (view.name != name) continue;
    if (shape.size() < static_cast<size_t>(view.min_rank)) {
      return InputError("view '" + std::string(name) + "' needs at least " +
                        std::to_string(view.min_rank) + (view.min_rank == 1 ? " axis" : " axes") +
                        ", but the shape is " + ToText(shape));
    }
    if (!ElementCount(shape)) {
      return InputError("shape " + ToText(shape) +
                        " has a negative extent or more elements than an int64 can count");
    }
    TensorLayout layout = view.make(dtype, shape);
    const Result<int64_t> bytes = StorageBytes(layout);
    if (!bytes) return bytes.errors();
    return layout;
  }
  return InputError("unknown view '" + std::string(name) + "'" + Suggestion(name, names));
}

}  // namespace touchstone::tensor
