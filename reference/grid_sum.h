// Sums as integers on a common grid: no order of additions, and no split over threads, changes a bit.
#pragma once

#include <mpfr.h>

#include <cstdint>

namespace touchstone::reference {

/// The sum of values that are each rounded to a multiple of 2^(e - 50), where e = ExponentFor(largest
/// of all magnitudes). Values come as multiples of 2^e and, of what those leave, of 2^(e - 50), made
/// for any e that is large enough for them. A larger value that comes later makes what lies below
/// the new grid void: it is less than half of the new fine unit, as each value by itself would have
/// been (after J. Demmel and H. D. Nguyen, "Parallel Reproducible Summation", 2015). Up to 2^49
/// values, magnitudes below 2^900, no nonzero one below 2^-1000. Not thread-safe.
class GridSum {
 public:
  static constexpr int kStep = 50;
  /// Grids lie so that magnitudes from 2^-26 to 2^24, losses and bounds as they mostly are, leave the
  /// fine unit far below the last places of a double.
  static constexpr int kLeastExponent = -25 - 19 * kStep;

  /// The least exponent for values whose exponent fields are at most this one (1023: those below 2).
  static int ExponentFor(int largest_field);
  /// Values below this can be split at `exponent`.
  static double Limit(int exponent);

  void Add(int exponent, int64_t coarse, int64_t fine) { AddParts(exponent, coarse, fine); }
  void Merge(const GridSum& other) { AddParts(other.exponent_, other.coarse_, other.fine_); }

  static constexpr mpfr_prec_t kExactBits = 320;
  /// The sum of the rounded values. `out` has kExactBits or more, as below.
  void Get(mpfr_ptr out) const;
  /// What `count` roundings may have moved the sum by; 0 where all values were 0.
  void GetSlack(uint64_t count, mpfr_ptr out) const;

 private:
  void AddParts(int exponent, __int128 coarse, __int128 fine);

  int exponent_ = kLeastExponent;
  __int128 coarse_ = 0, fine_ = 0;
};

}  // namespace touchstone::reference
