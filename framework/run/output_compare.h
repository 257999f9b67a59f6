// Outputs of two runs of one case, element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/tensor/layout.h"

namespace touchstone::run {

/// Which elements of an output no run has written, by row-major number. Uses memory only once there
/// is one.
class UnwrittenElements {
 public:
  explicit UnwrittenElements(int64_t element_count = 0) : element_count_(element_count) {}

  bool any() const { return !words_.empty(); }
  void Mark(int64_t index);
  /// Sets flags[i] to 1 for each such element of [first, first + flags.size()), else to 0.
  void Read(int64_t first, std::span<uint8_t> flags) const;

 private:
  int64_t element_count_;
  std::vector<uint64_t> words_;  ///< a bit for each element; empty while there is none
};

/// Compares a later run's output with the first run's in pieces of any size.
class RunComparison {
 public:
  /// The bytes that the outputs were filled with before each run. An element that holds the pattern
  /// in both is marked in `unwritten`, which may be null: no value that an operator computes can
  /// equal both patterns.
  RunComparison(const tensor::TensorLayout& layout, uint8_t first_fill, uint8_t later_fill,
                UnwrittenElements* unwritten);

  /// Elements from number `first` on, dense, of the first and of the later run.
  void Compare(int64_t first, std::span<const std::byte> first_run,
               std::span<const std::byte> later_run);

  /// The first element whose bits differ between the runs, unwritten ones aside, as
  /// "element 17 [0, 17]: 0x3F800000 (1) then 0x3F800001 (1.0000001)"; "" when there is none.
  const std::string& first_difference() const { return first_difference_; }

 private:
  const tensor::TensorLayout& layout_;
  size_t element_bytes_;
  std::vector<std::byte> first_pattern_;
  std::vector<std::byte> later_pattern_;
  UnwrittenElements* unwritten_;
  std::string first_difference_;
};

}  // namespace touchstone::run
