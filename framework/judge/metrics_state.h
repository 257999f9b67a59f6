// Metrics of one output, accumulated block by block and mergeable without a trace of the order.
#pragma once

#include <array>
#include <cstdint>

#include "framework/judge/block.h"
#include "framework/judge/error_means.h"
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

/// From [0] and (0, 0.5] up to the error of fp32's largest number against its smallest, 2^277.
inline constexpr size_t kHistogramBins = 300;

class MetricsState {
 public:
  explicit MetricsState(const tensor::FloatFormat& format) : format_(format) {}

  void Add(const Block& block);
  void Merge(const MetricsState& other);
  Totals Finish() const;

 private:
  void AddErrors(const Block& block);
  void AddHistogram(const Block& block);
  void AddRounding(const Block& block);
  void AddUndecided(const Block& block, size_t i);
  void MarkOtherBits(uint64_t index, bool same_number);
  void AddSpecials(const Block& block);

  const tensor::FloatFormat& format_;
  Totals totals_;
  ErrorMeans means_;
  std::array<uint64_t, kHistogramBins> histogram_{};
};

}  // namespace touchstone::judge
