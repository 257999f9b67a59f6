// RN(exact - B) <= actual <= RN(exact + B): the result differs from the exact value by no more than
// rounding can explain under the stated order of operations. B comes with the reference.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/judge/hot_loop.h"
#include "framework/judge/quick_look.h"
#include "framework/judge/rounded_sum.h"
#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The extremes of what the bound admits, and of the exact values.
struct Extremes {
  double max_low = -kInfinity, min_high = kInfinity;  ///< exact - B, exact + B
  double max_exact = -kInfinity, min_exact = kInfinity;

  void Merge(const Extremes& other) {
    max_low = std::max(max_low, other.max_low);
    min_high = std::min(min_high, other.min_high);
    max_exact = std::max(max_exact, other.max_exact);
    min_exact = std::min(min_exact, other.min_exact);
  }
};

TOUCHSTONE_HOT_LOOP void FindExtremes(const double* exact, const double* bound, size_t count,
                                      Extremes& extremes) {
  for (size_t i = 0; i < count; ++i) {
    const double low = exact[i] - bound[i], high = exact[i] + bound[i];
    extremes.max_low = extremes.max_low < low ? low : extremes.max_low;
    extremes.min_high = high < extremes.min_high ? high : extremes.min_high;
    extremes.max_exact = extremes.max_exact < exact[i] ? exact[i] : extremes.max_exact;
    extremes.min_exact = exact[i] < extremes.min_exact ? exact[i] : extremes.min_exact;
  }
}

class RoundingBoundState final : public RuleState {
 public:
  explicit RoundingBoundState(const RuleContext& context)
      : context_(context),
        scale_(*context.format),
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
    extremes_.Merge(others.extremes_);
    not_vacuous_ |= others.not_vacuous_;
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
    const double* const bound = serial_ ? block.serial_bound : block.bound;
    AddExtremes(block, bound);
    const BlockPassResult& pass = block.pass;
    const bool all_rounded = block.all_decided && pass.same_bits == block.count;
    if (!serial_ && pass.bounds_finite && (pass.within_bound || all_rounded)) {
      comparable_ += block.count;
      counts_.within += block.count;
      return;
    }
    QuickLook look;
    LookAtBound(bound, largest_, block, *context_.format, look);
    comparable_ += look.within;
    counts_.within += look.within;
    if (look.within == block.count) return;
    for (size_t i = 0; i < block.count; ++i) {
      if (look.proven[i] != QuickLook::kWithin) AddOpen(block, i, bound[i], look.proven[i]);
    }
  }

  void AddOpen(const Block& block, size_t i, double bound, int64_t proven) {
    if (!(bound < kInfinity)) {
      ++not_applicable_;
      return;
    }
    ++comparable_;
    // The exact value rounded once lies within any bound around it.
    if (block.decided[i] != 0 && block.bits[i] == block.rounded_bits[i]) {
      ++counts_.within;
      return;
    }
    Outcome outcome = Outcome::kBeyond;
    if (proven != QuickLook::kBeyond) {
      const double actual = tensor::Decode(*context_.format, block.bits[i]);
      outcome = Check(actual, {block.lower[i], block.upper[i]}, bound);
    }
    counts_.Count(outcome, block.IndexOf(i));
    if (outcome != Outcome::kBeyond) return;
    const double share =
        std::fabs(block.pass.difference[i]) / (bound + 0.5 * scale_.Ulp(block.pass.exact[i]));
    const BrokenElement broken = BrokenAt(block, i, share, *context_.format);
    if (counts_.broken.Takes(share)) counts_.broken.Add(broken);
    bad_.Add(broken.index, BadElements::Kind::kValue, broken.actual_bits, broken.expected_bits);
  }

  // Once no number lies within every element's bound, none will again.
  void AddExtremes(const Block& block, const double* bound) {
    if (not_vacuous_) return;
    FindExtremes(block.pass.exact, bound, block.count, extremes_);
    not_vacuous_ = Round(extremes_.max_low) > Round(extremes_.min_high);
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
    if (comparable_ == 0 || not_vacuous_) return false;
    const double low = Round(extremes_.max_low), high = Round(extremes_.min_high);
    const bool zero = low <= 0 && 0 <= high;
    const bool values_differ = Round(extremes_.min_exact) != Round(extremes_.max_exact);
    return zero || (low <= high && values_differ);
  }

  double Round(double value) const {
    return tensor::Decode(*context_.format, tensor::Round(*context_.format, value));
  }

  RuleContext context_;
  UlpScale scale_;
  bool serial_;     ///< sums are those of one running sum
  double largest_;  ///< where the chip saturates; +infinity elsewhere
  ToleranceCounts counts_;
  BadElements bad_;
  uint64_t comparable_ = 0;  ///< finite elements to which the bound applies
  uint64_t not_applicable_ = 0;
  Extremes extremes_;
  bool not_vacuous_ = false;
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
