// An independent oracle for tests: the textbook formula at 1000 bits, its own rounding and tie
// rule.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/bce_with_logits/arguments.h"
#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

/// Finite arguments only. Slow: some 50 us per element.
class MpfrOracle {
 public:
  /// w (p y log(1 + e^-x) + (1-y) log(1 + e^x)), rounded once to nearest even.
  static uint32_t Round(const LossElement& element, const FloatFormat& format);
  /// (sum of losses) / divisor.
  static uint32_t RoundSum(const std::vector<LossElement>& elements, uint64_t divisor,
                           const FloatFormat& format);
  /// lower <= loss <= upper, decided at 1000 bits; false is a violation.
  static bool IsEnclosed(const LossElement& element, double lower, double upper);
  /// |value - loss|, rounded up.
  static double ErrorOf(double value, const LossElement& element);
  static bool IsSumEnclosed(const std::vector<LossElement>& elements, uint64_t divisor,
                            double lower, double upper);
};

}  // namespace touchstone::reference::bce_with_logits
