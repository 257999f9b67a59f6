// Metrics of one output, accumulated block by block and mergeable without a trace of the order.
#pragma once

#include <array>
#include <cstdint>

#include "framework/judge/block.h"
#include "framework/judge/error_arrays.h"
#include "framework/judge/exact_sum.h"
#include "framework/judge/tolerance.h"
#include "framework/judge/verdict.h"

namespace touchstone::judge {

/// What rules need to know of the whole output.
struct Totals {
  Metrics metrics;
  uint64_t comparable = 0;     ///< elements that entered the means
  uint64_t class_matches = 0;  ///< right by their class alone
  uint64_t open = 0;           ///< class, or the value to compare with, left open by the reference
  uint64_t first_unwritten = kNoElement;
  uint64_t first_mismatch = kNoElement;
  uint64_t first_open = kNoElement;
  uint64_t first_other_bits = kNoElement;
  uint64_t first_not_correctly_rounded = kNoElement;
  uint64_t not_correctly_rounded = 0;
  double max_magnitude = 0;          ///< largest |exact| of the comparable elements
  double relative_error_radius = 0;  ///< bound on the error of the mean relative error
};

class MetricsState {
 public:
  /// `small_value_threshold`: below it an element counts as small.
  MetricsState(const tensor::FloatFormat& format, double small_value_threshold);

  void Add(const Block& block);
  void Merge(const MetricsState& other);
  Totals Finish() const;

 private:
  uint64_t BinCount(size_t bin) const { return histograms_[0][bin] + histograms_[1][bin]; }
  void AddErrors(const Block& block);
  void AddRounding(const Block& block);
  void AddUndecided(const Block& block, size_t i);
  void MarkOtherBits(uint64_t index, bool same_number);
  void AddSpecials(const Block& block);

  const tensor::FloatFormat& format_;
  double small_value_threshold_;
  Totals totals_;
  ExactSum relative_errors_, squared_errors_, errors_ulp_, signed_errors_ulp_;
  bool any_narrow_ = false;  // some enclosure has a narrow radius
  ExactSum wide_radii_;      // relative error radii of all that are not narrow
  std::array<uint64_t, kHistogramBins> histograms_[2] = {};  // their sum counts
};

}  // namespace touchstone::judge
