// RN(exact - B) <= actual <= RN(exact + B): the result differs from the exact value by no more than
// rounding can explain under the stated order of operations. B comes with the reference.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/judge/hot_loop.h"
#include "framework/judge/rounded_sum.h"
#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What one block adds, found without a branch per element.
struct BlockBounds {
  uint64_t clear = 0;                                 ///< elements certainly within the bound
  uint64_t applies = 0;                               ///< elements with a finite bound
  double max_low = -kInfinity, min_high = kInfinity;  ///< exact - B, exact + B
  double max_exact = -kInfinity, min_exact = kInfinity;
};

// RN(exact + B) reaches actual as soon as exact + B passes the middle between actual and its
// neighbour, half an ulp away; below a power of two the neighbour is half as far.
__attribute__((always_inline)) inline bool IsClear(const Block& block, size_t i, double bound,
                                                   UlpScale scale, uint32_t fraction_mask) {
  const double ulp = scale.Ulp(block.actual[i]);
  const double half_gap = (block.bits[i] & fraction_mask) == 0 ? 0.25 * ulp : 0.5 * ulp;
  const double worst = (block.error[i] + block.radius[i]) * (1 + 0x1p-47);
  return worst < bound + half_gap;
}

TOUCHSTONE_HOT_LOOP void FindBounds(const Block& block, const double* bounds, UlpScale scale,
                                    uint32_t fraction_mask, BlockBounds& result) {
  uint64_t clear = 0, applies = 0;
  for (size_t i = 0; i < block.count; ++i) {
    clear += IsClear(block, i, bounds[i], scale, fraction_mask);
    applies += bounds[i] < kInfinity;
  }
  result.clear = clear;
  result.applies = applies;
  Lanes low = {-kInfinity, -kInfinity, -kInfinity, -kInfinity};
  Lanes largest = low, high = -low, smallest = -low;
  size_t i = 0;
  for (; i + kLanes <= block.count; i += kLanes) {
    Lanes exact, bound;
    LoadLanes(&block.middle[i], exact);
    LoadLanes(bounds + i, bound);
    const Lanes below = exact - bound, above = exact + bound;
    low = low < below ? below : low;
    high = above < high ? above : high;
    largest = largest < exact ? exact : largest;
    smallest = exact < smallest ? exact : smallest;
  }
  for (size_t lane = 0; lane < kLanes; ++lane) {
    result.max_low = std::max(result.max_low, low[lane]);
    result.min_high = std::min(result.min_high, high[lane]);
    result.max_exact = std::max(result.max_exact, largest[lane]);
    result.min_exact = std::min(result.min_exact, smallest[lane]);
  }
  for (; i < block.count; ++i) {
    const double exact = block.middle[i];
    result.max_low = std::max(result.max_low, exact - bounds[i]);
    result.min_high = std::min(result.min_high, exact + bounds[i]);
    result.max_exact = std::max(result.max_exact, exact);
    result.min_exact = std::min(result.min_exact, exact);
  }
}

class RoundingBoundState final : public RuleState {
 public:
  explicit RoundingBoundState(const RuleContext& context)
      : context_(context),
        scale_(*context.format),
        fraction_mask_((1u << (context.format->precision_bits - 1)) - 1),
        serial_(context.Number("serial") != 0),
        largest_(context.soc != nullptr && context.soc->saturates_on_overflow
                     ? tensor::Decode(*context.format, context.format->infinity - 1)
                     : kInfinity) {}

  void Add(const Block& block) override {
    AddComparable(block);
    for (const SpecialElement& element : block.specials) AddSpecial(element);
  }

  std::map<std::string, const BrokenList*> Broken() const override {
    return {{"beyond the bound", &counts_.broken}};
  }
  const BadElements* Bad() const override { return &bad_; }

  void Merge(const RuleState& other) override {
    const auto& others = static_cast<const RoundingBoundState&>(other);
    counts_.Merge(others.counts_);
    bad_.Merge(others.bad_);
    comparable_ += others.comparable_;
    not_applicable_ += others.not_applicable_;
    max_low_ = std::max(max_low_, others.max_low_);
    min_high_ = std::min(min_high_, others.min_high_);
    max_exact_ = std::max(max_exact_, others.max_exact_);
    min_exact_ = std::min(min_exact_, others.min_exact_);
  }

  bool JudgesClasses() const override { return true; }

  void Finish(const Totals& totals, Verdict& verdict) const override {
    verdict.limits = {{"elements_beyond", 0}, {"serial", serial_ ? 1 : 0}};
    verdict.values = {{"elements_beyond", static_cast<double>(counts_.beyond)},
                      {"elements_not_applicable", static_cast<double>(not_applicable_)}};
    verdict.vacuous = IsVacuous();
    verdict.certified = counts_.beyond > 0 || counts_.open == 0;
    if (counts_.beyond > 0) {
      verdict.state = VerdictState::kFail;
      verdict.reason = "not explained by rounding: " +
                       BeyondText(counts_, totals.metrics.elements, *context_.shape);
    } else if (counts_.open > 0) {
      verdict.state = VerdictState::kUndecided;
      verdict.reason = fmt::format(
          "the reference is not narrow enough at {} elements to compare with the bound, first {}",
          counts_.open, ElementText(counts_.first_open, *context_.shape));
    } else if (counts_.within == 0 && not_applicable_ > 0) {
      verdict.state = VerdictState::kNotApplicable;
      verdict.reason =
          "an intermediate of the stated order of operations overflows at every element";
    } else {
      verdict.state = VerdictState::kPass;
    }
  }

