// Writes a .npy file piece by piece, so that an array need never be in memory as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "framework/diagnostics/error.h"
#include "framework/tensor/layout.h"

namespace touchstone::data {

/// The file appears under its name only when it is whole: until then it is written beside it and
/// removed when the writer goes. What is no regular file (a device, a pipe) is written to in place;
/// a link stays a link. Not thread-safe.
class NpyWriter {
 public:
  /// Errors (input): the place cannot be written to. bf16 is written as uint16.
  static Result<NpyWriter> Create(const std::string& path, tensor::DType dtype,
                                  const tensor::Dims& shape);
  NpyWriter(NpyWriter&& other) noexcept;
  NpyWriter& operator=(NpyWriter&& other) noexcept;
  ~NpyWriter();

  /// The next elements in row-major order. Errors (infrastructure): disk full, or any other failure
  /// of the system; more bytes than the shape has.
  Status Append(std::span<const std::byte> bytes);
  /// Puts the file into its place. Errors as Append, and fewer bytes than the shape has.
  Status Commit();

 private:
  NpyWriter() = default;
  Error CannotWrite(int error_number) const;
  Status Write(std::span<const std::byte> bytes);
  void Discard();

  std::string path_;    ///< as given
  std::string target_;  ///< where the file goes in the end
  std::string beside_;  ///< where it is until then; empty: in place
  int fd_ = -1;
  uint64_t missing_bytes_ = 0;
};

}  // namespace touchstone::data
