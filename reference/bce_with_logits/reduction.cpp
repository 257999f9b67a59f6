#include "reference/bce_with_logits/reduction.h"

#include <mpfr.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "reference/bce_with_logits/benchmark.h"
#include "reference/bce_with_logits/enclosure.h"
#include "reference/bce_with_logits/stated_range.h"
#include "reference/exact_sum.h"
#include "reference/mpfr_rounding.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr size_t kTile = 4096;
static_assert(kTile % LossBlock::kCapacity == 0);
// Sums this small climb for sharpness too, not only for an open rounding.
constexpr uint64_t kSharpenedSum = 4096;

// What elements add to, in sums that do not depend on their order.
struct Totals {
  ExactSum positive;  // values of the enclosures, by sign
  ExactSum negative;
  ExactSum radius;
  ExactSum bound;  // E
  bool has_bound = true;
  uint64_t positive_infinities = 0;
  uint64_t negative_infinities = 0;
  uint64_t without_limit = 0;

  void Merge(const Totals& other) {
    positive.Merge(other.positive);
    negative.Merge(other.negative);
    radius.Merge(other.radius);
    bound.Merge(other.bound);
    has_bound &= other.has_bound;
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
  float stated[kTile], benchmark[kTile];
  uint8_t overflows[kTile];
  BlockEnclosure enclosure;

  LossArguments Read(const ElementSource& source, uint64_t first, size_t count) {
    const std::span<float> w(weight, source.has_weight() ? count : 0);
    const std::span<float> p(pos_weight, source.has_pos_weight() ? count : 0);
    source.Read(first, {self, count}, {target, count}, w, p);
    return {{self, count}, {target, count}, w, p};
  }
};

void AddEnclosures(const LossBlock& block, const BlockEnclosure& enclosure, Totals& totals) {
  for (size_t i = 0; i < block.count; ++i) {
    if (!block.all_finite && block.limit[i] != LimitKind::kFinite) {
      totals.positive_infinities += block.limit[i] == LimitKind::kPositiveInfinity;
      totals.negative_infinities += block.limit[i] == LimitKind::kNegativeInfinity;
      totals.without_limit += block.limit[i] == LimitKind::kNone;
      continue;
    }
    double value = enclosure.value[i];
    double radius = enclosure.radius[i];
    // Where the sign is known although the value is tiny, the interval ends at zero.
    if (enclosure.lower[i] == 0 && radius != 0) value = radius = enclosure.upper[i] / 2;
    if (enclosure.upper[i] == 0 && radius != 0) {
      value = enclosure.lower[i] / 2;
      radius = -value;
    }
    if (value < 0) {
      totals.negative.Add(-value);
    } else {
      totals.positive.Add(value);
    }
    totals.radius.Add(radius);
  }
}

void AddBounds(const LossBlock& block, const ReductionOptions& options,
               std::span<const uint8_t> overflows, Totals& totals) {
  double bounds[LossBlock::kCapacity];
  BlockBounds(block, options.arithmetic, bounds);
  for (size_t i = 0; i < block.count; ++i) {
    if (overflows[i] != 0 || !std::isfinite(bounds[i])) {
      totals.has_bound = false;
    } else {
      totals.bound.Add(bounds[i]);
    }
  }
}

// The ends of (sum, lower and upper) / divisor.
class Ends {
 public:
  Ends(const Totals& totals, uint64_t divisor) {
    mpfr_inits2(ExactSum::kExactBits, lower_, upper_, part_, static_cast<mpfr_ptr>(nullptr));
    totals.positive.Get(upper_);
    totals.negative.Get(part_);
    mpfr_sub(upper_, upper_, part_, MPFR_RNDN);  // exact, as are the next two
    totals.radius.Get(part_);
    mpfr_sub(lower_, upper_, part_, MPFR_RNDN);
    mpfr_add(upper_, upper_, part_, MPFR_RNDN);
    mpfr_div_ui(lower_, lower_, divisor, MPFR_RNDD);
    mpfr_div_ui(upper_, upper_, divisor, MPFR_RNDU);
  }
  ~Ends() { mpfr_clears(lower_, upper_, part_, static_cast<mpfr_ptr>(nullptr)); }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;

  Certified Rounded(const FloatFormat& format) const {
    Certified result;
    result.lower = RoundDown(lower_);
    result.upper = RoundUp(upper_);
    result.bits = RoundToBits(format, lower_, 0);
    result.decided = result.bits == RoundToBits(format, upper_, 0);
    return result;
  }

 private:
  mpfr_t lower_, upper_, part_;
};

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

