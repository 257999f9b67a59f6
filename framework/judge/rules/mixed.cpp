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

TOUCHSTONE_HOT_LOOP uint64_t CountBelow(const Block& block, double limit) {
  uint64_t below = 0;
  for (size_t i = 0; i < block.count; ++i) {
    below += (block.error[i] + block.radius[i]) * (1 + 0x1p-47) < limit;
  }
  return below;
}

__attribute__((always_inline)) inline bool MayExceed(const Block& block, size_t i, UlpScale scale,
                                                     double share, double floor, double multiple) {
  // The least magnitude in the enclosure has the smallest ulp; narrowing never makes it smaller.
  const double least = std::fabs(block.middle[i]) - block.radius[i];
  const double by_ulp = multiple * scale.Ulp(least > 0 ? least : 0);
  const double least_cap = by_ulp < floor ? floor : by_ulp;
  const int has_error = block.error[i] > 0;
  const int takes_more = block.error[i] * (1 + 0x1p-40) >= share * least_cap;
  return (has_error & takes_more) != 0;
}

// Elements that could use a larger share of their cap than `share`.
TOUCHSTONE_HOT_LOOP uint64_t CountMayExceed(const Block& block, UlpScale scale, double share,
                                            double floor, double multiple) {
  uint64_t count = 0;
  for (size_t i = 0; i < block.count; ++i)
    count += MayExceed(block, i, scale, share, floor, multiple);
  return count;
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
    if (CountBelow(block, floor_.absolute) == block.count) {
      cap_.within += block.count;
      return;
    }
    for (size_t i = 0; i < block.count; ++i) {
      const Enclosure golden = GoldenOf(block, i, context_.golden, *context_.format);
      const Outcome outcome = CheckCap(block.actual[i], golden);
      cap_.Count(outcome, block.IndexOf(i));
      if (outcome != Outcome::kBeyond) continue;
      const double cap = std::max(floor_.absolute, max_ulp_multiple_ * NarrowUlp(block.middle[i]));
      cap_.broken.Add(BrokenAt(block, i, block.error[i] / cap, *context_.format));
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

  // Few elements can use more of their cap than the largest share so far: only those are looked at.
  void FindCapUse(const Block& block) {
    const bool exact = context_.golden == Golden::kExact;
    const auto may_exceed = [&](size_t i) {
      return MayExceed(block, i, scale_, most_used_.share, floor_.absolute, max_ulp_multiple_);
    };
    if (exact &&
        CountMayExceed(block, scale_, most_used_.share, floor_.absolute, max_ulp_multiple_) == 0) {
      return;
    }
    for (size_t i = 0; i < block.count; ++i) {
      if (exact && !may_exceed(i)) continue;
      const Enclosure golden = GoldenOf(block, i, context_.golden, *context_.format);
      const double middle = golden.lower / 2 + golden.upper / 2;
      const double error = std::fabs(block.actual[i] - middle);
      if (error == 0) continue;
      const double ulp = std::min(NarrowUlp(golden.lower), NarrowUlp(golden.upper));
      const double cap = std::max(floor_.absolute, max_ulp_multiple_ * ulp);
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
