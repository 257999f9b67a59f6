// NumPy's .npy files (format versions 1.0 to 3.0, NumPy Enhancement Proposal 1 and
// numpy.lib.format).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/tensor/host_bytes.h"
#include "framework/tensor/layout.h"

namespace touchstone::data {

/// An array in row-major order, little-endian, whatever order its file had. bfloat16 has no type of
/// its own in NumPy: it is kept as uint16 bit patterns, both here and in files.
struct NpyArray {
  tensor::DType dtype = tensor::DType::kFp32;
  tensor::Dims shape;
  tensor::HostBytes bytes;  ///< as a tensor takes them over
};

/// No larger file is read.
inline constexpr uint64_t kMaxNpyBytes = uint64_t{1} << 34;

/// Reads bool, int8 to uint64, fp16, fp32, fp64 and complex arrays in C or Fortran order and either
/// byte order. Errors, each with the path: not a regular file, unreadable, too large, wrong magic,
/// unknown version, malformed header, unsupported type, a shape that does not match the file's
/// size.
Result<NpyArray> ReadNpy(const std::string& path, uint64_t max_bytes = kMaxNpyBytes);

/// The same from bytes; `name` stands for the file in messages.
Result<NpyArray> ParseNpy(std::span<const std::byte> bytes, const std::string& name);

/// What a version 1.0 file in C order holds before its data. bf16 is written as uint16.
Result<std::vector<std::byte>> NpyFileHeader(tensor::DType dtype, const tensor::Dims& shape);
/// The bytes of a version 1.0 file in C order. bf16 is written as uint16. `bytes` must be as long
/// as the shape and dtype say.
Result<std::vector<std::byte>> SerializeNpy(tensor::DType dtype, const tensor::Dims& shape,
                                            std::span<const std::byte> bytes);
/// Writes them to a file. Errors also for a file that cannot be written, disk full included.
Status WriteNpy(const std::string& path, tensor::DType dtype, const tensor::Dims& shape,
                std::span<const std::byte> bytes);

}  // namespace touchstone::data
