// Reads a tensor as fp32 numbers in the order of another shape: views, broadcasts and dtypes
// undone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "framework/diagnostics/error.h"
#include "framework/tensor/host_tensor.h"
#include "framework/tensor/strided_runs.h"

namespace touchstone::operators {

/// Elements are read straight from the tensor's storage; nothing is materialised. The tensor must
/// outlive the reader. Thread-safe.
class OperandReader {
 public:
  struct Options {
    tensor::Dims shape;           ///< broadcast to this shape, which numbers the elements
    tensor::DType compute_dtype;  ///< fp32, fp16 or bf16: values are rounded to it, once
    bool saturates = false;       ///< overflow of that rounding gives the largest finite number
  };

  /// Errors: complex dtype, shape that does not broadcast, storage smaller than the view needs.
  static Result<OperandReader> Make(const tensor::HostTensor& tensor, const Options& options);

  /// Fills `values` with elements first, first + 1, ... of the shape. fp16 and bf16 are widened
  /// exactly; other dtypes are rounded once to the compute dtype, to nearest even.
  void Read(uint64_t first, std::span<float> values) const;

  /// The same elements where they lie in memory in this order and as fp32 numbers; empty elsewhere.
  std::span<const float> View(uint64_t first, size_t count) const;

  /// Row-major number, in the tensor's own view, of element `index` of the shape.
  uint64_t ElementNumber(uint64_t index) const;

 private:
  using Convert = void (*)(const OperandReader&, const std::byte*, int64_t stride,
                           std::span<float>);

  OperandReader() = default;
  template <typename Stored>
  static void ConvertRun(const OperandReader& reader, const std::byte* from, int64_t stride,
                         std::span<float> values);
  static Convert ConverterOf(tensor::DType dtype);
  float RoundToCompute(double value) const;

  const tensor::HostTensor* tensor_ = nullptr;
  Options options_;
  std::optional<tensor::StridedRuns> runs_;  ///< of the shape in the storage
  Convert convert_ = nullptr;
};

}  // namespace touchstone::operators
