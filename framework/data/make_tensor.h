// From a spec to a filled tensor in one step.
#pragma once

#include "framework/data/generator.h"
#include "framework/tensor/host_tensor.h"

namespace touchstone::data {

/// A tensor whose view holds the spec's elements in row-major order; storage outside of the view is
/// zero. Any dtype. Errors: as MakeGenerator and tensor::StorageBytes.
Result<tensor::HostTensor> MakeTensor(const DataSpec& spec, const tensor::TensorLayout& layout,
                                      const StreamKey& key);

}  // namespace touchstone::data
