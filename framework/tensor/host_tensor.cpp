#include "framework/tensor/host_tensor.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "framework/tensor/walk.h"

namespace touchstone::tensor {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are stored little-endian");

/// A view that leaves its storage is a programming error that must never become a wild access.
void RequireInside(const TensorLayout& layout, size_t storage_bytes) {
  const Result<int64_t> elements = StorageElements(layout);
  const std::optional<IndexRange> range = TouchedRange(layout);
  const size_t capacity = storage_bytes / static_cast<size_t>(SizeBytes(layout.dtype));
  if (elements && (!range || static_cast<size_t>(range->last) < capacity)) return;
  std::fputs("touchstone: a view reaches outside of the storage it is used with\n", stderr);
  std::abort();
}

template <size_t kSize>
void Gather(const TensorLayout& layout, const std::byte* storage, uint64_t* bits) {
  WalkElements(layout, [=](int64_t view_index, int64_t storage_index) {
    constexpr size_t kWords = kSize > 8 ? 2 : 1;
    uint64_t* entry = bits + static_cast<size_t>(view_index) * kWords;
    std::memcpy(entry, storage + static_cast<size_t>(storage_index) * kSize, kSize);
  });
}

template <size_t kSize>
void Scatter(const TensorLayout& layout, const uint64_t* bits, std::byte* storage) {
  WalkElements(layout, [=](int64_t view_index, int64_t storage_index) {
    constexpr size_t kWords = kSize > 8 ? 2 : 1;
    const uint64_t* entry = bits + static_cast<size_t>(view_index) * kWords;
    std::memcpy(storage + static_cast<size_t>(storage_index) * kSize, entry, kSize);
  });
}

}  // namespace

Result<HostTensor> MakeUnsetHostTensor(TensorLayout layout) {
  const Result<int64_t> bytes = StorageBytes(layout);
  if (!bytes) return bytes.errors();
  HostTensor tensor;
  tensor.layout = std::move(layout);
  try {
    tensor.storage.resize(static_cast<size_t>(*bytes));
  } catch (const std::exception&) {  // bad_alloc or length_error
    return InfrastructureError("host memory: a storage of " + std::to_string(*bytes) +
                               " bytes cannot be had");
  }
  return tensor;
}

Result<HostTensor> MakeHostTensor(TensorLayout layout) {
  Result<HostTensor> tensor = MakeUnsetHostTensor(std::move(layout));
  if (tensor) std::fill(tensor->storage.begin(), tensor->storage.end(), std::byte{0});
  return tensor;
}

std::vector<uint64_t> GatherBits(const TensorLayout& layout, std::span<const std::byte> storage) {
  RequireInside(layout, storage.size());
  const auto count = static_cast<size_t>(*ElementCount(layout.shape));
  std::vector<uint64_t> bits(count * static_cast<size_t>(WordsPerElement(layout.dtype)));
  switch (SizeBytes(layout.dtype)) {
    case 1:
      Gather<1>(layout, storage.data(), bits.data());
      break;
    case 2:
      Gather<2>(layout, storage.data(), bits.data());
      break;
    case 4:
      Gather<4>(layout, storage.data(), bits.data());
      break;
    case 8:
      Gather<8>(layout, storage.data(), bits.data());
      break;
    default:
      Gather<16>(layout, storage.data(), bits.data());
      break;
  }
  return bits;
}

void ScatterBits(const TensorLayout& layout, std::span<const uint64_t> bits,
                 std::span<std::byte> storage) {
  RequireInside(layout, storage.size());
  const auto count = static_cast<size_t>(*ElementCount(layout.shape));
  if (bits.size() != count * static_cast<size_t>(WordsPerElement(layout.dtype))) {
    std::fputs("touchstone: a view is written with another number of elements than it has\n",
               stderr);
    std::abort();
  }
  switch (SizeBytes(layout.dtype)) {
    case 1:
      Scatter<1>(layout, bits.data(), storage.data());
      break;
    case 2:
      Scatter<2>(layout, bits.data(), storage.data());
      break;
    case 4:
      Scatter<4>(layout, bits.data(), storage.data());
      break;
    case 8:
      Scatter<8>(layout, bits.data(), storage.data());
      break;
    default:
      Scatter<16>(layout, bits.data(), storage.data());
      break;
  }
}

}  // namespace touchstone::tensor
