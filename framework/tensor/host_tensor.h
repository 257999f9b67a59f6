// A tensor in host memory: a layout and the bytes of its storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "framework/tensor/host_bytes.h"
#include "framework/tensor/layout.h"

namespace touchstone::tensor {

struct HostTensor {
  TensorLayout layout;
  HostBytes storage;  ///< StorageElements(layout) * SizeBytes(dtype) bytes
};

/// A tensor whose storage has the right size and is filled with zero bytes. Error: as StorageBytes.
Result<HostTensor> MakeHostTensor(TensorLayout layout);
/// The same with a storage whose content is not set.
Result<HostTensor> MakeUnsetHostTensor(TensorLayout layout);

/// The bit patterns of the view's elements in row-major order, WordsPerElement(dtype) entries for
/// each, zero-extended to 64 bits. `storage` must reach as far as the view does.
std::vector<uint64_t> GatherBits(const TensorLayout& layout, std::span<const std::byte> storage);

/// Writes the bit patterns of the view's elements, in the order that GatherBits gives them. Where a
/// view visits a storage element more than once (stride 0), the last write stays. `bits` must have
/// WordsPerElement(dtype) entries per element of the view.
void ScatterBits(const TensorLayout& layout, std::span<const uint64_t> bits,
                 std::span<std::byte> storage);

}  // namespace touchstone::tensor
