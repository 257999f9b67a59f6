#include "framework/data/make_tensor.h"

#include <algorithm>
#include <cstring>

#include "framework/tensor/strided_runs.h"

namespace touchstone::data {
namespace {

using tensor::TensorLayout;

/// Elements that are made at a time: their bytes stay within a small part of an L2 cache.
constexpr uint64_t kChunkElements = 16384;

bool Covers(const TensorLayout& layout, size_t storage_bytes) {
  const auto size = static_cast<uint64_t>(tensor::SizeBytes(layout.dtype));
  const auto count = static_cast<uint64_t>(*tensor::ElementCount(layout.shape));
  return tensor::IsContiguous(layout) && count * size == storage_bytes;
}

/// Puts consecutive elements of a view in their places.
class Scatter {
 public:
  Scatter(const TensorLayout& layout, std::span<std::byte> storage)
      : runs_(layout),
        storage_(storage.data()),
        size_(static_cast<size_t>(tensor::SizeBytes(layout.dtype))) {}

  void Put(uint64_t first, std::span<const std::byte> dense) const {
    runs_.ForEach(first, dense.size() / size_,
                  [&](uint64_t done, int64_t index, int64_t stride, uint64_t count) {
                    const std::byte* from = dense.data() + done * size_;
                    for (uint64_t i = 0; i < count; ++i, index += stride, from += size_) {
                      std::memcpy(storage_ + static_cast<size_t>(index) * size_, from, size_);
                    }
                  });
  }

 private:
  tensor::StridedRuns runs_;
  std::byte* storage_;
  size_t size_;
};

/// Makes the elements of a view that does not cover its storage. Along an axis of stride 0 every
/// element but the last is overwritten, so only that one is made.
void StoreView(const Generator& generator, const TensorLayout& layout,
               std::span<std::byte> storage) {
  TensorLayout kept = layout;
  const tensor::Dims steps = tensor::ContiguousStrides(layout.shape);
  int64_t first_number = 0;
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    if (layout.strides[axis] != 0 || layout.shape[axis] <= 1) continue;
    first_number += (layout.shape[axis] - 1) * steps[axis];
    kept.shape[axis] = 1;
  }
  const auto size = static_cast<size_t>(tensor::SizeBytes(layout.dtype));
  const Scatter scatter(kept, storage);
  const auto count = static_cast<uint64_t>(*tensor::ElementCount(kept.shape));
  tensor::HostBytes dense(std::min(count, kChunkElements) * size);
  const tensor::StridedRuns numbers(kept.shape, steps, first_number);
  numbers.ForEach(0, count, [&](uint64_t done, int64_t number, int64_t step, uint64_t run) {
    const uint64_t most = step == 1 ? kChunkElements : 1;
    for (uint64_t made = 0; made < run; made += most) {
      const auto part = std::span(dense).first(std::min(most, run - made) * size);
      generator.Store(layout.dtype,
                      static_cast<uint64_t>(number) + made * static_cast<uint64_t>(step), part);
      scatter.Put(done + made, part);
    }
  });
}

}  // namespace

Result<tensor::HostTensor> MakeTensor(const DataSpec& spec, const TensorLayout& layout,
                                      const StreamKey& key, const MakeTensorOptions& options) {
  Result<tensor::HostTensor> tensor = tensor::MakeUnsetHostTensor(layout);
  if (!tensor) return tensor.errors();
  const auto count = static_cast<uint64_t>(*tensor::ElementCount(layout.shape));
  const Result<std::unique_ptr<Generator>> generator =
      MakeGenerator(spec, layout.dtype, key, count);
  if (!generator) return generator.errors();
  const std::span<std::byte> storage = tensor->storage;
  if (!Covers(layout, storage.size())) {
    std::fill(storage.begin(), storage.end(), std::byte{options.gap_byte});
    StoreView(**generator, layout, storage);
    if (options.watch) options.watch(storage);
    return tensor;
  }
  const auto size = static_cast<size_t>(tensor::SizeBytes(layout.dtype));
  for (uint64_t first = 0; first < count; first += kChunkElements) {
    const auto part = storage.subspan(first * size, std::min(kChunkElements, count - first) * size);
    (*generator)->Store(layout.dtype, first, part);
    if (options.watch) options.watch(part);
  }
  return tensor;
}

}  // namespace touchstone::data
