#include "framework/run/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "framework/tensor/strided_runs.h"
#include "framework/tensor/value_codec.h"
#include "framework/tensor/walk.h"

namespace touchstone::run {
namespace {

size_t CarriedBytes(tensor::DType dtype) {
  return std::min<size_t>(sizeof(uint64_t), static_cast<size_t>(tensor::SizeBytes(dtype)));
}

bool IsComplex(tensor::DType dtype) {
  return dtype == tensor::DType::kComplex64 || dtype == tensor::DType::kComplex128;
}

template <size_t kSize>
void CopyRun(const std::byte* from, int64_t stride, uint64_t count, std::byte* to) {
  const int64_t step = stride * static_cast<int64_t>(kSize);
  for (uint64_t i = 0; i < count; ++i, from += step, to += kSize) std::memcpy(to, from, kSize);
}

using CopyRunFunction = void (*)(const std::byte*, int64_t, uint64_t, std::byte*);

CopyRunFunction CopierOf(size_t size) {
  switch (size) {
    case 1:
      return CopyRun<1>;
    case 2:
      return CopyRun<2>;
    case 4:
      return CopyRun<4>;
    case 8:
      return CopyRun<8>;
    default:
      return CopyRun<16>;
  }
}

/// The layout with every axis of stride 0 cut to one element: it touches the same storage.
tensor::TensorLayout WithoutRepeats(tensor::TensorLayout layout) {
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    if (layout.strides[axis] == 0) layout.shape[axis] = std::min<int64_t>(layout.shape[axis], 1);
  }
  return layout;
}

}  // namespace

std::span<const std::byte> DenseElements(const tensor::TensorLayout& layout,
                                         std::span<const std::byte> storage, int64_t first,
                                         size_t count, std::vector<std::byte>& scratch) {
  const auto size = static_cast<size_t>(tensor::SizeBytes(layout.dtype));
  if (tensor::IsContiguous(layout)) {
    return storage.subspan(static_cast<size_t>(layout.offset + first) * size, count * size);
  }
  scratch.resize(count * size);
  const CopyRunFunction copy = CopierOf(size);
  tensor::StridedRuns(layout).ForEach(
      static_cast<uint64_t>(first), count,
      [&](uint64_t done, int64_t index, int64_t stride, uint64_t run) {
        copy(storage.data() + static_cast<size_t>(index) * size, stride, run,
             scratch.data() + done * size);
      });
  return scratch;
}

void ReadElements(const tensor::TensorLayout& layout, std::span<const std::byte> storage,
                  int64_t first, std::span<uint64_t> bits) {
  std::vector<std::byte> scratch;
  const auto dense = DenseElements(layout, storage, first, bits.size(), scratch);
  const auto size = static_cast<size_t>(tensor::SizeBytes(layout.dtype));
  const size_t carried = CarriedBytes(layout.dtype);
  for (size_t i = 0; i < bits.size(); ++i) {
    bits[i] = 0;
    std::memcpy(&bits[i], dense.data() + i * size, carried);
  }
}

StorageGaps::StorageGaps(const tensor::TensorLayout& layout)
    : element_bytes_(static_cast<size_t>(tensor::SizeBytes(layout.dtype))) {
  const auto elements = tensor::StorageElements(layout);
  const auto count = tensor::ElementCount(layout.shape);
  if (!elements || !count) return;
  if (tensor::IsContiguous(layout) && *count == *elements) return;
  touched_.assign(static_cast<size_t>(*elements), false);
  tensor::WalkElements(WithoutRepeats(layout), [this](int64_t, int64_t storage_index) {
    touched_[static_cast<size_t>(storage_index)] = true;
  });
  if (std::all_of(touched_.begin(), touched_.end(), [](bool touched) { return touched; })) {
    touched_.clear();
  }
}

void StorageGaps::Fill(std::span<std::byte> storage, uint8_t byte) const {
  for (size_t i = 0; i < touched_.size(); ++i) {
    if (!touched_[i]) std::memset(storage.data() + i * element_bytes_, byte, element_bytes_);
  }
}

std::string StorageGaps::FindChange(std::span<const std::byte> storage, uint8_t byte) const {
  size_t count = 0;
  size_t first = 0;
  for (size_t i = 0; i < touched_.size(); ++i) {
    if (touched_[i]) continue;
    const auto element = storage.subspan(i * element_bytes_, element_bytes_);
    const bool same = std::all_of(element.begin(), element.end(), [byte](std::byte b) {
      return std::to_integer<uint8_t>(b) == byte;
    });
    if (!same && count++ == 0) first = i;
  }
  if (count == 0) return "";
  return fmt::format("{} storage element{} outside the view {} overwritten, the first is number {}",
                     count, count == 1 ? "" : "s", count == 1 ? "was" : "were", first);
}

uint64_t RepeatedByte(uint8_t byte, int size) {
  uint64_t bits = 0;
  for (int i = 0; i < std::min(size, 8); ++i) bits = bits << 8 | byte;
  return bits;
}

std::vector<int64_t> Coordinates(int64_t index, const tensor::Dims& shape) {
  std::vector<int64_t> coordinates(shape.size(), 0);
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] <= 0) continue;
    coordinates[axis] = index % shape[axis];
    index /= shape[axis];
  }
  return coordinates;
}

std::string ElementPlace(int64_t index, const tensor::Dims& shape) {
  return fmt::format("{} {}", index, tensor::ToText(Coordinates(index, shape)));
}

std::string PatternText(tensor::DType dtype, uint64_t bits) {
  const int digits = static_cast<int>(CarriedBytes(dtype)) * 2;
  if (IsComplex(dtype)) return fmt::format("0x{:0{}X}", bits, digits);
  return fmt::format("0x{:0{}X} ({})", bits, digits, tensor::DecodeValue(dtype, bits));
}

}  // namespace touchstone::run
