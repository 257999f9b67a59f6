#include "reference/bce_with_logits/rounding_bound.h"

#include <bit>
#include <cmath>
#include <limits>

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr double kU = 0x1p-24;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLn2Up = 0.6931471805599454;
// Intermediates may exceed their exact value by a few u; this leaves room for all of it.
constexpr double kLargest = 0x1.fffffep127 * (1 - 0x1p-18);
// Largest error of one result that falls below the normal range.
constexpr double kGradualUnderflow = 0x1p-150;
constexpr double kFlushedUnderflow = 0x1p-126;
// Places where a result may underflow, with what they are multiplied by; rounding_bound.md.
constexpr double kUnderflowTerms = 32;
// Covers the additions and multiplications of this file, which are done in double.
constexpr double kRoundUp = 1 + 0x1p-40;

// Second-order terms: every product of two errors is below 100 u of an error that is counted.
constexpr double kSecondOrder = 1 + 0x1p-16;
// From here on the rounded sum 1 + e^-|x| may lie above 2, where its ulp is twice as large.
constexpr double kSumNearTwo = 1 - 0x1p-20;

double UnderflowUnit(const StatedArithmetic& arithmetic) {
  return arithmetic.flushes_subnormals ? kFlushedUnderflow : kGradualUnderflow;
}

// E of one element with finite arguments, as rounding_bound.md derives it: errors in units of u,
// selections instead of branches. `decay` is e^-|x|, `tail` log(1 + e^-|x|).
template <bool kWeight, bool kPosWeight>
inline double FiniteBound(double x, double y, double w, double p, double decay, double tail,
                          double underflow) {
  const double abs_x = std::fabs(x);
  const double abs_y = std::fabs(y);
  const double abs_w = std::fabs(w);
  const double negative_part = x < 0 ? abs_x : 0.0;
  const double softplus = negative_part + tail;

  // exp, the sum, log.
  const double inverse = 1 / (1 + decay);
  const double sum_error = 2 * decay * inverse + (decay > kSumNearTwo ? 1.0 : inverse);
  const double log_error = 2 * tail < 1 ? 2 * tail : 1.0;
  double term = sum_error + log_error + (x < 0 ? softplus : 0.0);
  double magnitude = softplus;
  double factor = 1;
  if constexpr (kPosWeight) {
    const double slope = std::fabs(p - 1) * abs_y;
    factor = std::fabs((p - 1) * y + 1);
    const double factor_error = 2 * slope + factor;
    magnitude = factor * softplus;
    term = factor * term + factor_error * softplus + magnitude;
  }
  // 1 - y is exact for y = 0 and between 1/2 and 2 (Sterbenz); its product with x for 0 and 1.
  const double rest = std::fabs(1 - y);
  const double linear = rest * abs_x;
  // One condition per selection, so that compilers find vector instructions for them.
  const double above_zero = y < 0.5 ? 0.5 : rest;
  const double rest_error = y < 0 ? rest : above_zero;
  const double inexact = std::fabs(y - 1.25) <= 0.75 ? 0.0 : rest_error;
  const double linear_error = y == 0 ? 0.0 : inexact * abs_x + linear;  // y = 1: both are 0
  // The last addition rounds the loss itself, not its parts.
  const double signed_factor = kPosWeight ? (p - 1) * y + 1 : 1.0;
  const double loss =
      std::fabs((1 - y) * x + signed_factor * softplus) + 0x1p-40 * (linear + magnitude);
  const double errors = term + linear_error + (kWeight ? 2 : 1) * loss;

  // The largest intermediates: (p-1) y + 1, the sum of (1-y) x and the softplus term, the result.
  const double largest_factor = 1 + std::fabs(p - 1) * abs_y;
  const double sum = (1 + abs_y) * abs_x + largest_factor * (negative_part + kLn2Up);
  const double product = abs_w * sum;
  double largest = largest_factor > sum ? largest_factor : sum;
  largest = product > largest ? product : largest;

  const double small = underflow * ((1 + abs_w) * (1 + abs_x)) * ((1 + abs_y) * (2 + std::fabs(p)));
  const double bound = kU * kSecondOrder * abs_w * errors + small;
  return largest > kLargest ? kInfinity : bound;
}

