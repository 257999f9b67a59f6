// |a-g| <= atol + rtol |g| for enough elements, and no error above a cap (eco-v2, eco-v3).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "framework/judge/hot_loop.h"
#include "framework/judge/rules/matched_ratio.h"
#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

TOUCHSTONE_HOT_LOOP uint64_t CountBelow(const ErrorArrays& errors, size_t count, double limit) {
  uint64_t below = 0;
  for (size_t i = 0; i < count; ++i) {
    below += (errors.error[i] + errors.radius[i]) * (1 + 0x1p-47) < limit;
  }
  return below;
}

// The element that used most of its own cap. Ties go to the larger error, so that the order in
// which elements are seen does not matter.
struct CapUse {
  double share = 0, error = 0, cap = 0;

  void Take(const CapUse& other) {
    if (std::tie(other.share, other.error) > std::tie(share, error)) *this = other;
  }
};

class MixedState final : public RuleState {
 public:
  explicit MixedState(const RuleContext& context)
      : context_(context),
        scale_(*context.format),
        ratio_(context),
        floor_{context.Number("max_abs_error_limit"), 0, false},
        max_ulp_multiple_(context.Number("max_ulp_multiple")) {}

  void Add(const Block& block) override {
    ratio_.Add(block);
    FindCapUse(block);
    if (IsBelowFloor(block)) {
      cap_.within += block.count;
      return;
    }
    const ErrorArrays& errors = block.errors();
    const bool exact = context_.golden == Golden::kExact;
    for (size_t i = 0; i < block.count; ++i) {
      if (exact && (errors.error[i] + errors.radius[i]) * (1 + 0x1p-47) < floor_.absolute) {
        ++cap_.within;
        continue;
      }
      Outcome outcome = Outcome::kBeyond;
      if (!exact || !IsBeyondAnyCap(block, errors, i)) {
        const Enclosure golden = GoldenOf(block, i, context_.golden, *context_.format);
        outcome = CheckCap(errors.actual[i], golden);
      }
      cap_.Count(outcome, block.IndexOf(i));
      if (outcome != Outcome::kBeyond) continue;
      if (!cap_.broken.Takes(errors.error[i] / LeastCap(errors.ulp[i]))) continue;
      const double cap = std::max(floor_.absolute, max_ulp_multiple_ * NarrowUlp(block.pass.exact[i]));
      cap_.broken.Add(BrokenAt(block, i, errors.error[i] / cap, *context_.format));
    }
  }

  void Merge(const RuleState& other) override {
    const auto& others = static_cast<const MixedState&>(other);
    ratio_.Merge(others.ratio_);
    cap_.Merge(others.cap_);
    most_used_.Take(others.most_used_);
  }

  std::map<std::string, const BrokenList*> Broken() const override {
    return {{"capped_error", &cap_.broken}, {"matched_ratio", &ratio_.broken()}};
  }

  void Finish(const Totals& totals, Verdict& verdict) const override {
    ratio_.Finish(totals, verdict);
    const double error = totals.metrics.max_absolute_error;
    verdict.limits["max_abs_error_limit"] = floor_.absolute;
    verdict.limits["max_ulp_multiple"] = max_ulp_multiple_;
    // Each element has a cap of its own; these two are of the one that used most of its cap.
    verdict.limits["capped_error"] = most_used_.share > 0 ? most_used_.cap : floor_.absolute;
    verdict.values["capped_error"] = most_used_.error;
    // 32 ulp is less than the value itself in every format, so only the floor can admit a zero.
    verdict.vacuous = verdict.vacuous && totals.max_magnitude <= floor_.absolute;
    if (cap_.beyond > 0) {
      const std::string text =
          fmt::format("max_absolute_error {} > max({:.6g}, {:.6g} ulp of golden); {}",
                      NumberText(error, floor_.absolute), floor_.absolute, max_ulp_multiple_,
                      BeyondText(cap_, totals.metrics.elements, *context_.shape));
      const bool ratio_failed = verdict.state == VerdictState::kFail;
      verdict.reason = ratio_failed ? verdict.reason + "; " + text : text;
      verdict.state = VerdictState::kFail;
      verdict.certified = true;
    } else if (cap_.open > 0 && verdict.state == VerdictState::kPass) {
      verdict.state = VerdictState::kUndecided;
      verdict.certified = false;
      verdict.reason = fmt::format(
          "the reference is not narrow enough at {} elements to compare with the cap, first {}",
          cap_.open, ElementText(cap_.first_open, *context_.shape));
    }
  }

