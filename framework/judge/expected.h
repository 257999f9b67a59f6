// What a reference says about a run of output elements; the judge knows no operator, only this.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/tensor/float_format.h"

namespace touchstone::judge {

/// One entry per output element, in row-major order of the output. Vectors
/// have the same length, unless said otherwise.
struct ExpectedChunk {
  /// Proven enclosure of the exact value: lower <= exact <= upper. Both NaN where the limit is NaN;
  /// both the same infinity where the value itself is infinite (not where it merely overflows).
  std::vector<double> lower;
  std::vector<double> upper;
  /// The exact value rounded once to the output dtype (bit pattern), where `decided` is not 0.
  std::vector<uint32_t> rounded_bits;
  std::vector<uint8_t> decided;
  /// Class that the chip's stated order of operations yields in fp32 and then in the output dtype.
  std::vector<tensor::ElementClass> stated_class;
  /// The usual same-precision computation, for dual standards, as the value of its bit pattern.
  std::vector<double> benchmark;
  /// Bound on |value before the last rounding - exact| under the stated order of operations;
  /// +infinity where an intermediate of that order overflows and the bound does not apply.
  std::vector<double> rounding_bound;

  // The rest may stay empty, which says that there is nothing of the kind in this run.

  /// `rounding_bound` where a reduction adds up its elements one after another.
  std::vector<double> serial_bound;
  /// Where the stated order yields a finite number that the exact value says nothing of (infinite
  /// arguments, overflowing intermediates): that number, how far an honest device may be from it
  /// before the last rounding, and NaN where there is none.
  std::vector<double> stated_value;
  std::vector<double> stated_bound;

  void Resize(size_t element_count) {
    lower.resize(element_count);
    upper.resize(element_count);
    rounded_bits.resize(element_count);
    decided.resize(element_count);
    stated_class.resize(element_count);
    benchmark.resize(element_count);
    rounding_bound.resize(element_count);
    serial_bound.clear();
    stated_value.clear();
    stated_bound.clear();
  }
};

/// What the device delivered for the same elements.
struct ActualChunk {
  std::vector<uint32_t> bits;  ///< output bit patterns, row-major order of the view
  std::vector<uint8_t>
      unwritten;  ///< 1 where the element still holds the fill pattern in every run
};

}  // namespace touchstone::judge
