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

// k by order and by presence of pos_weight and weight; rounding_bound.md, table 1.
constexpr double kFactors[2][2][2] = {
    {{4.5, 5.25}, {7.25, 8.0}},  // RegBase
    {{5.5, 6.25}, {8.25, 9.0}},  // TBE
};

double UnderflowUnit(const StatedArithmetic& arithmetic) {
  return arithmetic.flushes_subnormals ? kFlushedUnderflow : kGradualUnderflow;
}

// E of finite arguments; absent weights are ones. Selections instead of branches.
inline double FiniteBound(double x, double y, double w, double p, double k_u, double underflow) {
  const double abs_x = std::fabs(x);
  const double abs_y = std::fabs(y);
  const double abs_w = std::fabs(w);
  const double negative_part = x < 0 ? abs_x : 0.0;
  // The largest intermediates: (p-1) y + 1, the sum of (1-y) x and the softplus term, the result.
  const double factor = 1 + std::fabs(p - 1) * abs_y;
  const double linear = (1 + abs_y) * abs_x;
  const double sum = linear + factor * (negative_part + kLn2Up);
  const double product = abs_w * sum;
  double largest = factor > sum ? factor : sum;
  largest = product > largest ? product : largest;

  const double magnitude = linear + factor * (negative_part + 1);
  const double small = underflow * ((1 + abs_w) * (1 + abs_x)) * ((1 + abs_y) * (2 + std::fabs(p)));
  const double bound = (k_u * (abs_w * magnitude) + small) * kRoundUp;
  return largest > kLargest ? kInfinity : bound;
}

// What FiniteBound multiplies, for one kind of call.
struct Coefficients {
  double k_u;
  double underflow;
};

Coefficients CoefficientsOf(bool has_weight, bool has_pos_weight,
                            const StatedArithmetic& arithmetic) {
  return {BoundFactor(arithmetic.order, has_weight, has_pos_weight) * kU,
          kUnderflowTerms * UnderflowUnit(arithmetic)};
}

}  // namespace

double BoundFactor(OperationOrder order, bool has_weight, bool has_pos_weight) {
  return kFactors[static_cast<int>(order)][has_pos_weight ? 1 : 0][has_weight ? 1 : 0];
}

double ElementBound(const LossElement& e, bool has_weight, bool has_pos_weight,
                    const StatedArithmetic& arithmetic) {
  if (!IsFinite(e)) return kInfinity;
  const auto [k_u, underflow] = CoefficientsOf(has_weight, has_pos_weight, arithmetic);
  return FiniteBound(e.x, e.y, has_weight ? e.w : 1, has_pos_weight ? e.p : 1, k_u, underflow);
}

void BlockBounds(const LossBlock& block, const StatedArithmetic& arithmetic,
                 std::span<double> bounds) {
  const auto [k_u, underflow] =
      CoefficientsOf(!block.given.weight.empty(), !block.given.pos_weight.empty(), arithmetic);
  double* const out = bounds.data();
  for (size_t i = 0; i < block.count; ++i) {
    out[i] = FiniteBound(block.x[i], block.y[i], block.w[i], block.p[i], k_u, underflow);
  }
  if (block.all_finite) return;
  for (size_t i = 0; i < block.count; ++i) {
    if (!IsFinite(block.given[i])) out[i] = kInfinity;
  }
}

double SummationDepth(uint64_t count, const SummationOrder& order) {
  if (count <= 1) return 0;
  if (order.serial) return static_cast<double>(count - 1);
  // Tiles of T elements, then ceil(n/T) partial sums: ceil(log2 T) + ceil(log2 ceil(n/T)) is at
  // most ceil(log2 n) + 1 for every T; n is at most all elements.
  const auto ceil_log2 = [](uint64_t n) { return static_cast<double>(std::bit_width(n - 1)); };
  return ceil_log2(count) + 1 +
         (order.core_count > 1 ? ceil_log2(static_cast<uint64_t>(order.core_count)) : 0);
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
