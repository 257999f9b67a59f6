#include "reference/bce_with_logits/stated_range.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/bce_with_logits/enclosure.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kSmallestNormal = std::numeric_limits<float>::min();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr double kU = 0x1p-24;
// Covers the few roundings of double arithmetic on the ends of a range.
constexpr double kRoundUp = 1 + 0x1p-40;

using MpfrFunction = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

// The function rounded to double, the same on every machine.
double Evaluate(MpfrFunction function, float argument) {
  mpfr_t value;
  mpfr_init2(value, 53);
  mpfr_set_d(value, argument, MPFR_RNDN);
  function(value, value, MPFR_RNDN);
  const double result = mpfr_get_d(value, MPFR_RNDN);
  mpfr_clear(value);
  return result;
}

struct Interval {
  float lower, upper;
};

// Rounding to nearest, flushing and saturation are monotone, so results at the ends of the operands
// bound all results. Once an infinity or a NaN is possible, nothing more is known.
class IntervalUnit {
 public:
  explicit IntervalUnit(const StatedArithmetic& arithmetic) : arithmetic_(arithmetic) {}

  bool known() const { return known_; }
  bool overflows() const { return overflows_; }

  Interval Argument(float value, bool widened) {
    if (std::isnan(value)) known_ = false;
    // A chip that flushes results may flush operands too.
    if (arithmetic_.flushes_subnormals && std::fabs(value) < kSmallestNormal) {
      return {std::fmin(value, 0.0f), std::fmax(value, 0.0f)};
    }
    return widened ? Finish(value, value) : Interval{value, value};
  }
  Interval Add(Interval a, Interval b) { return Finish(a.lower + b.lower, a.upper + b.upper); }
  Interval Sub(Interval a, Interval b) { return Finish(a.lower - b.upper, a.upper - b.lower); }
  Interval Mul(Interval a, Interval b) {
    if (IsInfinite(a) && Contains0(b)) known_ = false;
    if (IsInfinite(b) && Contains0(a)) known_ = false;
    const auto [low, high] =
        std::minmax({a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper});
    return Finish(low, high);
  }
  Interval Min0(Interval a) { return Finish(std::fmin(a.lower, 0.0f), std::fmin(a.upper, 0.0f)); }
  Interval Max0(Interval a) { return Finish(std::fmax(a.lower, 0.0f), std::fmax(a.upper, 0.0f)); }
  Interval Exp(Interval a) {
    if (a.lower == 0 && a.upper == 0) return {1.0f, 1.0f};
    return Monotone(mpfr_exp, a, 0.0f);
  }
  Interval Log(Interval a) { return Monotone(mpfr_log, a, -kInfinity); }

 private:
  static bool IsInfinite(Interval a) { return std::isinf(a.lower) || std::isinf(a.upper); }
  static bool Contains0(Interval a) { return a.lower <= 0 && 0 <= a.upper; }

  // 1 ULP around the exact result: at most two numbers from its rounding, also below a power of 2.
  Interval Monotone(MpfrFunction function, Interval a, float least) {
    const auto low = static_cast<float>(Evaluate(function, a.lower));
    const auto high = static_cast<float>(Evaluate(function, a.upper));
    const auto step = [](float from, float to) {
      return std::isinf(from) ? from : std::nextafter(std::nextafter(from, to), to);
    };
    return Finish(std::max(least, step(low, -kInfinity)), step(high, kInfinity));
  }

  Interval Finish(float low, float high) { return {Mode(low), Mode(high)}; }
  float Mode(float value) {
    const float magnitude = std::fabs(value);
    overflows_ |= magnitude > kLargest;
    if (arithmetic_.flushes_subnormals && magnitude < kSmallestNormal) return 0.0f;
    if (!(magnitude <= kLargest)) {
      if (std::isnan(value) || !arithmetic_.saturates) known_ = false;
      return std::copysign(kLargest, value);
    }
    return value;
  }

  const StatedArithmetic& arithmetic_;
  bool known_ = true;
  bool overflows_ = false;
};

// Bounds of the sums of the positive and of the negated negative parts.
struct Parts {
  double positive_lower = 0, positive_upper = 0, negative_lower = 0, negative_upper = 0;

  void Add(double lower, double upper) {
    positive_lower += std::max(lower, 0.0);
    positive_upper += std::max(upper, 0.0);
    negative_lower += std::max(-upper, 0.0);
    negative_upper += std::max(-lower, 0.0);
  }
  void Widen(double relative) {
    positive_lower *= 1 - relative;
    negative_lower *= 1 - relative;
    positive_upper *= 1 + relative;
    negative_upper *= 1 + relative;
  }
};

// stated_range.md derives these ends.
std::optional<StatedRange> SumOfParts(Parts parts, uint64_t count, const SummationOrder& order,
                                      const ReductionOptions& options, bool overflows) {
  const double depth_u = SummationDepth(count, order) * kU;
  if (!(depth_u < 0.5)) return std::nullopt;
  const double relative = depth_u / (1 - depth_u);
  // The double sums of this file are off by at most count * 2^-53 each.
  parts.Widen(static_cast<double>(count) * 0x1p-52 + 0x1p-50);
  const double total = parts.positive_upper + parts.negative_upper;
  const double largest = kLargest;
  const bool may_saturate = !(total * (1 + relative) < largest);
  if (may_saturate && !options.arithmetic.saturates) return std::nullopt;
  double lower = std::min(parts.positive_lower, largest) - parts.negative_upper;
  double upper = parts.positive_upper - std::min(parts.negative_lower, largest);
  if (parts.negative_upper == 0) {
    lower = std::min(parts.positive_lower * (1 - relative), largest);
    upper += relative * total;
  } else if (parts.positive_upper == 0) {
    upper = -std::min(parts.negative_lower * (1 - relative), largest);
    lower -= relative * total;
  } else {
    lower -= relative * total * kRoundUp;
    upper += relative * total * kRoundUp;
  }
  if (options.arithmetic.flushes_subnormals) {
    const double flushed = static_cast<double>(count) * (1 + relative) * kSmallestNormal;
    lower -= flushed;
    upper += flushed;
  }
  return StatedRange{std::clamp(lower, -largest, largest), std::clamp(upper, -largest, largest),
                     overflows || may_saturate};
}

