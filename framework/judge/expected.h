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
  /// The usual same-precision computation, for dual standards, as the value of its bit pattern. May
  /// be empty where OutputJudge::NeedsBenchmark is false.
  std::vector<double> benchmark;
  /// Bound on |value before the last rounding - exact| under the stated order of operations;
  /// +infinity where an intermediate of that order overflows and the bound does not apply.
  std::vector<double> rounding_bound;

  /// The reference knows of every element of the run: lower <= upper, both finite, `decided`, a
  /// finite stated class, a finite rounding_bound and no stated_value. `decided` and `stated_class`
  /// may then stay empty. Saying so spares the judge a look at each; false is always right.
  bool ordinary = false;

  // The rest may stay empty, which says that there is nothing of the kind in this run.

  /// `rounding_bound` where a reduction adds up its elements one after another.
  std::vector<double> serial_bound;
  /// Where the stated order yields a finite number that the exact value says nothing of (infinite
  /// arguments, overflowing intermediates): that number, how far an honest device may be from it
  /// before the last rounding, and NaN where there is none.
  std::vector<double> stated_value;
  std::vector<double> stated_bound;
  /// `stated_bound` where a reduction adds up its elements one after another; empty: the same.
  std::vector<double> stated_serial_bound;

  void Resize(size_t element_count, bool with_benchmark = true) {
    lower.resize(element_count);
    upper.resize(element_count);
    rounded_bits.resize(element_count);
    decided.resize(element_count);
    stated_class.resize(element_count);
    benchmark.resize(with_benchmark ? element_count : 0);
    rounding_bound.resize(element_count);
    ordinary = false;
    serial_bound.clear();
    stated_value.clear();
    stated_bound.clear();
    stated_serial_bound.clear();
  }
};

/// What the device delivered for the same elements.
struct ActualChunk {
  std::vector<uint32_t> bits;  ///< output bit patterns, row-major order of the view
  /// 1 where the element still holds the fill pattern in every run; empty: all were written.
  std::vector<uint8_t> unwritten;
};

}  // namespace touchstone::judge
