// Calls of the operator through the public C API, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"

namespace npusim_tests {

using Dims = std::vector<int64_t>;

size_t ElementBytes(aclDataType dtype);
std::vector<std::byte> Encode(const std::vector<double>& values, aclDataType dtype);
std::vector<double> Decode(const std::vector<std::byte>& bytes, aclDataType dtype);

/// The chip in force, as the tests need to know it (from its name alone).
bool ChipHasBf16();
bool ChipIsRegBase();
bool ChipSaturates();
bool ContractIsDocumented();

/// What a tensor is to look like.
struct TensorSpec {
  Dims dims;
  std::vector<double> values = {};  ///< of the storage, in memory order; one value is repeated
  aclDataType dtype = ACL_FLOAT;
  std::optional<Dims> strides = {};       ///< default: dense
  int64_t offset = 0;                     ///< in elements
  std::optional<Dims> storage_dims = {};  ///< default: dims
  aclFormat format = ACL_FORMAT_ND;
};

/// A tensor and its device memory.
class DeviceTensor {
 public:
  explicit DeviceTensor(const TensorSpec& spec);
  ~DeviceTensor();
  DeviceTensor(const DeviceTensor&) = delete;
  DeviceTensor& operator=(const DeviceTensor&) = delete;

  aclTensor* get() const { return tensor_; }
  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }
  std::vector<std::byte> StorageBytes() const;
  std::vector<double> StorageValues() const { return Decode(StorageBytes(), dtype_); }
  /// Frees the handle before the memory's end of life.
  void DestroyHandle();

 private:
  aclDataType dtype_;
  void* data_ = nullptr;
  size_t bytes_ = 0;
  aclTensor* tensor_ = nullptr;
};

/// The arguments of phase 1; a spec that is not set is a null pointer.
struct CallSpec {
  std::optional<TensorSpec> self;
  std::optional<TensorSpec> target;
  std::optional<TensorSpec> weight;
  std::optional<TensorSpec> pos_weight;
  int64_t reduction = 0;
  std::optional<TensorSpec> out;
};

struct CallResult {
  aclnnStatus phase1 = -1;
  aclnnStatus phase2 = -1;
  aclError synchronisation = -1;
  uint64_t workspace_bytes = 0;
  std::string message;               ///< aclGetRecentErrMsg after a failed phase
  std::vector<double> out;           ///< the output's storage
  std::vector<std::byte> out_bytes;  ///< the same, as it lies in memory
  bool inputs_unchanged = false;
};

/// Both phases, with a workspace of the size phase 1 asks for.
CallResult Call(const CallSpec& spec);

/// The stream that tests use; opened with the library by the first call.
aclrtStream TestStream();
std::string TakeErrorMessage();

}  // namespace npusim_tests
