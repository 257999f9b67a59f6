#include "op_under_test/opbase/shape.h"

#include <algorithm>
#include <limits>

namespace npusim {
namespace {

// |stride|; the most negative number counts as the largest.
int64_t Magnitude(int64_t stride) {
  if (stride == std::numeric_limits<int64_t>::min()) return std::numeric_limits<int64_t>::max();
  return stride < 0 ? -stride : stride;
}

// The dimensions that step through memory (extent above 1), by falling stride.
std::vector<size_t> SteppingDimsByStride(const Dims& dims, const Dims& strides) {
  std::vector<size_t> order;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != 1) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return Magnitude(strides[a]) > Magnitude(strides[b]);
  });
  return order;
}

}  // namespace

std::string DimsText(const Dims& dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(dims[i]);
  }
  return text + "]";
}

std::optional<int64_t> ElementCount(const Dims& dims) {
  if (std::any_of(dims.begin(), dims.end(), [](int64_t d) { return d < 0; })) return std::nullopt;
  if (IsEmpty(dims)) return 0;
  int64_t count = 1;
  for (int64_t extent : dims) {
    if (__builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  }
  return count;
}

bool IsEmpty(const Dims& dims) { return std::find(dims.begin(), dims.end(), 0) != dims.end(); }

Dims DenseStrides(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) {
    // Unsigned: the dimensions come unchecked from the caller and may wrap.
    strides[i - 1] =
        static_cast<int64_t>(static_cast<uint64_t>(dims[i]) * static_cast<uint64_t>(strides[i]));
  }
  return strides;
}

bool IsDense(const Dims& dims, const Dims& strides) {
  const auto count = ElementCount(dims);
  if (count && *count <= 1) return true;
  int64_t expected = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    if (dims[i] == 1) continue;
    if (strides[i] != expected) return false;
    if (__builtin_mul_overflow(expected, dims[i], &expected)) return false;
  }
  return true;
}

bool IsPermutedDense(const Dims& dims, const Dims& strides) {
  int64_t expected = 1;
  const auto order = SteppingDimsByStride(dims, strides);
  for (size_t i = order.size(); i-- > 0;) {
    if (strides[order[i]] != expected) return false;
    if (__builtin_mul_overflow(expected, dims[order[i]], &expected)) return false;
  }
  return true;
}

bool MayOverlapItself(const Dims& dims, const Dims& strides) {
  // Sufficient: every stride steps over all that the smaller strides reach together.
  const auto order = SteppingDimsByStride(dims, strides);
  int64_t reach = 0;
  for (size_t i = order.size(); i-- > 0;) {
    const int64_t step = Magnitude(strides[order[i]]);
    if (step <= reach) return true;
    int64_t span = 0;
    if (__builtin_mul_overflow(step, dims[order[i]] - 1, &span) ||
        __builtin_add_overflow(reach, span, &reach)) {
      return true;
    }
  }
  return false;
}

std::optional<Dims> BroadcastDims(const Dims& a, const Dims& b) {
  const size_t rank = std::max(a.size(), b.size());
  Dims common(rank);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t extent_a = i < rank - a.size() ? 1 : a[i - (rank - a.size())];
    const int64_t extent_b = i < rank - b.size() ? 1 : b[i - (rank - b.size())];
    if (extent_a != extent_b && extent_a != 1 && extent_b != 1) return std::nullopt;
    common[i] = extent_a == 1 ? extent_b : extent_a;
  }
  return common;
}

bool ExpandsTo(const Dims& from, const Dims& to) {
  const auto common = BroadcastDims(from, to);
  return common && *common == to;
}

std::optional<ElementRange> ReachableRange(const Dims& dims, const Dims& strides, int64_t offset) {
  if (dims.size() != strides.size() || !ElementCount(dims) || IsEmpty(dims)) return std::nullopt;
  ElementRange range{offset, offset};
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t span = 0;
    int64_t& end = strides[i] < 0 ? range.first : range.last;
    if (__builtin_mul_overflow(strides[i], dims[i] - 1, &span) ||
        __builtin_add_overflow(end, span, &end)) {
      return std::nullopt;
    }
  }
  return range;
}

}  // namespace npusim
