// The means of errors, as sums that no order of additions changes.
#pragma once

#include <cstdint>

#include "framework/judge/block.h"
#include "framework/judge/exact_sum.h"
#include "framework/judge/square_sum.h"
#include "framework/judge/verdict.h"

namespace touchstone::judge {

/// Mergeable in any order. Not thread-safe.
class ErrorMeans {
 public:
  void Add(const Block& block);
  void Merge(const ErrorMeans& other);
  /// Sets the means of `count` elements; the result bounds the error of the mean relative error.
  double Finish(uint64_t count, Metrics& metrics) const;

 private:
  void AddLargeTerms(const Block& block);
  void AddLargeRelativeErrors(const Block& block);
  void AddLargeUlpErrors(const Block& block);
  void AddLargeSquares(const Block& block);
  void AddRadii(const Block& block);

  // Sums of terms in units of block_pass.h, and of those too large for them.
  __int128 relative_errors_ = 0, fine_relative_errors_ = 0, errors_ulp_ = 0, signed_errors_ulp_ = 0;
  SquareSum squared_errors_;
  ExactSum large_relative_errors_, large_squared_errors_, large_errors_ulp_,
      large_signed_errors_ulp_;
  bool any_narrow_ = false;  // some enclosure has a narrow radius
  ExactSum wide_radii_;      // relative error radii of all that are not narrow
};

}  // namespace touchstone::judge
