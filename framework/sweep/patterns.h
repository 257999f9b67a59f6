// All bit patterns of a floating-point format, in order, and the groups that results are told by.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "framework/tensor/float_format.h"

namespace touchstone::sweep {

/// What the numbers of one group have in common.
enum class PatternKind : uint8_t { kSubnormal, kNormal, kInfinity, kNan };
std::string_view Name(PatternKind kind);  ///< "subnormal" (zero is one of them), "normal", ...

/// Neighbouring patterns of one sign and one exponent; infinities and NaNs apart from each other.
struct PatternGroup {
  uint32_t first_bits = 0;  ///< smallest pattern of the group
  uint32_t last_bits = 0;
  bool negative = false;
  PatternKind kind = PatternKind::kNormal;
  int exponent = 0;  ///< of the numbers: 2^exponent <= |x| < 2^(exponent + 1); of subnormals: below
                     ///< 2^exponent; nothing for infinities and NaNs
};

/// Patterns 0, stride, 2 * stride, ... of a format: each has a number, from 0 on.
class Patterns {
 public:
  /// `stride` is at least 1; 1 takes every pattern.
  Patterns(const tensor::FloatFormat& format, uint64_t stride)
      : format_(&format), stride_(stride) {}

  const tensor::FloatFormat& format() const { return *format_; }
  uint64_t stride() const { return stride_; }
  uint64_t all() const { return uint64_t{1} << format_->storage_bits; }
  uint64_t count() const { return (all() + stride_ - 1) / stride_; }
  uint32_t BitsAt(uint64_t number) const { return static_cast<uint32_t>(number * stride_); }

  PatternGroup GroupOf(uint32_t bits) const;
  /// Cuts patterns [first, first + count) where the group changes.
  void ForEachRun(
      uint64_t first, uint64_t count,
      const std::function<void(const PatternGroup&, uint64_t first, uint64_t count)>& visit) const;

 private:
  const tensor::FloatFormat* format_;
  uint64_t stride_;
};

}  // namespace touchstone::sweep
