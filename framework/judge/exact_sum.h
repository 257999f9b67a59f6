// Sums of doubles without any rounding, so that no order of additions can change a metric.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace touchstone::judge {

/// The exact sum of the doubles added so far. Adding in any order, in any split over several sums
/// merged in any order, leaves the same number; reading it rounds once, to nearest even.
///
/// After the small superaccumulator of R. M. Neal, "Fast exact summation using small and large
/// superaccumulators" (2015): one signed 64-bit bin per exponent collects significands and is
/// emptied into a long fixed-point number before it can overflow. Infinities and NaNs are counted
/// apart and make the value infinite or NaN. Runs of values of similar size are first added up
/// exactly on two grids (see exact_sum.cpp), which takes a third of the time. Up to 2^62 additions.
/// Not thread-safe.
class ExactSum {
 public:
  ExactSum();

  void Add(double value) { AddBlock(&value, 1); }
  void AddBlock(const double* values, size_t count);
  void Merge(const ExactSum& other);

  /// The sum, rounded once; +infinity or -infinity where only one of them was added (or the sum is
  /// too large), NaN after a NaN or both infinities. An empty sum is +0.
  double Value() const;

 private:
  static constexpr size_t kBins = 2048;
  static constexpr size_t kBinsPerGroup = 32;
  static constexpr size_t kGroups = kBins / kBinsPerGroup;
  // A significand has 53 bits, so a bin takes 2^10 - 1 of them before bit 63 is reached.
  static constexpr size_t kAddsBeforeFlush = 1023;
  // Digits of 32 bits: 2^-1074 is bit 0, 2^1023 is bit 2097; the rest is room for 2^62 additions.
  static constexpr size_t kDigits = 70;
  using Digits = std::array<int64_t, kDigits>;

  void AddToBins(const double* values, size_t count);
  void AddBins(Digits& digits) const;
  void Flush();
  void CountNonFinite(const double* values, size_t count);

  std::vector<int64_t> bins_;            // bin e: sum of significands of weight 2^(e - 1075)
  std::array<uint8_t, kGroups> used_{};  // which groups of bins may hold something
  size_t adds_ = 0;
  Digits digits_{};  // normalised: all but the last within [0, 2^32)
  uint64_t positive_infinities_ = 0, negative_infinities_ = 0, nans_ = 0;
};

}  // namespace touchstone::judge
