// A tensor in host memory: a layout and the bytes of its storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/tensor/layout.h"

namespace touchstone::tensor {

struct HostTensor {
  TensorLayout layout;
  std::vector<std::byte> storage;  ///< StorageElements(layout) * SizeBytes(dtype) bytes
};

/// The bit patterns of the view's elements in row-major order, each zero-extended to 64 bits.
/// Types wider than 8 bytes are not carried this way and give an empty vector.
std::vector<uint64_t> GatherBits(const TensorLayout& layout, std::span<const std::byte> storage);

/// Writes one bit pattern per element of the view. Where a view visits an element more than once
/// (stride 0), the last write stays. `bits` must have as many entries as the view has elements.
void ScatterBits(const TensorLayout& layout, std::span<const uint64_t> bits,
                 std::span<std::byte> storage);

}  // namespace touchstone::tensor
