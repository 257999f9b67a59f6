#include "framework/judge/metrics_state.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "framework/judge/verdict.h"

namespace touchstone::judge {
namespace {

// Bin of [0], (0, 1/2], (1/2, 1], (1, 2], ...
size_t HistogramBin(double error_ulp, size_t bins) {
  const uint64_t bits = std::bit_cast<uint64_t>(error_ulp);
  if (bits == 0) return 0;
  const int ceiling_exponent = static_cast<int>((bits - 1) >> 52) - 1022;  // ceil(log2(error))
  return static_cast<size_t>(std::clamp(ceiling_exponent + 2, 1, static_cast<int>(bins) - 1));
}

bool SameNumber(const tensor::FloatFormat& format, uint32_t a, uint32_t b) {
  return a == b || ((a | b) & ~format.sign_bit) == 0;
}

double Mean(const ExactSum& sum, uint64_t count) {
  return count == 0 ? 0 : sum.Value() / static_cast<double>(count);
}

}  // namespace

MetricsState::MetricsState(const tensor::FloatFormat& format, double small_value_threshold)
    : format_(format), small_value_threshold_(small_value_threshold) {}

void MetricsState::Add(const Block& block) {
  totals_.metrics.elements += block.count + block.specials.size();
  totals_.comparable += block.count;
  AddErrors(block);
  AddRounding(block);
  AddSpecials(block);
}

void MetricsState::AddErrors(const Block& block) {
  std::array<double, kBlockSize> relative, squared, magnitude_ulp;
  Metrics& metrics = totals_.metrics;
  double max_relative = metrics.max_relative_error, max_error = metrics.max_absolute_error;
  double max_ulp = metrics.max_error_ulp, max_magnitude = totals_.max_magnitude;
  uint64_t small = 0;
  bool narrow = true;
  for (size_t i = 0; i < block.count; ++i) {
    const double magnitude = std::fabs(block.middle[i]);
    const double error = block.error[i];
    const double denominator = magnitude + kRelativeErrorOffset;
    relative[i] = error / denominator;
    squared[i] = error * error;
    magnitude_ulp[i] = std::fabs(block.error_ulp[i]);
    narrow &= block.radius[i] == 0;
    max_relative = std::max(max_relative, relative[i]);
    max_error = std::max(max_error, error);
    max_ulp = std::max(max_ulp, magnitude_ulp[i]);
    max_magnitude = std::max(max_magnitude, magnitude);
    small += magnitude < small_value_threshold_;
  }
  metrics.max_relative_error = max_relative;
  metrics.max_absolute_error = max_error;
  metrics.max_error_ulp = max_ulp;
  metrics.small_value_elements += small;
  totals_.max_magnitude = max_magnitude;
  if (!narrow) {
    for (size_t i = 0; i < block.count; ++i) {
      totals_.relative_error_radius =
          std::max(totals_.relative_error_radius,
                   RelativeErrorRadius(relative[i], std::fabs(block.middle[i]), block.radius[i]));
    }
  }
  relative_errors_.AddBlock(relative.data(), block.count);
  squared_errors_.AddBlock(squared.data(), block.count);
  errors_ulp_.AddBlock(magnitude_ulp.data(), block.count);
  signed_errors_ulp_.AddBlock(block.error_ulp.data(), block.count);
  for (size_t i = 0; i < block.count; ++i)
    ++histogram_[HistogramBin(magnitude_ulp[i], kHistogramBins)];
}

void MetricsState::AddRounding(const Block& block) {
  Metrics& metrics = totals_.metrics;
  uint64_t same = 0;
  for (size_t i = 0; i < block.count; ++i) {
    same += (block.bits[i] == block.rounded_bits[i]) & (block.decided[i] != 0);
  }
  if (same == block.count) {
    metrics.correctly_rounded += same;
    return;
  }
  for (size_t i = 0; i < block.count; ++i) {
    const uint32_t bits = block.bits[i];
    uint32_t low = block.rounded_bits[i], high = low;
    if (block.decided[i] == 0) {
      low = tensor::Round(format_, block.lower[i]);
      high = tensor::Round(format_, block.upper[i]);
    }
    if (low != high) {
      // Both ends may be right; a value strictly outside of them is wrong in any case.
      const double value = block.actual[i];
      const bool possible =
          value >= tensor::Decode(format_, low) && value <= tensor::Decode(format_, high);
      if (possible) {
        ++metrics.undecided;
        continue;
      }
    } else {
      if (SameNumber(format_, bits, low)) ++metrics.correctly_rounded;
      if (bits == low) continue;
    }
    const uint64_t index = block.IndexOf(i);
    ++metrics.bitwise_mismatches;
    totals_.first_other_bits = std::min(totals_.first_other_bits, index);
    if (low == high && SameNumber(format_, bits, low)) continue;
    ++totals_.not_correctly_rounded;
    totals_.first_not_correctly_rounded = std::min(totals_.first_not_correctly_rounded, index);
  }
}

void MetricsState::AddSpecials(const Block& block) {
  Metrics& metrics = totals_.metrics;
  for (const SpecialElement& element : block.specials) {
    const tensor::ElementClass actual = tensor::ClassOf(format_, element.actual_bits);
    bool right = false;
    switch (element.kind) {
      case SpecialKind::kUnwritten:
        ++metrics.unwritten;
        totals_.first_unwritten = std::min(totals_.first_unwritten, element.index);
        break;
      case SpecialKind::kClassMismatch:
        ++metrics.class_mismatches;
        totals_.first_mismatch = std::min(totals_.first_mismatch, element.index);
        break;
      case SpecialKind::kClassMatch:
        ++totals_.class_matches;
        // A flushed zero is right for its chip, but is not the exact value rounded once.
        right = (element.actual_bits & ~format_.sign_bit) != 0;
        break;
      case SpecialKind::kOpen:
        ++totals_.open;
        ++metrics.undecided;
        totals_.first_open = std::min(totals_.first_open, element.index);
        break;
    }
    if (element.kind != SpecialKind::kUnwritten) {
      metrics.nan += actual == tensor::ElementClass::kNan;
      metrics.positive_infinity += actual == tensor::ElementClass::kPositiveInfinity;
      metrics.negative_infinity += actual == tensor::ElementClass::kNegativeInfinity;
    }
    if (element.kind == SpecialKind::kOpen) continue;
    if (right) {
      ++metrics.correctly_rounded;
    } else {
      ++metrics.bitwise_mismatches;
      ++totals_.not_correctly_rounded;
      totals_.first_other_bits = std::min(totals_.first_other_bits, element.index);
      totals_.first_not_correctly_rounded =
          std::min(totals_.first_not_correctly_rounded, element.index);
    }
  }
}

void MetricsState::Merge(const MetricsState& other) {
  Metrics& to = totals_.metrics;
  const Metrics& from = other.totals_.metrics;
  to.elements += from.elements;
  to.unwritten += from.unwritten;
  to.nan += from.nan;
  to.positive_infinity += from.positive_infinity;
  to.negative_infinity += from.negative_infinity;
  to.class_mismatches += from.class_mismatches;
  to.bitwise_mismatches += from.bitwise_mismatches;
  to.correctly_rounded += from.correctly_rounded;
  to.undecided += from.undecided;
  to.small_value_elements += from.small_value_elements;
  to.max_relative_error = std::max(to.max_relative_error, from.max_relative_error);
  to.max_absolute_error = std::max(to.max_absolute_error, from.max_absolute_error);
  to.max_error_ulp = std::max(to.max_error_ulp, from.max_error_ulp);

  const Totals& others = other.totals_;
  totals_.comparable += others.comparable;
  totals_.class_matches += others.class_matches;
  totals_.open += others.open;
  totals_.not_correctly_rounded += others.not_correctly_rounded;
  const auto keep_first = [&](uint64_t Totals::*first) {
    totals_.*first = std::min(totals_.*first, others.*first);
  };
  keep_first(&Totals::first_unwritten);
  keep_first(&Totals::first_mismatch);
  keep_first(&Totals::first_open);
  keep_first(&Totals::first_other_bits);
  keep_first(&Totals::first_not_correctly_rounded);
  totals_.max_magnitude = std::max(totals_.max_magnitude, others.max_magnitude);
  totals_.relative_error_radius =
      std::max(totals_.relative_error_radius, others.relative_error_radius);

  relative_errors_.Merge(other.relative_errors_);
  squared_errors_.Merge(other.squared_errors_);
  errors_ulp_.Merge(other.errors_ulp_);
  signed_errors_ulp_.Merge(other.signed_errors_ulp_);
  for (size_t i = 0; i < kHistogramBins; ++i) histogram_[i] += other.histogram_[i];
}

Totals MetricsState::Finish() const {
  Totals totals = totals_;
  Metrics& metrics = totals.metrics;
  metrics.mean_relative_error = Mean(relative_errors_, totals.comparable);
  metrics.root_mean_square_error = std::sqrt(Mean(squared_errors_, totals.comparable));
  metrics.mean_error_ulp = Mean(errors_ulp_, totals.comparable);
  metrics.mean_signed_error_ulp = Mean(signed_errors_ulp_, totals.comparable);
  size_t bins = kHistogramBins;
  while (bins > 0 && histogram_[bins - 1] == 0) --bins;
  metrics.ulp_histogram.assign(histogram_.begin(),
                               histogram_.begin() + static_cast<std::ptrdiff_t>(bins));
  // Each relative error is rounded a few times, and so is their mean.
  totals.relative_error_radius += metrics.mean_relative_error * 0x1p-50;
  return totals;
}

}  // namespace touchstone::judge
