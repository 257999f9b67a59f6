// The part that generators of random real numbers share.
#pragma once

#include <span>

#include "framework/data/generator.h"
#include "framework/data/value_range.h"

namespace touchstone::data {

/// Elements that are real numbers in double precision, held inside a range and rounded once.
class RealGenerator : public Generator {
 public:
  /// The ends of `range` are values of `dtype`, so holding a number there before it is rounded is
  /// the same as doing so after.
  RealGenerator(tensor::DType dtype, ValueRange range) : dtype_(dtype), range_(range) {}
  void Fill(uint64_t first, std::span<uint64_t> bits) const final;
  void Store(tensor::DType dtype, uint64_t first, std::span<std::byte> storage) const override;

 protected:
  /// At most kChunk numbers are asked for at a time.
  static constexpr size_t kChunk = 1024;
  /// Writes the numbers of elements [first, first + values.size()); none may be NaN.
  virtual void Sample(uint64_t first, std::span<double> values) const = 0;
  const ValueRange& range() const { return range_; }

 private:
  /// The numbers as they are stored, before they are rounded.
  void SampleHeld(uint64_t first, std::span<double> values) const;

  tensor::DType dtype_;
  ValueRange range_;
};

/// The range that holds nothing back: all finite values of the dtype.
ValueRange FullRange(tensor::DType dtype);

}  // namespace touchstone::data
