#include "reference/bce_with_logits/rounding_bound.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/bce_with_logits/bound_constants.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr double kU = kDeviceUnit;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Largest error of one result that falls below the normal range.
constexpr double kGradualUnderflow = 0x1p-150;
constexpr double kFlushedUnderflow = 0x1p-126;
// Places where a result may underflow, with what they are multiplied by; rounding_bound.md.
constexpr double kUnderflowTerms = 32;
// Covers the additions and multiplications of this file, which are done in double.
constexpr double kRoundUp = 1 + 0x1p-40;

// Whether fp32 is wide enough for the evaluation of the bound.
bool IsQuick(const LossElement& e) {
  const auto fits = [](float value) { return std::fabs(value) <= internal::kLargestQuick; };
  return fits(e.x) && fits(e.y) && fits(e.w) && fits(e.p);
}

double UnderflowUnit(const StatedArithmetic& arithmetic) {
  return arithmetic.flushes_subnormals ? kFlushedUnderflow : kGradualUnderflow;
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
  const internal::BlockKernel& kernel = internal::ChosenBlockKernel();
  const internal::KernelArguments arguments = block.ForKernel();
  const double underflow = kUnderflowTerms * UnderflowUnit(arithmetic);
  kernel.bounds(arguments, block.mixed_signs, block.tail, underflow, bounds.data());
  if (!IsQuick(block.largest)) {
    double wide[LossBlock::kCapacity];
    kernel.wide_bounds(arguments, block.tail, underflow, wide);
    for (size_t i = 0; i < block.count; ++i) {
      if (!IsQuick(block.Element(i))) bounds[i] = wide[i];
    }
  }
  for (const SpecialElement& special : block.specials) bounds[special.index] = kInfinity;
}

double LargestIntermediate(const LossBlock& block) {
  const double x = block.largest.x, y = block.largest.y;
  const double factor = 1 + (1 + static_cast<double>(block.largest.p)) * y;
  const double sum = (1 + y) * x + factor * (x + kLn2Up);
  return std::max({factor, sum, block.largest.w * sum}) * kRoundUp;
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
  // rounding_bound.md: a running sum has no second-order terms, and a tree is never deep.
  const double depth_u = SummationDepth(m.count, order) * kU;
  const double growth = order.serial ? depth_u : depth_u / (1 - depth_u);
  // No partial sum is larger than the magnitudes and their rounding errors together.
  if (!(addends * (1 + growth) <= kLargestSafe)) return kInfinity;
  double bound = m.bound_sum + growth * addends;
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
