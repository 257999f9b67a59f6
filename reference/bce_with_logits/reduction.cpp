#include "reference/bce_with_logits/reduction.h"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "reference/bce_with_logits/benchmark.h"
#include "reference/bce_with_logits/bound_constants.h"
#include "reference/bce_with_logits/enclosure.h"
#include "reference/bce_with_logits/stated_range.h"
#include "reference/grid_sum.h"
#include "reference/lane_sums.h"
#include "reference/mpfr_rounding.h"
#include "reference/parallel.h"
#include "reference/prefetch.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr size_t kTile = 4096;
static_assert(kTile % LossBlock::kCapacity == 0);
// Sums this small climb for sharpness too, not only for an open rounding.
constexpr uint64_t kSharpenedSum = 4096;

// What blocks add to; in any order the same.
struct Totals {
  GridSum lower, upper, magnitude;  // of the ends, and of the magnitudes of the lower ones
  GridSum bound;
  // Of the grids that this thread's blocks are split on; as large as its largest value asks for.
  int ends_exponent = GridSum::kLeastExponent, bound_exponent = GridSum::kLeastExponent;
  bool has_bound = true;
  bool has_negative = false, has_positive = false;
  uint64_t positive_infinities = 0;
  uint64_t negative_infinities = 0;
  uint64_t without_limit = 0;

  void Merge(const Totals& other) {
    lower.Merge(other.lower);
    upper.Merge(other.upper);
    magnitude.Merge(other.magnitude);
    bound.Merge(other.bound);
    has_bound &= other.has_bound;
    has_negative |= other.has_negative;
    has_positive |= other.has_positive;
    positive_infinities += other.positive_infinities;
    negative_infinities += other.negative_infinities;
    without_limit += other.without_limit;
  }
  bool all_finite() const {
    return positive_infinities == 0 && negative_infinities == 0 && without_limit == 0;
  }
};

// Buffers of one thread.
struct Tile {
  float self[kTile], target[kTile], weight[kTile], pos_weight[kTile];
  float values[kTile];
  double lower[LossBlock::kCapacity], upper[LossBlock::kCapacity], bounds[LossBlock::kCapacity];

  LossArguments Read(const ElementSource& source, uint64_t first, size_t count) {
    if (const auto view = source.View(first, count)) return *view;
    const std::span<float> w(weight, source.has_weight() ? count : 0);
    const std::span<float> p(pos_weight, source.has_pos_weight() ? count : 0);
    source.Read(first, {self, count}, {target, count}, w, p);
    return {{self, count}, {target, count}, w, p};
  }
};

template <typename Function>
void ForEachBlock(const LossArguments& arguments, Function function) {
  for (size_t first = 0; first < arguments.size(); first += LossBlock::kCapacity) {
    const size_t count = std::min(LossBlock::kCapacity, arguments.size() - first);
    const LossArguments part = arguments.Part(first, count);
    PrefetchAfter(part.self);
    PrefetchAfter(part.target);
    function(LossBlock(part), first);
  }
}

void CountSpecials(const LossBlock& block, Tile& tile, Totals& totals) {
  for (const SpecialElement& special : block.specials) {
    totals.has_bound = false;
    if (special.limit.kind == LimitKind::kFinite) continue;
    totals.positive_infinities += special.limit.kind == LimitKind::kPositiveInfinity;
    totals.negative_infinities += special.limit.kind == LimitKind::kNegativeInfinity;
    totals.without_limit += special.limit.kind == LimitKind::kNone;
    tile.lower[special.index] = tile.upper[special.index] = 0;
  }
}

// Sums that `split` makes for an exponent, which is enlarged until it fits them.
template <typename Split>
auto SplitOnGrid(int& exponent, Split split) {
  auto sums = split(exponent);
  const int needed = GridSum::ExponentFor(sums.largest_field);
  if (needed <= exponent) return sums;
  exponent = needed;
  return split(exponent);
}

void Add(int exponent, const UnitSums& sums, GridSum& total) {
  total.Add(exponent, sums.coarse, sums.fine);
}

