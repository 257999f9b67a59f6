#include "framework/judge/tolerance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "framework/judge/exact_compare.h"

namespace touchstone::judge {
namespace {

// The quick tests below work in rounded arithmetic of a few operations; this relative margin is 16
// times their error, so what they call clear is proven. Everything else is compared exactly.
constexpr double kMargin = 0x1p-47;

bool IsProper(Enclosure golden) {
  return golden.lower <= golden.upper && std::isfinite(golden.lower) && std::isfinite(golden.upper);
}

}  // namespace

Enclosure GoldenOf(const Block& block, size_t i, Golden golden, const tensor::FloatFormat& format) {
  if (golden == Golden::kExact) return {block.lower[i], block.upper[i]};
  if (block.decided[i] != 0) {
    const double value = tensor::Decode(format, block.rounded_bits[i]);
    return {value, value};
  }
  return {tensor::Decode(format, tensor::Round(format, block.lower[i])),
          tensor::Decode(format, tensor::Round(format, block.upper[i]))};
}

void ToleranceCounts::Count(Outcome outcome, uint64_t index) {
  switch (outcome) {
    case Outcome::kWithin:
      ++within;
      break;
    case Outcome::kBeyond:
      ++beyond;
      first_beyond = std::min(first_beyond, index);
      break;
    case Outcome::kOpen:
      ++open;
      first_open = std::min(first_open, index);
      break;
  }
}

void ToleranceCounts::Merge(const ToleranceCounts& other) {
  within += other.within;
  beyond += other.beyond;
  open += other.open;
  first_beyond = std::min(first_beyond, other.first_beyond);
  first_open = std::min(first_open, other.first_open);
}

Outcome LinearTolerance::Check(double actual, Enclosure golden) const {
  // A finite result is infinitely far from an infinite golden value, and inf <= inf must not pass.
  if (!std::isfinite(actual) || !IsProper(golden)) return Outcome::kBeyond;
  const auto excess = [&](double value) {
    const int sign = CompareError(actual, value, absolute, relative);
    return strict && sign == 0 ? 1 : sign;
  };
  // The excess f(g) = |actual-g| - absolute - relative|g| is piecewise linear. Its maximum over an
  // interval lies at an end, or at 0 where relative >= 1 makes that a peak; its minimum at an end
  // or at g = actual, where only a strict tolerance of zero is not met.
  const int at_lower = excess(golden.lower);
  const int at_upper = excess(golden.upper);
  const bool zero_inside = golden.lower < 0 && golden.upper > 0;
  const int at_zero = zero_inside && relative >= 1 ? excess(0) : -1;
  if (at_lower <= 0 && at_upper <= 0 && at_zero <= 0) return Outcome::kWithin;
  const bool actual_inside = golden.lower <= actual && actual <= golden.upper;
  const int at_actual = actual_inside ? excess(actual) : 1;
  if (at_lower > 0 && at_upper > 0 && at_actual > 0) return Outcome::kBeyond;
  return Outcome::kOpen;
}

void LinearTolerance::CountBlock(const Block& block, Golden golden,
                                 const tensor::FloatFormat& format, ToleranceCounts& counts) const {
  std::array<uint8_t, kBlockSize> clear{};
  size_t clear_count = 0;
  if (golden == Golden::kExact) {
    for (size_t i = 0; i < block.count; ++i) {
      const double worst = block.error[i] + block.radius[i] * (1 + relative);
      const double limit = absolute + relative * std::fabs(block.middle[i]);
      clear[i] = worst * (1 + kMargin) < limit;
      clear_count += clear[i];
    }
  }
  counts.within += clear_count;
  if (clear_count == block.count) return;
  for (size_t i = 0; i < block.count; ++i) {
    if (clear[i] != 0) continue;
    counts.Count(Check(block.actual[i], GoldenOf(block, i, golden, format)), block.IndexOf(i));
  }
}

Outcome UlpTolerance::Check(double actual, Enclosure golden, const UlpScale& scale) const {
  if (!std::isfinite(actual) || !IsProper(golden)) return Outcome::kBeyond;
  const double ulp_lower = scale.Ulp(golden.lower), ulp_upper = scale.Ulp(golden.upper);
  const bool zero_inside = golden.lower < 0 && golden.upper > 0;
  const double smallest = zero_inside ? scale.Ulp(0) : std::min(ulp_lower, ulp_upper);
  const double largest = std::max(ulp_lower, ulp_upper);
  // CompareError with a "golden" scale of one ulp: |actual - end| against max_ulp * ulp, exactly.
  const auto exceeds = [&](double end, double ulp) {
    return CompareError(actual, end, max_ulp * ulp, 0) > 0;
  };
  if (!exceeds(golden.lower, smallest) && !exceeds(golden.upper, smallest)) return Outcome::kWithin;
  const bool outside = actual < golden.lower || actual > golden.upper;
  if (outside && exceeds(golden.lower, largest) && exceeds(golden.upper, largest)) {
    return Outcome::kBeyond;
  }
  return Outcome::kOpen;
}

void UlpTolerance::CountBlock(const Block& block, const UlpScale& scale,
                              ToleranceCounts& counts) const {
  // Clear: within the limit even with half of middle's ulp, which is the least that any value has
  // whose distance from middle is below a quarter of it.
  std::array<uint8_t, kBlockSize> clear{};
  size_t clear_count = 0;
  for (size_t i = 0; i < block.count; ++i) {
    const double worst = (block.error[i] + block.radius[i]) * (1 + kMargin);
    clear[i] = (worst < 0.5 * max_ulp * block.ulp[i]) & (block.radius[i] < 0.25 * block.ulp[i]);
    clear_count += clear[i];
  }
  counts.within += clear_count;
  if (clear_count == block.count) return;
  for (size_t i = 0; i < block.count; ++i) {
    if (clear[i] != 0) continue;
    counts.Count(Check(block.actual[i], {block.lower[i], block.upper[i]}, scale), block.IndexOf(i));
  }
}

}  // namespace touchstone::judge
