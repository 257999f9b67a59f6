// A case with its inputs made and the room for its outputs known.
#pragma once

#include <map>
#include <string>

#include "framework/diagnostics/error.h"
#include "framework/run/element_access.h"
#include "framework/suite/case.h"
#include "framework/tensor/host_tensor.h"

namespace touchstone::run {

/// Gaps of strided inputs hold this byte in the first run and in digests.
inline constexpr uint8_t kFirstFillByte = 0xFF;

struct PreparedInput {
  tensor::HostTensor tensor;
  std::string digest;  ///< Xxh3Hex of the storage
  StorageGaps gaps;
};

struct PreparedOutput {
  tensor::TensorLayout layout;
  size_t storage_bytes;
  StorageGaps gaps;
};

/// Tensors that are passed; absent and null ones have no entry.
struct PreparedCase {
  const suite::Case* source = nullptr;
  std::map<std::string, PreparedInput> inputs;
  std::map<std::string, PreparedOutput> outputs;
};

/// Makes every input, large ones at the same time, by (seed, data key, tensor name), the same bytes
/// on every machine. Errors (input): a layout that cannot be stored, data that cannot be made; each
/// names the tensor.
Result<PreparedCase> PrepareCase(const suite::Case& source);

}  // namespace touchstone::run