void AddBounds(const LossBlock& block, const ReductionOptions& options, Tile& tile,
               Totals& totals) {
  if (!totals.has_bound) return;
  BlockBounds(block, options.arithmetic, {tile.bounds, block.count});
  constexpr int kInfiniteField = 2047;
  const BoundSums sums = SplitOnGrid(totals.bound_exponent, [&](int exponent) {
    return ChosenLaneSumKernel().add_bounds(tile.bounds, block.count, exponent);
  });
  totals.has_bound = sums.largest_field < kInfiniteField;
  if (!totals.has_bound) return;
  Add(totals.bound_exponent, sums.sum, totals.bound);
  if (LargestIntermediate(block) <= kLargestSafe) return;
  uint8_t overflows[LossBlock::kCapacity];
  StatedLoss(block, options.arithmetic, tile.values, overflows);
  totals.has_bound = std::find(overflows, overflows + block.count, 1) == overflows + block.count;
}

void AddEnds(const LossBlock& block, Tile& tile, Totals& totals) {
  const bool has_signs = block.mixed_signs || block.negative_weights || !block.all_finite;
  const LaneSumKernel& kernel = ChosenLaneSumKernel();
  const auto add = has_signs ? kernel.add : kernel.add_positive;
  const EndSums sums = SplitOnGrid(totals.ends_exponent, [&](int exponent) {
    return add(tile.lower, tile.upper, block.count, exponent);
  });
  Add(totals.ends_exponent, sums.lower, totals.lower);
  Add(totals.ends_exponent, sums.upper, totals.upper);
  Add(totals.ends_exponent, has_signs ? sums.magnitude : sums.lower, totals.magnitude);
  totals.has_negative |= sums.has_negative;
  totals.has_positive |= sums.has_positive;
}

void AddTile(const LossArguments& arguments, const ReductionOptions& options, Tile& tile,
             Totals& totals) {
  ForEachBlock(arguments, [&](const LossBlock& block, size_t) {
    PrefetchAfter(block.given.weight);
    EncloseBlock(block, {tile.lower, block.count}, {tile.upper, block.count});
    CountSpecials(block, tile, totals);
    AddEnds(block, tile, totals);
    PrefetchAfter(block.given.pos_weight);
    AddBounds(block, options, tile, totals);
  });
}

// A number for intermediate results, wide enough to be exact.
class Wide {
 public:
  Wide() { mpfr_init2(value_, GridSum::kExactBits); }
  ~Wide() { mpfr_clear(value_); }
  Wide(const Wide&) = delete;
  Wide& operator=(const Wide&) = delete;
  operator mpfr_ptr() { return value_; }           // NOLINT(google-explicit-constructor)
  operator mpfr_srcptr() const { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  mpfr_t value_;
};

// A sum of `count` values and what their roundings may have moved it by.
struct GridEnds {
  Wide lower, upper;