 private:
  void AddComparable(const Block& block) {
    BlockBounds bounds;
    const double* const bound = serial_ ? block.serial_bound : block.bound;
    FindBounds(block, bound, scale_, fraction_mask_, bounds);
    max_low_ = std::max(max_low_, bounds.max_low);
    min_high_ = std::min(min_high_, bounds.min_high);
    max_exact_ = std::max(max_exact_, bounds.max_exact);
    min_exact_ = std::min(min_exact_, bounds.min_exact);
    if (bounds.clear == block.count && bounds.applies == block.count) {
      comparable_ += block.count;
      counts_.within += block.count;
      return;
    }
    for (size_t i = 0; i < block.count; ++i) {
      if (!(bound[i] < kInfinity)) {
        ++not_applicable_;
        continue;
      }
      ++comparable_;
      const Outcome outcome =
          IsClear(block, i, bound[i], scale_, fraction_mask_)
              ? Outcome::kWithin
              : Check(block.actual[i], {block.lower[i], block.upper[i]}, bound[i]);
      counts_.Count(outcome, block.IndexOf(i));
      if (outcome != Outcome::kBeyond) continue;
      const double share = block.error[i] / (bound[i] + 0.5 * block.ulp[i]);
      const BrokenElement broken = BrokenAt(block, i, share, *context_.format);
      counts_.broken.Add(broken);
      bad_.Add(broken.index, BadElements::Kind::kValue, broken.actual_bits, broken.expected_bits);
    }
  }

  void AddSpecial(const SpecialElement& element) {
    const uint32_t expected_bits = tensor::Round(*context_.format, element.lower);
    if (element.kind == SpecialKind::kUnwritten) {  // fails every verdict as it is
      bad_.Add(element.index, BadElements::Kind::kUnwritten, element.actual_bits, expected_bits);
      return;
    }
    const double bound = serial_ ? element.serial_bound : element.bound;
    const bool bounded = element.lower <= element.upper && element.lower > -kInfinity &&
                         element.upper < kInfinity && bound < kInfinity;
    Outcome outcome = Outcome::kWithin;
    if (element.kind != SpecialKind::kClassMatch) {
      if (bounded) {
        // Near the overflow threshold rounding alone decides between a number and an infinity.
        outcome = Check(tensor::Decode(*context_.format, element.actual_bits),
                        {element.lower, element.upper}, bound);
      } else {
        outcome = element.kind == SpecialKind::kOpen ? Outcome::kOpen : Outcome::kBeyond;
      }
    }
    counts_.Count(outcome, element.index);
    if (outcome == Outcome::kBeyond) {
      bad_.Add(element.index, BadElements::Kind::kClass, element.actual_bits, expected_bits);
    }
  }

  double RoundTo(double exact, double bound) const {
    return std::clamp(RoundedSum(*context_.format, exact, bound), -largest_, largest_);
  }

  Outcome Check(double actual, Enclosure exact, double bound) const {
    if (std::isnan(actual)) return Outcome::kBeyond;
    if (RoundTo(exact.upper, -bound) <= actual && actual <= RoundTo(exact.lower, bound)) {
      return Outcome::kWithin;
    }
    if (actual < RoundTo(exact.lower, -bound) || actual > RoundTo(exact.upper, bound)) {
      return Outcome::kBeyond;
    }
    return Outcome::kOpen;
  }

  // Would zeros, or one number in place of all different ones, lie within the bound everywhere?
  bool IsVacuous() const {
    if (comparable_ == 0) return false;
    const tensor::FloatFormat& format = *context_.format;
    const auto round = [&](double value) {
      return tensor::Decode(format, tensor::Round(format, value));
    };
    const double low = round(max_low_), high = round(min_high_);
    const bool zero = low <= 0 && 0 <= high;
    const bool values_differ = round(min_exact_) != round(max_exact_);
    return zero || (low <= high && values_differ);
  }

  RuleContext context_;
  UlpScale scale_;
  uint32_t fraction_mask_;
  bool serial_;     ///< sums are those of one running sum
  double largest_;  ///< where the chip saturates; +infinity elsewhere
  ToleranceCounts counts_;
  BadElements bad_;
  uint64_t comparable_ = 0;  ///< finite elements to which the bound applies
  uint64_t not_applicable_ = 0;
  double max_low_ = -kInfinity, min_high_ = kInfinity;
  double max_exact_ = -kInfinity, min_exact_ = kInfinity;
};

class RoundingBound final : public RuleKind {
 public:
  std::string_view name() const override { return "rounding-bound"; }
  std::vector<RuleParameter> parameters() const override { return {{"serial", 1, true}}; }
  bool Accepts(Golden golden) const override { return golden == Golden::kExact; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<RoundingBoundState>(context);
  }
};

}  // namespace

const RuleKind& RoundingBoundRule() {
  static const RoundingBound rule;
  return rule;
}

}  // namespace touchstone::judge
