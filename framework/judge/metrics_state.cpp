#include "framework/judge/metrics_state.h"

#include <algorithm>
#include <cmath>

#include "framework/judge/hot_loop.h"

namespace touchstone::judge {
namespace {

bool SameNumber(const tensor::FloatFormat& format, uint32_t a, uint32_t b) {
  return a == b || ((a | b) & ~format.sign_bit) == 0;
}

struct RoundingCounts {
  uint64_t decided = 0;      ///< elements whose rounding the reference decided
  uint64_t same_bits = 0;    ///< of these, with the bits of the rounded value
  uint64_t same_number = 0;  ///< of these, equal to it as numbers
};

TOUCHSTONE_HOT_LOOP RoundingCounts CountRounding(const Block& block, uint32_t magnitude_mask) {
  const uint32_t* const bits = block.bits;
  const uint32_t* const rounded = block.rounded_bits;
  const uint8_t* const decided = block.decided;
  uint32_t decided_count = 0, same_bits = 0, same_number = 0;
  for (size_t i = 0; i < block.count; ++i) {
    const uint32_t is_decided = decided[i] != 0;
    const uint32_t same = bits[i] == rounded[i];
    const uint32_t zeros = ((bits[i] | rounded[i]) & magnitude_mask) == 0;
    decided_count += is_decided;
    same_bits += is_decided & same;
    same_number += is_decided & (same | zeros);
  }
  return {decided_count, same_bits, same_number};
}

}  // namespace

void MetricsState::Add(const Block& block) {
  totals_.metrics.elements += block.count + block.specials.size();
  totals_.comparable += block.count;
  AddErrors(block);
  AddRounding(block);
  AddSpecials(block);
}

void MetricsState::AddErrors(const Block& block) {
  const BlockPassResult& pass = block.pass;
  Metrics& metrics = totals_.metrics;
  metrics.max_relative_error = std::max(metrics.max_relative_error, pass.max_relative_error);
  metrics.max_absolute_error = std::max(metrics.max_absolute_error, pass.max_error);
  metrics.max_error_ulp = std::max(metrics.max_error_ulp, pass.max_error_ulp);
  metrics.small_value_elements += pass.small_values;
  metrics.cancellation_elements += pass.cancelled;
  totals_.max_magnitude = std::max(totals_.max_magnitude, pass.max_magnitude);
  means_.Add(block);
  AddHistogram(block);
}

void MetricsState::AddHistogram(const Block& block) {
  const BlockPassResult& pass = block.pass;
  for (size_t bin = 0; bin < kPassBins; ++bin) histogram_[bin] += pass.histogram[bin];
  if (pass.beyond_histogram == 0) return;
  for (size_t i = 0; i < pass.places; ++i) {
    const int bin = pass.exponents[i] - 1020;
    if (bin < static_cast<int>(kPassBins)) continue;
    ++histogram_[std::min<size_t>(static_cast<size_t>(bin), kHistogramBins - 1)];
  }
}

void MetricsState::AddRounding(const Block& block) {
  // Only zeros can be equal as numbers and differ in their bits.
  const RoundingCounts counts =
      block.all_decided && (block.pass.same_bits == block.count || !block.pass.any_zero)
          ? RoundingCounts{block.count, block.pass.same_bits, block.pass.same_bits}
          : CountRounding(block, ~format_.sign_bit);
  Metrics& metrics = totals_.metrics;
  metrics.correctly_rounded += counts.same_number;
  metrics.bitwise_mismatches += counts.decided - counts.same_bits;
  totals_.not_correctly_rounded += counts.decided - counts.same_number;
  if (counts.same_bits == block.count) return;
  const bool know_first = totals_.first_other_bits < block.first_index &&
                          (totals_.first_not_correctly_rounded < block.first_index ||
                           counts.same_number == counts.decided);
  if (counts.decided == block.count && know_first) return;
  for (size_t i = 0; i < block.count; ++i) {
    if (block.decided[i] == 0) {
      AddUndecided(block, i);
    } else if (block.bits[i] != block.rounded_bits[i]) {
      MarkOtherBits(block.IndexOf(i), SameNumber(format_, block.bits[i], block.rounded_bits[i]));
    }
  }
}

void MetricsState::MarkOtherBits(uint64_t index, bool same_number) {
  totals_.first_other_bits = std::min(totals_.first_other_bits, index);
  if (same_number) return;
  totals_.first_not_correctly_rounded = std::min(totals_.first_not_correctly_rounded, index);
}

// An element whose rounding the reference left open: both ends of the enclosure still say
// something.
void MetricsState::AddUndecided(const Block& block, size_t i) {
  Metrics& metrics = totals_.metrics;
  const uint32_t low = tensor::Round(format_, block.lower[i]);
  const uint32_t high = tensor::Round(format_, block.upper[i]);
  const uint32_t bits = block.bits[i];
  if (low != high) {
    const double value = tensor::Decode(format_, bits);
    if (value >= tensor::Decode(format_, low) && value <= tensor::Decode(format_, high)) {
      ++metrics.undecided;
      return;
    }
  }
  const bool same_number = low == high && SameNumber(format_, bits, low);
  if (same_number) {
    ++metrics.correctly_rounded;
    if (bits == low) return;
  } else {
    ++totals_.not_correctly_rounded;
  }
  ++metrics.bitwise_mismatches;
  MarkOtherBits(block.IndexOf(i), same_number);
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
  to.cancellation_elements += from.cancellation_elements;
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
  means_.Merge(other.means_);
  for (size_t i = 0; i < kHistogramBins; ++i) histogram_[i] += other.histogram_[i];
}

Totals MetricsState::Finish() const {
  Totals totals = totals_;
  Metrics& metrics = totals.metrics;
  totals.relative_error_radius = means_.Finish(totals.comparable, metrics);
  size_t bins = kHistogramBins;
  while (bins > 0 && histogram_[bins - 1] == 0) --bins;
  metrics.ulp_histogram.assign(histogram_.begin(), histogram_.begin() + static_cast<int>(bins));
  return totals;
}

}  // namespace touchstone::judge