template <bool kWeight, bool kPosWeight>
void FiniteBounds(const LossBlock& block, double underflow, double* __restrict bounds) {
  for (size_t i = 0; i < block.count; ++i) {
    bounds[i] = FiniteBound<kWeight, kPosWeight>(block.x[i], block.y[i], block.w[i], block.p[i],
                                                 block.decay[i], block.tail[i], underflow);
  }
}

}  // namespace

double ElementBound(const LossElement& e, bool has_weight, bool has_pos_weight,
                    const StatedArithmetic& arithmetic) {
  LossArguments arguments = {{&e.x, 1}, {&e.y, 1}};
  if (has_weight) arguments.weight = {&e.w, 1};
  if (has_pos_weight) arguments.pos_weight = {&e.p, 1};
  double bound = 0;
  BlockBounds(arguments, arithmetic, {&bound, 1});
  return bound;
}

void BlockBounds(const LossBlock& block, const StatedArithmetic& arithmetic,
                 std::span<double> bounds) {
  const double underflow = kUnderflowTerms * UnderflowUnit(arithmetic);
  const bool has_weight = !block.given.weight.empty();
  double* const out = bounds.data();
  if (block.given.pos_weight.empty()) {
    (has_weight ? FiniteBounds<true, false> : FiniteBounds<false, false>)(block, underflow, out);
  } else {
    (has_weight ? FiniteBounds<true, true> : FiniteBounds<false, true>)(block, underflow, out);
  }
  if (block.all_finite) return;
  for (size_t i = 0; i < block.count; ++i) {
    if (!IsFinite(block.given[i])) out[i] = kInfinity;
  }
}

double SummationDepth(uint64_t count, const SummationOrder& order) {
  if (count <= 1) return 0;
  const auto every_addition = static_cast<double>(count - 1);
  if (order.serial) return every_addition;
  // rounding_bound.md: one more than ceil(log2 N) for tiles of any size, one for the cores.
  const double levels =
      static_cast<double>(std::bit_width(count - 1)) + (order.core_count > 1 ? 2 : 1);
  return levels < every_addition ? levels : every_addition;
}

double SmallestDetectable(const TypicalReduction& r, const FloatFormat& format) {
  const auto n = static_cast<double>(r.count);
  ReductionMagnitudes magnitudes = {r.count, r.is_mean, n * kU * r.element_bound_u, n,
                                    n / r.condition};
  if (r.is_mean) magnitudes.absolute_result /= n;
  const double bound = ReductionBound(magnitudes, {false, 2}, {});
  // A defect shows once the result leaves RN(exact -+ B): at the latest one ulp further on.
  const double result = std::fmin(magnitudes.absolute_result, LargestFinite(format));
  return (bound + UlpAt(format, result)) * (r.is_mean ? n : 1);
}

double ReductionBound(const ReductionMagnitudes& m, const SummationOrder& order,
                      const StatedArithmetic& arithmetic) {
  const double addends = (m.absolute_sum + m.bound_sum) * kRoundUp;
  if (!(addends <= kLargest)) return kInfinity;
  const double depth_u = SummationDepth(m.count, order) * kU;
  if (depth_u >= 0.5) return kInfinity;  // (1+u)^c - 1 <= c u / (1 - c u) says nothing any more
  double bound = m.bound_sum + depth_u / (1 - depth_u) * addends;
  // Additions of subnormal results are exact unless the chip flushes them.
  if (arithmetic.flushes_subnormals) bound += static_cast<double>(m.count) * kFlushedUnderflow;
  if (m.is_mean) {
    bound = bound / static_cast<double>(m.count) +
            2 * kU * (m.absolute_result + bound / static_cast<double>(m.count)) +
            UnderflowUnit(arithmetic);
  }
  return bound * kRoundUp;
}

}  // namespace touchstone::reference::bce_with_logits