 private:
  // The cap's ulp is that of the golden value narrowed to the output format.
  double NarrowUlp(double value) const {
    const tensor::FloatFormat& format = *context_.format;
    const uint32_t bits = tensor::Round(format, value);
    if (tensor::ClassOf(format, bits) != tensor::ElementClass::kFinite) return scale_.Ulp(value);
    return scale_.Ulp(tensor::Decode(format, bits));
  }

  // Narrowing never makes the ulp smaller.
  double LeastCap(double ulp) const { return std::max(floor_.absolute, max_ulp_multiple_ * ulp); }

  // Narrowing and the enclosure's other values at most double the ulp.
  bool IsBeyondAnyCap(const Block& block, const ErrorArrays& errors, size_t i) const {
    const double radius = errors.radius[i];
    const bool is_narrow = radius < 0x1p-10 * std::fabs(block.pass.exact[i]);
    const double cap = LeastCap(2 * errors.ulp[i]);
    return is_narrow && errors.error[i] * (1 - 0x1p-40) - radius * (1 + 0x1p-40) > cap;
  }

  bool IsBelowFloor(const Block& block) const {
    if (context_.golden != Golden::kExact) return false;
    const BlockPassResult& pass = block.pass;
    if ((pass.max_error + pass.max_width) * (1 + 0x1p-47) < floor_.absolute) return true;
    return CountBelow(block.errors(), block.count, floor_.absolute) == block.count;
  }

  // Few blocks can use more of their caps than the largest share so far: only those are looked at.
  // An element's cap is at least the floor and at least its multiple of the exact value's ulp.
  void FindCapUse(const Block& block) {
    const BlockPassResult& pass = block.pass;
    const bool exact = context_.golden == Golden::kExact;
    const bool no_more = pass.max_error == 0 ||
                         pass.max_error * (1 + 0x1p-40) < most_used_.share * floor_.absolute ||
                         pass.max_error_ulp * (1 + 0x1p-40) < most_used_.share * max_ulp_multiple_;
    if (exact && no_more) return;
    const ErrorArrays& errors = block.errors();
    for (size_t i = 0; i < block.count; ++i) {
      double golden = pass.exact[i];
      if (!exact) {
        const Enclosure ends = GoldenOf(block, i, context_.golden, *context_.format);
        golden = ends.lower / 2 + ends.upper / 2;
      }
      const double error = std::fabs(errors.actual[i] - golden);
      if (error == 0 || (exact && error * (1 + 0x1p-40) < most_used_.share * floor_.absolute)) {
        continue;
      }
      if (exact && error * (1 + 0x1p-40) < most_used_.share * LeastCap(errors.ulp[i])) continue;
      const double cap = std::max(floor_.absolute, max_ulp_multiple_ * NarrowUlp(golden));
      most_used_.Take({error / cap, error, cap});
    }
  }

  Outcome CheckCap(double actual, Enclosure golden) const {
    const Outcome by_floor = floor_.Check(actual, golden);
    if (by_floor == Outcome::kWithin || max_ulp_multiple_ == 0) return by_floor;
    const double at_lower = NarrowUlp(golden.lower), at_upper = NarrowUlp(golden.upper);
    const double largest = max_ulp_multiple_ * std::max(at_lower, at_upper);
    const double smallest = max_ulp_multiple_ * std::min(at_lower, at_upper);
    const LinearTolerance strict_cap{std::max(smallest, floor_.absolute), 0, false};
    if (strict_cap.Check(actual, golden) == Outcome::kWithin) return Outcome::kWithin;
    const LinearTolerance wide_cap{std::max(largest, floor_.absolute), 0, false};
    const Outcome by_wide = wide_cap.Check(actual, golden);
    return by_wide == Outcome::kBeyond ? Outcome::kBeyond : Outcome::kOpen;
  }

  RuleContext context_;
  UlpScale scale_;
  MatchedRatio ratio_;
  LinearTolerance floor_;
  double max_ulp_multiple_;
  ToleranceCounts cap_;
  CapUse most_used_;
};

class Mixed final : public RuleKind {
 public:
  std::string_view name() const override { return "mixed"; }
  std::vector<RuleParameter> parameters() const override {
    return {{"rtol"},
            {"atol"},
            {"required_matched_ratio", 1},
            {"max_abs_error_limit"},
            {"max_ulp_multiple"}};
  }
  bool Accepts(Golden) const override { return true; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<MixedState>(context);
  }
};

}  // namespace

const RuleKind& MixedRule() {
  static const Mixed rule;
  return rule;
}

}  // namespace touchstone::judge
