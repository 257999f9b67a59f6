// The one pass over a block that every output pays for: what the metrics are summed from, and the
// extremes by which the rules see at once that nothing of the block can break them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace touchstone::judge {

inline constexpr size_t kBlockSize = 512;

/// Terms of the means are split into multiples of these, so that integers can add them up: no order
/// of elements, chunks or threads changes a mean. The fine unit is a rounding far below anything
/// that a reference leaves of a relative error; that of errors in ulp shows one part in 67 million.
inline constexpr double kRelativeUnit = 0x1p-50;
inline constexpr double kFineRelativeUnit = 0x1p-100;
inline constexpr double kUlpUnit = 0x1p-26;
/// From here on a term is too large for the integers of a pass and is added exactly elsewhere.
inline constexpr double kLargeRelative = 1;
inline constexpr double kLargeUlp = 0x1p24;
inline constexpr double kLargeError = 0x1p480;

/// An element counts as one of cancellation where its rounding bound exceeds this share of its exact
/// value: the terms of an fp32 computation are then a few hundred times as large as what is left.
inline constexpr double kCancellationShare = 0x1p-14;

/// The least width that makes an enclosure count as inexact: the last that its upper half can show.
inline constexpr double kInexactWidth = 0x1p-1042;
inline constexpr size_t kPassBins = 32;

struct BlockPassInput {
  size_t count;  ///< at most kBlockSize
  int precision_bits;
  int min_exponent;
  const uint32_t* bits;
  const double* lower;
  const double* upper;
  const uint32_t* rounded_bits;
  const double* bound;
  double small_value_threshold;
  /// Squared errors are split into multiples of 2^square_exponent and of 2^(square_exponent - 50);
  /// the result is void where one is 2^(square_exponent + 49) or more.
  int square_exponent;
};

struct BlockPassResult {
  double max_magnitude;  ///< of the exact values
  double max_error, max_relative_error, max_error_ulp;
  double max_width;  ///< at least that of the widest enclosure, and at most 1 + 2^-20 times as much
  /// Sums in units of kRelativeUnit, kFineRelativeUnit (of what that leaves) and kUlpUnit; void where
  /// a term is too large.
  int64_t relative_errors, relative_errors_fine, errors_ulp, signed_errors_ulp;
  int square_exponent;  ///< as given
  int64_t squares_coarse, squares_fine;
  uint64_t same_bits;     ///< bits == rounded_bits
  uint64_t small_values;  ///< |exact| < small_value_threshold
  uint64_t cancelled;     ///< bound > kCancellationShare |exact|
  /// Some actual value or end of an enclosure is infinite or NaN, or some lower end lies above its
  /// upper one. All else is void then.
  bool special;
  bool any_zero;          ///< some actual value is a zero
  bool inexact;           ///< some enclosure is at least kInexactWidth wide
  bool bounds_finite;
  /// Certain only if false: some enclosure is wider than kNarrowRadius allows.
  bool may_be_wide;
  /// Certain only if true: every |actual - exact| < bound.
  bool within_bound;
  /// Counts of |error in ulp| in [0], (0, 1/2], (1/2, 1], (1, 2], ... and how many lie beyond.
  uint32_t histogram[kPassBins];
  uint32_t beyond_histogram;

  // The rest holds `places` elements, those beyond `count` without an error.
  size_t places;
  /// Of |error in ulp|: -1 for 0, k + 1022 for (2^(k-1), 2^k]. In no particular order.
  alignas(64) int16_t exponents[kBlockSize];
  alignas(64) double exact[kBlockSize];       ///< middle of each enclosure
  alignas(64) double difference[kBlockSize];  ///< actual - exact
};

using BlockPassFunction = void (*)(const BlockPassInput&, BlockPassResult&);

/// The fastest that the machine has, or the one that TOUCHSTONE_ISA names; all give the same bits.
BlockPassFunction BlockPass();

/// "portable", "avx2", "avx512"; nullptr where the machine cannot run it.
BlockPassFunction BlockPassFor(std::string_view isa);

namespace internal {
void BlockPassPortable(const BlockPassInput& input, BlockPassResult& result);
void BlockPassAvx2(const BlockPassInput& input, BlockPassResult& result);
void BlockPassAvx512(const BlockPassInput& input, BlockPassResult& result);
}  // namespace internal

}  // namespace touchstone::judge