void MakeMean(uint64_t count, StatedRange& range) {
  const auto divided = [&](double end, double outward) {
    const double mean = end / static_cast<double>(count);
    return mean + outward * (2 * kU * kRoundUp * std::fabs(mean) + kSmallestNormal);
  };
  range.lower = divided(range.lower, -1);
  range.upper = divided(range.upper, 1);
}

}  // namespace

std::optional<StatedRange> RangeOfStatedLoss(const LossElement& e, bool has_weight,
                                             bool has_pos_weight,
                                             const StatedArithmetic& arithmetic) {
  IntervalUnit unit(arithmetic);
  const WidenedArguments& widened = arithmetic.widened;
  const Interval one = {1.0f, 1.0f}, zero = {0.0f, 0.0f};
  const Interval x = unit.Argument(e.x, widened.self);
  const Interval y = unit.Argument(e.y, widened.target);
  const Interval linear = unit.Mul(unit.Sub(one, y), x);
  Interval factor = one;
  if (has_pos_weight) {
    const Interval p = unit.Argument(e.p, widened.pos_weight);
    factor = unit.Add(unit.Mul(unit.Sub(p, one), y), one);
  } else if (arithmetic.order == OperationOrder::kTbe) {
    factor = unit.Add(unit.Mul(zero, y), one);  // the older order always multiplies
  }
  Interval loss;
  if (arithmetic.order == OperationOrder::kRegBase) {
    const Interval minus_abs = unit.Min0(x.lower >= 0 ? unit.Sub(zero, x) : x);
    const Interval log = unit.Log(unit.Add(one, unit.Exp(minus_abs)));
    Interval s = unit.Sub(unit.Min0(x), log);
    if (has_pos_weight) s = unit.Mul(s, factor);
    loss = unit.Sub(linear, s);
  } else {
    const Interval m = unit.Max0(unit.Sub(zero, x));
    const Interval minus_m = unit.Sub(zero, m);
    const Interval sum = unit.Add(unit.Exp(minus_m), unit.Exp(unit.Sub(minus_m, x)));
    loss = unit.Add(linear, unit.Mul(factor, unit.Add(unit.Log(sum), m)));
  }
  if (has_weight) loss = unit.Mul(loss, unit.Argument(e.w, widened.weight));
  if (!unit.known()) return std::nullopt;
  return StatedRange{loss.lower, loss.upper, unit.overflows()};
}

StatedReduction RangesOfStatedReduction(const ElementSource& source,
                                        const ReductionOptions& options) {
  constexpr size_t kRun = LossBlock::kCapacity;
  float self[kRun], target[kRun], weight[kRun], pos_weight[kRun], stated[kRun];
  double bounds[kRun];
  uint8_t overflows[kRun];
  double lower[kRun], upper[kRun];
  Parts parts;
  bool any_overflow = false;
  for (uint64_t first = 0; first < source.size(); first += kRun) {
    const auto size = static_cast<size_t>(std::min<uint64_t>(kRun, source.size() - first));
    const std::span<float> w(weight, source.has_weight() ? size : 0);
    const std::span<float> p(pos_weight, source.has_pos_weight() ? size : 0);
    source.Read(first, {self, size}, {target, size}, w, p);
    const LossBlock block(LossArguments{{self, size}, {target, size}, w, p});
    EncloseBlock(block, {lower, size}, {upper, size});
    BlockBounds(block, options.arithmetic, {bounds, size});
    StatedLoss(block, options.arithmetic, {stated, size}, {overflows, size});
    for (size_t i = 0; i < size; ++i) {
      if (std::isfinite(bounds[i]) && overflows[i] == 0) {
        parts.Add(lower[i] - bounds[i] * kRoundUp, upper[i] + bounds[i] * kRoundUp);
        continue;
      }
      const auto range =
          RangeOfStatedLoss(block.given[i], !w.empty(), !p.empty(), options.arithmetic);
      if (!range) return {};
      parts.Add(range->lower, range->upper);
      any_overflow |= range->overflows;
    }
  }
  const auto range = [&](const SummationOrder& order) {
    auto sum = SumOfParts(parts, source.size(), order, options, any_overflow);
    if (sum && options.kind == ReductionKind::kMean) MakeMean(source.size(), *sum);
    return sum;
  };
  return {range(options.summation), range({.serial = true})};
}

StatedRange Narrowed(StatedRange range, const FloatFormat& format,
                     const StatedArithmetic& arithmetic) {
  if (!arithmetic.saturates) return range;
  const double largest = LargestFinite(format);
  range.lower = std::clamp(range.lower, -largest, largest);
  range.upper = std::clamp(range.upper, -largest, largest);
  return range;
}

double LargestDistance(const StatedRange& range, double lower, double upper) {
  return std::max({0.0, range.upper - lower, upper - range.lower}) * kRoundUp;
}

}  // namespace touchstone::reference::bce_with_logits
