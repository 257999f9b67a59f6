#include "framework/judge/tolerance.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "framework/judge/exact_compare.h"
#include "framework/judge/hot_loop.h"
#include "framework/judge/relative_error.h"

namespace touchstone::judge {
namespace {

// The quick tests below work in rounded arithmetic of a few operations; this relative margin is 16
// times their error, so what they call clear is proven. Everything else is compared exactly.
constexpr double kMargin = 0x1p-47;
constexpr uint64_t kExponentBits = uint64_t{0x7FF} << 52;

__attribute__((always_inline)) inline bool IsClear(const LinearTolerance& tolerance,
                                                   const Block& block, const ErrorArrays& errors,
                                                   size_t i) {
  const double worst = errors.error[i] + errors.radius[i] * (1 + tolerance.relative);
  const double limit =
      tolerance.absolute + tolerance.relative * std::fabs(block.pass.exact[i]);
  return worst * (1 + kMargin) < limit;
}

// Within the limit even with half of the exact value's ulp, which is the least that any value has
// whose distance from it is below a quarter of it; or in its own binade with its own ulp.
__attribute__((always_inline)) inline bool IsClear(const UlpTolerance& tolerance,
                                                   const Block& block, const ErrorArrays& errors,
                                                   size_t i) {
  const double ulp = errors.ulp[i], radius = errors.radius[i];
  const double limit = tolerance.max_ulp * ulp;
  const double worst = (errors.error[i] + radius) * (1 + kMargin);
  const double magnitude = std::fabs(block.pass.exact[i]);
  const double binade = std::bit_cast<double>(std::bit_cast<uint64_t>(magnitude) & kExponentBits);
  return ((worst < 0.5 * limit) & (radius < 0.25 * ulp)) |
         ((worst < limit) & ((radius == 0) | (magnitude - binade > radius)));
}

// No element of the block can be beyond, by the block's extremes alone. An enclosure's radius is at
// most its width, and 2^-40 of |exact| + 1e-7 where no enclosure is wide.
bool AllClear(const LinearTolerance& tolerance, const BlockPassResult& pass) {
  const double most = (pass.max_error + pass.max_width * (1 + tolerance.relative)) * (1 + kMargin);
  if (most < tolerance.absolute) return true;
  if (pass.may_be_wide) return false;
  // The tolerance is at least this share of |exact| + 1e-7.
  const double share = std::min(tolerance.relative, tolerance.absolute / kRelativeErrorOffset);
  const double largest =
      (pass.max_relative_error + kNarrowRadius * (1 + tolerance.relative)) * (1 + 2 * kMargin);
  return largest < share * (1 - kMargin);
}

TOUCHSTONE_HOT_LOOP uint64_t CountClear(const LinearTolerance& tolerance, const Block& block,
                                        const ErrorArrays& errors) {
  const LinearTolerance own = tolerance;
  uint64_t clear = 0;
  for (size_t i = 0; i < block.count; ++i) clear += IsClear(own, block, errors, i);
  return clear;
}

TOUCHSTONE_HOT_LOOP uint64_t CountClear(const UlpTolerance& tolerance, const Block& block,
                                        const ErrorArrays& errors) {
  const UlpTolerance own = tolerance;
  uint64_t clear = 0;
  for (size_t i = 0; i < block.count; ++i) clear += IsClear(own, block, errors, i);
  return clear;
}

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
  broken.Merge(other.broken);
}

Outcome LinearTolerance::Check(double actual, Enclosure golden) const {
  // A finite result is infinitely far from an infinite golden value, and inf <= inf must not pass.
  if (!std::isfinite(actual) || !IsProper(golden)) return Outcome::kBeyond;
  if (golden.lower == golden.upper) {  // mostly; and mostly clear
    const double error = std::fabs(actual - golden.lower);
    if (error * (1 + kMargin) < absolute + relative * std::fabs(golden.lower)) {
      return Outcome::kWithin;
    }
  }
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
  const bool exact = golden == Golden::kExact;
  const bool admits_golden = !strict || absolute > 0;
  if (exact && AllClear(*this, block.pass)) {
    counts.within += block.count;
    return;
  }
  if (!exact && admits_golden && block.all_decided && block.pass.same_bits == block.count) {
    counts.within += block.count;
    return;
  }
  const ErrorArrays& errors = block.errors();
  if (exact && CountClear(*this, block, errors) == block.count) {
    counts.within += block.count;
    return;
  }
  for (size_t i = 0; i < block.count; ++i) {
    const bool clear = exact ? IsClear(*this, block, errors, i)
                             : admits_golden && block.decided[i] != 0 &&
                                   block.bits[i] == block.rounded_bits[i];
    if (clear) {
      ++counts.within;
      continue;
    }
    const Outcome outcome = Check(errors.actual[i], GoldenOf(block, i, golden, format));
    counts.Count(outcome, block.IndexOf(i));
    if (outcome != Outcome::kBeyond) continue;
    // The share of the tolerance that the error takes; infinite for a tolerance of 0.
    const double share =
        errors.error[i] / (absolute + relative * std::fabs(block.pass.exact[i]));
    counts.broken.Add(BrokenAt(block, i, share, format));
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
                              const tensor::FloatFormat& format, ToleranceCounts& counts) const {
  const ErrorArrays& errors = block.errors();
  if (CountClear(*this, block, errors) == block.count) {
    counts.within += block.count;
    return;
  }
  for (size_t i = 0; i < block.count; ++i) {
    if (IsClear(*this, block, errors, i)) {
      ++counts.within;
      continue;
    }
    const Outcome outcome = Check(errors.actual[i], {block.lower[i], block.upper[i]}, scale);
    counts.Count(outcome, block.IndexOf(i));
    if (outcome == Outcome::kBeyond) {
      counts.broken.Add(BrokenAt(block, i, errors.error_ulp[i], format));
    }
  }
}

}  // namespace touchstone::judge
