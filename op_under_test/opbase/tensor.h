// The objects behind the opaque handles aclTensor, aclScalar, the arrays and the lists.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "aclnn/acl_meta.h"
#include "op_under_test/opbase/shape.h"

namespace npusim {

/// Device memory of a tensor. Shared between a handle and the executors planned on it, so that a
/// new address reaches them and a destroyed handle does not pull the address away.
struct TensorStorage {
  std::atomic<void*> address{nullptr};
  std::atomic<bool> handle_is_destroyed{false};
};

/// A view over storage: everything about a tensor but its address.
struct TensorDesc {
  Dims view_dims;
  Dims strides;  ///< in elements, one per view dimension
  int64_t offset_elements = 0;
  Dims storage_dims;  ///< the library's "original shape"
  aclDataType dtype = ACL_DT_UNDEFINED;
  aclFormat format = ACL_FORMAT_ND;
};

/// A dense tensor of its own storage.
TensorDesc DenseDesc(const Dims& dims, aclDataType dtype);

}  // namespace npusim

struct aclTensor {
  aclTensor() = default;
  ~aclTensor() { storage->handle_is_destroyed = true; }
  aclTensor(const aclTensor&) = delete;
  aclTensor& operator=(const aclTensor&) = delete;

  npusim::TensorDesc desc;
  std::shared_ptr<npusim::TensorStorage> storage = std::make_shared<npusim::TensorStorage>();
};

struct aclScalar {
  aclDataType dtype;
  std::array<std::byte, 16> value;  ///< the first DataTypeBytes(dtype) bytes count
};

struct aclIntArray {
  std::vector<int64_t> values;
};

struct aclFloatArray {
  std::vector<float> values;
};

struct aclBoolArray {
  std::vector<bool> values;
};

struct aclTensorList {
  std::vector<const aclTensor*> elements;
};

struct aclScalarList {
  std::vector<const aclScalar*> elements;
};
