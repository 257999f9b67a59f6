// The bit patterns of a dtype, numbered.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/tensor/dtype.h"

namespace touchstone::data {

/// Patterns of a type that is not complex. Number i is bit pattern i, or, of the finite ones alone,
/// the positive numbers in ascending order followed by the negative ones.
class PatternSet {
 public:
  PatternSet(tensor::DType dtype, bool finite_only);

  /// How many there are; 0 stands for 2^64.
  uint64_t count() const { return count_; }
  uint64_t Pattern(uint64_t number) const {
    if (number < half_) return number;
    return sign_bit_ | (number - half_);
  }

 private:
  uint64_t count_;
  uint64_t half_;  ///< patterns with the sign bit clear
  uint64_t sign_bit_;
};

/// Signed zeros, smallest and largest subnormals, smallest and largest normals, infinities and four
/// NaNs (quiet, negative quiet, signalling, all bits set) of a float type; the integers 0, 1, -1
/// and the ends of an integer type; 0 and 1 of bool.
std::vector<uint64_t> SpecialPatterns(tensor::DType dtype, bool finite_only);

}  // namespace touchstone::data
