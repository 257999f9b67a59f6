// From a spec to a filled tensor in one step.
#pragma once

#include <functional>
#include <span>

#include "framework/data/generator.h"
#include "framework/tensor/host_tensor.h"

namespace touchstone::data {

struct MakeTensorOptions {
  uint8_t gap_byte = 0;  ///< what storage outside of the view holds
  /// Called with the storage's bytes in their order, while they are still in the cache where the
  /// view covers the storage.
  std::function<void(std::span<const std::byte>)> watch;
};

/// A tensor whose view holds the spec's elements in row-major order; where a view visits a storage
/// element more than once, the last one stays. Any dtype. Beside the tensor itself only a little
/// memory is used, and no element is made that does not stay because its axis is expanded. Errors:
/// as MakeGenerator and tensor::StorageBytes.
Result<tensor::HostTensor> MakeTensor(const DataSpec& spec, const tensor::TensorLayout& layout,
                                      const StreamKey& key, const MakeTensorOptions& options = {});

}  // namespace touchstone::data
