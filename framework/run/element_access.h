// Reads runs of a view's elements, so that large tensors pass through in chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/tensor/layout.h"

namespace touchstone::run {

/// Elements of a view that are gathered at a time: they stay within a part of an L2 cache.
inline constexpr int64_t kChunkElements = 16384;

/// The bit patterns of elements [first, first + bits.size()) in row-major order of the view,
/// zero-extended; of wider types than 8 bytes the low 8. The view must lie within the storage.
void ReadElements(const tensor::TensorLayout& layout, std::span<const std::byte> storage,
                  int64_t first, std::span<uint64_t> bits);

/// The elements [first, first + count) as they follow each other in a dense storage: a part of
/// `storage` itself where the view is contiguous, else a copy in `scratch`, which is resized. The
/// view must lie within the storage.
std::span<const std::byte> DenseElements(const tensor::TensorLayout& layout,
                                         std::span<const std::byte> storage, int64_t first,
                                         size_t count, std::vector<std::byte>& scratch);

/// The parts of a storage that a view does not touch.
class StorageGaps {
 public:
  explicit StorageGaps(const tensor::TensorLayout& layout);

  bool any() const { return !touched_.empty(); }
  /// Sets every byte of the gaps.
  void Fill(std::span<std::byte> storage, uint8_t byte) const;
  /// Where the gaps do not hold `byte`: "storage element 3 ... was overwritten", or "".
  std::string FindChange(std::span<const std::byte> storage, uint8_t byte) const;

 private:
  size_t element_bytes_;
  std::vector<bool> touched_;  ///< per storage element; empty when the view covers the storage
};

/// `size` bytes of `byte` as a bit pattern.
uint64_t RepeatedByte(uint8_t byte, int size);

/// "17 [0, 17]": the number of an element and its coordinates in `shape`.
std::string ElementPlace(int64_t index, const tensor::Dims& shape);
std::vector<int64_t> Coordinates(int64_t index, const tensor::Dims& shape);

/// "0x3F800000 (1)": a bit pattern with the digits of its type, and its value.
std::string PatternText(tensor::DType dtype, uint64_t bits);

}  // namespace touchstone::run
