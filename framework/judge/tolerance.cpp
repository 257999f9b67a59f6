#include "framework/judge/tolerance.h"

#include <algorithm>
#include <cmath>

#include "framework/judge/exact_compare.h"
#include "framework/judge/quick_look.h"
#include "framework/judge/relative_error.h"

namespace touchstone::judge {
namespace {

// The quick tests below work in rounded arithmetic of a few operations; this relative margin is 16
// times their error, so what they call clear is proven. Everything else is compared exactly.
constexpr double kMargin = 0x1p-47;

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

// Adds up what a look has proven; `check` decides what it left open, and `share` says how bad an
// element beyond is.
template <typename Check, typename Share>
void CountLooked(const Block& block, const QuickLook& look, const tensor::FloatFormat& format,
                 Check check, Share share, ToleranceCounts& counts) {
  counts.within += look.within;
  if (look.within == block.count) return;
  for (size_t i = 0; i < block.count; ++i) {
    if (look.proven[i] == QuickLook::kWithin) continue;
    const Outcome outcome = look.proven[i] == QuickLook::kBeyond ? Outcome::kBeyond : check(i);
    counts.Count(outcome, block.IndexOf(i));
    if (outcome != Outcome::kBeyond) continue;
    const double measure = share(i);
    if (counts.broken.Takes(measure)) counts.broken.Add(BrokenAt(block, i, measure, format));
  }
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
  // Mostly it is clear from the middle and the width.
  const double width = golden.upper - golden.lower, middle = golden.lower + 0.5 * width;
  const double error = std::fabs(actual - middle), limit = absolute + relative * std::fabs(middle);
  const double reach = width * (1 + relative);
  if ((error + reach) * (1 + kMargin) < limit) return Outcome::kWithin;
  if (error * (1 - kMargin) - reach * (1 + kMargin) > limit * (1 + kMargin)) {
    return Outcome::kBeyond;
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
  QuickLook look;
  if (exact) {
    LookAt(*this, block, look);
  } else {
    LookAtRounded(*this, block, format, look);
  }
  const ErrorArrays& errors = block.errors();
  const auto check = [&](size_t i) {
    return Check(errors.actual[i], GoldenOf(block, i, golden, format));
  };
  // The share of the tolerance that the error takes; infinite for a tolerance of 0.
  const auto share = [&](size_t i) {
    return errors.error[i] / (absolute + relative * std::fabs(block.pass.exact[i]));
  };
  CountLooked(block, look, format, check, share, counts);
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
  QuickLook look;
  LookAt(*this, block, look);
  const ErrorArrays& errors = block.errors();
  const auto check = [&](size_t i) {
    return Check(errors.actual[i], {block.lower[i], block.upper[i]}, scale);
  };
  CountLooked(
      block, look, format, check, [&](size_t i) { return errors.error_ulp[i]; }, counts);
}

}  // namespace touchstone::judge
