// Exact sums of doubles.
#pragma once

#include <mpfr.h>

#include <array>
#include <cstdint>

namespace touchstone::reference {

/// A fixed-point accumulator wide enough for every finite double: sums are exact, so the result
/// does not depend on order, on chunking or on the number of threads. Up to 2^40 additions.
///
/// Layout: digit i counts units of 2^(32 i - 1075) in a signed 64-bit integer. An addition puts the
/// low 32 bits of the shifted significand into one digit and the rest (at most 52 bits) into the
/// next, so 2^10 additions fit between carries.
class ExactSum {
 public:
  /// Adds a finite double. Infinities and NaN are a programming error (aborts).
  void Add(double value);
  /// Adds everything the other one holds.
  void Merge(const ExactSum& other);

  /// Sets `out` to the exact sum. `out` must have at least kExactBits of precision.
  void Get(mpfr_ptr out) const;
  static constexpr mpfr_prec_t kExactBits = 2240;

  double RoundedDown() const;  ///< largest double not above the sum
  double RoundedUp() const;    ///< smallest double not below the sum

 private:
  void Carry();

  static constexpr int kDigits = 68;
  static constexpr int kAddsBetweenCarries = 1 << 10;
  std::array<int64_t, kDigits> digits_ = {};
  int adds_since_carry_ = 0;
};

}  // namespace touchstone::reference
