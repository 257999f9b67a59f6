// No element with an error above max_ulp, measured in the ulp of the exact value.
#include <fmt/format.h>

#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

class UlpState final : public RuleState {
 public:
  explicit UlpState(const RuleContext& context)
      : context_(context), scale_(*context.format), tolerance_{context.Number("max_ulp")} {}

  void Add(const Block& block) override {
    tolerance_.CountBlock(block, scale_, *context_.format, counts_);
  }
  void Merge(const RuleState& other) override {
    counts_.Merge(static_cast<const UlpState&>(other).counts_);
  }

  std::map<std::string, const BrokenList*> Broken() const override {
    return {{"max_error_ulp", &counts_.broken}};
  }
  void Finish(const Totals& totals, Verdict& verdict) const override {
    const double limit = tolerance_.max_ulp;
    const double value = totals.metrics.max_error_ulp;
    verdict.limits = {{"max_error_ulp", limit}};
    verdict.values = {{"max_error_ulp", value}};
    // A smaller value has at most twice as many ulp as the largest; below the normal numbers the
    // ulp is the same for all.
    const double largest = totals.max_magnitude;
    verdict.vacuous = totals.comparable > 0 && (largest <= limit * scale_.Ulp(0) ||
                                                2 * largest <= limit * scale_.Ulp(largest));
    verdict.certified = counts_.beyond > 0 || counts_.open == 0;
    if (counts_.beyond > 0) {
      verdict.state = VerdictState::kFail;
      verdict.reason = fmt::format("max_error_ulp {} > {:.6g}; {}", NumberText(value, limit), limit,
                                   BeyondText(counts_, totals.metrics.elements, *context_.shape));
    } else if (counts_.open == 0) {
      verdict.state = VerdictState::kPass;
    } else {
      verdict.state = VerdictState::kUndecided;
      verdict.reason = fmt::format(
          "the reference is not narrow enough at {} elements to compare with max_error_ulp {:.6g}, "
          "first {}",
          counts_.open, limit, ElementText(counts_.first_open, *context_.shape));
    }
  }

 private:
  RuleContext context_;
  UlpScale scale_;
  UlpTolerance tolerance_;
  ToleranceCounts counts_;
};

class Ulp final : public RuleKind {
 public:
  std::string_view name() const override { return "ulp"; }
  std::vector<RuleParameter> parameters() const override { return {{"max_ulp"}}; }
  bool Accepts(Golden golden) const override { return golden == Golden::kExact; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<UlpState>(context);
  }
};

}  // namespace

const RuleKind& UlpRule() {
  static const Ulp rule;
  return rule;
}

}  // namespace touchstone::judge
