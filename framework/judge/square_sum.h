// Sums of squared errors as integers: no order of additions changes them.
#pragma once

#include <cstdint>

#include "framework/judge/exact_sum.h"

namespace touchstone::judge {

/// The sum of values of 0 or more, each rounded to a unit that the largest of all decides: 2^(e -
/// 50) with e = ExponentFor(largest), 49 to 99 bits below it. Values come as multiples of 2^e and of
/// 2^(e - 50), the second what the first left. As each is then far below half of every larger unit
/// but the next, a larger value that comes later merely makes the finer part void, and the result is
/// the same in any order (after J. Demmel and H. D. Nguyen, "Parallel Reproducible Summation",
/// 2015). Up to 2^34 values. Not thread-safe.
class SquareSum {
 public:
  static constexpr int kStep = 50;
  static constexpr int kLeastExponent = -19 * kStep;

  /// Values below this can be split at `exponent`.
  static double Limit(int exponent);
  /// The least multiple of kStep, not below kLeastExponent, whose Limit lies above `largest`.
  static int ExponentFor(double largest);

  void Add(int exponent, int64_t coarse, int64_t fine) { AddParts(exponent, coarse, fine); }
  void Merge(const SquareSum& other) { AddParts(other.exponent_, other.coarse_, other.fine_); }
  void AddTo(ExactSum& sum) const;

 private:
  void AddParts(int exponent, __int128 coarse, __int128 fine);

  int exponent_ = kLeastExponent;
  __int128 coarse_ = 0, fine_ = 0;
};

/// units * 2^exponent, exactly; |units| < 2^100.
void AddUnits(__int128 units, int exponent, ExactSum& sum);

}  // namespace touchstone::judge