  const Certified quick = Ends(totals, divisor).Rounded(options.format);
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
    ExactSum sum = totals.positive;
    sum.Merge(totals.negative);
    result.absolute_sum_upper = sum.RoundedUp() + totals.radius.RoundedUp();
    result.absolute_sum_upper = std::nextafter(result.absolute_sum_upper, kInfinity);
    const double lower = sum.RoundedDown() - totals.radius.RoundedUp();
    result.absolute_sum_lower = std::max(0.0, std::nextafter(lower, -kInfinity));
  }
  const double smallest = std::min(std::fabs(result.value.lower), std::fabs(result.value.upper));
  const bool mean = options.kind == ReductionKind::kMean;
  const bool may_vanish = result.value.lower <= 0 && result.value.upper >= 0;
  const double total = smallest * (mean ? static_cast<double>(count) : 1.0);
  const bool one_sign = totals.positive.RoundedUp() == 0 || totals.negative.RoundedUp() == 0;
  result.condition_number = result.absolute_sum_upper / total;
  if (one_sign) result.condition_number = 1;
  if (may_vanish) result.condition_number = kInfinity;

  result.rounding_bound = result.serial_bound = kInfinity;
  if (!totals.has_bound || !totals.all_finite()) return;
  const ReductionMagnitudes magnitudes = {
      count, mean, totals.bound.RoundedUp(), result.absolute_sum_upper,
      std::max(std::fabs(result.value.lower), std::fabs(result.value.upper))};
  result.rounding_bound = ReductionBound(magnitudes, options.summation, options.arithmetic);
  result.serial_bound =
      ReductionBound(magnitudes, SummationOrder{.serial = true}, options.arithmetic);
}

// What the stated order yields where no bound applies to the exact result.
void SetStated(const ElementSource& source, const ReductionOptions& options,
               ReductionResult& result) {
  if (std::isfinite(result.rounding_bound) || result.stated_class != ValueClass::kFinite) return;
  const auto range = RangeOfStatedReduction(source, options);
  if (!range) return;
  const auto [lower, upper, overflows] = Narrowed(*range, options.format, options.arithmetic);
  if (!overflows && std::isfinite(result.value.lower) && std::isfinite(result.value.upper)) {
    result.rounding_bound = LargestDistance(*range, result.value.lower, result.value.upper);
    return;
  }
  result.stated_value = lower / 2 + upper / 2;
  result.stated_bound =
      LargestDistance({lower, upper, overflows}, result.stated_value, result.stated_value);
}

ReductionResult EmptyReduction(const ReductionOptions& options) {
  ReductionResult result;
  const bool mean = options.kind == ReductionKind::kMean;
  result.value = Special(mean ? kNan : 0.0, options.format);
  result.stated_class = mean ? ValueClass::kNan : ValueClass::kFinite;
  result.benchmark = mean ? kNan : 0.0;
  result.condition_number = kNan;
  return result;
}

}  // namespace

ReductionResult ReduceLoss(const ElementSource& source, const ReductionOptions& options) {
  const uint64_t count = source.size();
  if (count == 0) return EmptyReduction(options);

  const size_t tile_count = static_cast<size_t>((count + kTile - 1) / kTile);
  std::vector<float> stated(tile_count);
  std::vector<float> benchmark(tile_count);
  const StatedArithmetic plain{};  // the benchmark's sums: no flushing, no saturation
  tbb::enumerable_thread_specific<Totals> totals_of_thread;
  tbb::enumerable_thread_specific<std::unique_ptr<Tile>> tile_of_thread;
  tbb::parallel_for(size_t{0}, tile_count, [&](size_t t) {
    auto& tile = tile_of_thread.local();
    if (tile == nullptr) tile = std::make_unique<Tile>();
    Totals& totals = totals_of_thread.local();
    const uint64_t first = uint64_t{t} * kTile;
    const auto size = static_cast<size_t>(std::min<uint64_t>(kTile, count - first));
    const LossArguments arguments = tile->Read(source, first, size);
    for (size_t offset = 0; offset < size; offset += LossBlock::kCapacity) {
      const LossBlock block(arguments.Part(offset, std::min(LossBlock::kCapacity, size - offset)));
      EncloseBlock(block, tile->enclosure);
      AddEnclosures(block, tile->enclosure, totals);
      const std::span<uint8_t> overflows(tile->overflows + offset, block.count);
      StatedLoss(block, options.arithmetic, {tile->stated + offset, block.count}, overflows);
      SamePrecisionLoss(block, {tile->benchmark + offset, block.count});
      AddBounds(block, options, overflows, totals);
    }
    stated[t] = StatedSum({tile->stated, size}, options.arithmetic);
    benchmark[t] = StatedSum({tile->benchmark, size}, plain);
  });

  Totals totals;
  for (const Totals& part : totals_of_thread) totals.Merge(part);

  ReductionResult result;
  result.value = Certify(source, options, totals, result.climbed);
  SetMagnitudes(totals, options, count, result);
  float stated_result = StatedSum(stated, options.arithmetic);
  float benchmark_result = StatedSum(benchmark, plain);
  if (options.kind == ReductionKind::kMean) {
    stated_result = StatedMean(stated_result, count, options.arithmetic);
    benchmark_result /= static_cast<float>(count);
  }
  result.stated_class = StatedClass(stated_result, options.format, options.arithmetic);
  result.benchmark = ValueOfBits(options.format, RoundToBits(options.format, benchmark_result));
  SetStated(source, options, result);
  return result;
}

}  // namespace touchstone::reference::bce_with_logits