  GridEnds(const GridSum& low, const GridSum& high, uint64_t count) {
    Wide slack;
    low.Get(lower);
    low.GetSlack(count, slack);
    mpfr_sub(lower, lower, slack, MPFR_RNDN);
    high.Get(upper);
    high.GetSlack(count, slack);
    mpfr_add(upper, upper, slack, MPFR_RNDN);
  }
};

// The ends of (sum, lower and upper) / divisor, rounded.
Certified RoundedEnds(const Totals& totals, uint64_t count, uint64_t divisor,
                      const FloatFormat& format) {
  GridEnds ends(totals.lower, totals.upper, count);
  // Slack does not change the sign of a sum whose terms have one.
  if (!totals.has_negative && mpfr_sgn(mpfr_srcptr(ends.lower)) < 0)
    mpfr_set_zero(mpfr_ptr(ends.lower), 1);
  if (!totals.has_positive && mpfr_sgn(mpfr_srcptr(ends.upper)) > 0)
    mpfr_set_zero(mpfr_ptr(ends.upper), 1);
  mpfr_div_ui(ends.lower, ends.lower, divisor, MPFR_RNDD);
  mpfr_div_ui(ends.upper, ends.upper, divisor, MPFR_RNDU);
  Certified result;
  result.lower = RoundDown(ends.lower);
  result.upper = RoundUp(ends.upper);
  result.bits = RoundToBits(format, ends.lower, 0);
  result.decided = result.bits == RoundToBits(format, ends.upper, 0);
  return result;
}

Certified Special(double value, const FloatFormat& format) {
  return {value, value, RoundToBits(format, value), true, 0};
}

Certified Climb(const ElementSource& source, const ReductionOptions& options, uint64_t divisor) {
  std::vector<LossElement> elements;
  elements.reserve(source.size());
  const auto tile = std::make_unique<Tile>();
  for (uint64_t first = 0; first < source.size(); first += LossBlock::kCapacity) {
    const size_t count = std::min<uint64_t>(LossBlock::kCapacity, source.size() - first);
    const LossBlock block(tile->Read(source, first, count));
    for (size_t i = 0; i < count; ++i) elements.push_back(block.Element(i));
    for (const SpecialElement& special : block.specials) {
      elements[first + special.index] = special.limit.finite;
    }
  }
  return CertifySum(std::move(elements), divisor, options.format);
}

Certified Certify(const ElementSource& source, const ReductionOptions& options,
                  const Totals& totals, bool& climbed) {
  const uint64_t divisor = options.kind == ReductionKind::kMean ? source.size() : 1;
  if (totals.without_limit != 0 ||
      (totals.positive_infinities != 0 && totals.negative_infinities != 0)) {
    return Special(kNan, options.format);
  }
  if (totals.positive_infinities != 0) return Special(kInfinity, options.format);
  if (totals.negative_infinities != 0) return Special(-kInfinity, options.format);

  const Certified quick = RoundedEnds(totals, source.size(), divisor, options.format);
  const double magnitude = std::max(std::fabs(quick.lower), std::fabs(quick.upper));
  const bool sharp = quick.upper - quick.lower <= kSharpnessUlp * UlpAt(options.format, magnitude);
  if (quick.decided && (sharp || source.size() > kSharpenedSum)) return quick;
  if (source.size() > kLargestCertifiedSum) return quick;
  climbed = true;
  return Climb(source, options, divisor);
}

void SetMagnitudes(const Totals& totals, const ReductionOptions& options, uint64_t count,
                   ReductionResult& result) {
  if (totals.all_finite()) {
    // Magnitudes lie between those of the lower ends, and differ from them by the widths at most.
    const GridEnds ends(totals.lower, totals.upper, count);
    GridEnds magnitudes(totals.magnitude, totals.magnitude, count);
    Wide width;
    mpfr_sub(width, ends.upper, ends.lower, MPFR_RNDU);
    mpfr_add(magnitudes.upper, magnitudes.upper, width, MPFR_RNDU);
    mpfr_sub(magnitudes.lower, magnitudes.lower, width, MPFR_RNDD);
    result.absolute_sum_upper = RoundUp(magnitudes.upper);
    result.absolute_sum_lower = std::max(0.0, RoundDown(magnitudes.lower));
  }
  const double smallest = std::min(std::fabs(result.value.lower), std::fabs(result.value.upper));
  const bool mean = options.kind == ReductionKind::kMean;
  const bool may_vanish = result.value.lower <= 0 && result.value.upper >= 0;
  const double total = smallest * (mean ? static_cast<double>(count) : 1.0);
  const bool one_sign = !totals.has_negative || !totals.has_positive;
  result.condition_number = result.absolute_sum_upper / total;
  if (one_sign) result.condition_number = 1;
  if (may_vanish) result.condition_number = kInfinity;

  result.rounding_bound = result.serial_bound = kInfinity;
  if (!totals.has_bound || !totals.all_finite()) return;
  const ReductionMagnitudes magnitudes = {
      count, mean, RoundUp(GridEnds(totals.bound, totals.bound, count).upper),
      result.absolute_sum_upper,
      std::max(std::fabs(result.value.lower), std::fabs(result.value.upper))};
  result.rounding_bound = ReductionBound(magnitudes, options.summation, options.arithmetic);
  result.serial_bound =
      ReductionBound(magnitudes, SummationOrder{.serial = true}, options.arithmetic);
}

// What the stated order yields where no bound applies to the exact result.
void SetStated(const ElementSource& source, const ReductionOptions& options,
               ReductionResult& result) {
  if (std::isfinite(result.rounding_bound) || result.stated_class != ValueClass::kFinite) return;
  const auto [in_order, serial] = RangesOfStatedReduction(source, options);
  if (!in_order) return;
  if (!in_order->overflows && std::isfinite(result.value.lower) &&
      std::isfinite(result.value.upper)) {
    const auto distance = [&](const std::optional<StatedRange>& range) {
      if (!range || range->overflows) return kInfinity;
      return LargestDistance(*range, result.value.lower, result.value.upper);
    };
    result.rounding_bound = distance(in_order);
    result.serial_bound = distance(serial);
    return;
  }
  const auto narrow = [&](const StatedRange& range) {
    return Narrowed(range, options.format, options.arithmetic);
  };
  const StatedRange own = narrow(*in_order);
  const double middle = own.lower / 2 + own.upper / 2;
  result.stated_value = middle;
  result.stated_bound = LargestDistance(own, middle, middle);
  result.stated_serial_bound =
      serial ? LargestDistance(narrow(*serial), middle, middle) : kInfinity;
}

ReductionResult EmptyReduction(const ReductionOptions& options) {
  ReductionResult result;
  const bool mean = options.kind == ReductionKind::kMean;
  result.value = Special(mean ? kNan : 0.0, options.format);
  result.stated_class = mean ? ValueClass::kNan : ValueClass::kFinite;
  if (options.wants_benchmark) result.benchmark = mean ? kNan : 0.0;
  result.condition_number = kNan;
  return result;
}

// Calls `function` with each tile's number and elements, on all threads.
template <typename Function>
void ForEachTile(const ElementSource& source, Function function) {
  const uint64_t count = source.size();
  PerThread<std::unique_ptr<Tile>> tile_of_thread;
  ParallelFor(static_cast<size_t>((count + kTile - 1) / kTile), [&](size_t t) {
    auto& tile = tile_of_thread.Own();
    if (tile == nullptr) tile = std::make_unique<Tile>();
    const uint64_t first = uint64_t{t} * kTile;
    const auto size = static_cast<size_t>(std::min<uint64_t>(kTile, count - first));
    function(t, tile->Read(source, first, size), *tile);
  });
}

Totals Add(const ElementSource& source, const ReductionOptions& options) {
  PerThread<Totals> totals_of_thread;
  ForEachTile(source, [&](size_t, const LossArguments& arguments, Tile& tile) {
    AddTile(arguments, options, tile, totals_of_thread.Own());
  });
  Totals totals;
  totals_of_thread.ForEach([&](const Totals& part) { totals.Merge(part); });
  return totals;
}

// The fp32 sum, tile by tile and then of the tiles, of what `set_losses` says of each block.
template <typename SetLosses>
float SumInSinglePrecision(const ElementSource& source, const StatedArithmetic& arithmetic,
                           SetLosses set_losses) {
  std::vector<float> sums(static_cast<size_t>((source.size() + kTile - 1) / kTile));
  ForEachTile(source, [&](size_t t, const LossArguments& arguments, Tile& tile) {
    ForEachBlock(arguments, [&](const LossBlock& block, size_t first) {
      set_losses(block, std::span(tile.values + first, block.count));
    });
    sums[t] = StatedSum({tile.values, arguments.size()}, arithmetic);
  });
  return StatedSum(sums, arithmetic);
}

// Where every partial sum stays finite, and the result in the output format too, the class is known
// without computing what the stated order yields.
ValueClass StatedClassOfSum(const ElementSource& source, const ReductionOptions& options,
                            const ReductionResult& result) {
  const double largest = std::max(std::fabs(result.value.lower), std::fabs(result.value.upper)) +
                         result.rounding_bound;
  if (largest < LargestFinite(options.format)) return ValueClass::kFinite;
  float sum = SumInSinglePrecision(source, options.arithmetic,
                                   [&](const LossBlock& block, std::span<float> losses) {
                                     uint8_t overflows[LossBlock::kCapacity];
                                     StatedLoss(block, options.arithmetic, losses, overflows);
                                   });
  if (options.kind == ReductionKind::kMean) {
    sum = StatedMean(sum, source.size(), options.arithmetic);
  }
  return StatedClass(sum, options.format, options.arithmetic);
}

double Benchmark(const ElementSource& source, const ReductionOptions& options) {
  float sum = SumInSinglePrecision(
      source, StatedArithmetic{},  // no flushing, no saturation
      [](const LossBlock& block, std::span<float> losses) { SamePrecisionLoss(block, losses); });
  if (options.kind == ReductionKind::kMean) sum /= static_cast<float>(source.size());
  return ValueOfBits(options.format, RoundToBits(options.format, sum));
}

}  // namespace

ReductionResult ReduceLoss(const ElementSource& source, const ReductionOptions& options) {
  const uint64_t count = source.size();
  if (count == 0) return EmptyReduction(options);
  const Totals totals = Add(source, options);
  ReductionResult result;
  result.value = Certify(source, options, totals, result.climbed);
  SetMagnitudes(totals, options, count, result);
  result.stated_class = StatedClassOfSum(source, options, result);
  if (options.wants_benchmark) result.benchmark = Benchmark(source, options);
  SetStated(source, options, result);
  return result;
}

}  // namespace touchstone::reference::bce_with_logits
