// Mean relative error < T and maximum relative error < k T, both strict (eco-v1).
#include <fmt/format.h>

#include <cmath>

#include "framework/judge/relative_error.h"
#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

class ThresholdState final : public RuleState {
 public:
  explicit ThresholdState(const RuleContext& context)
      : context_(context),
        mean_limit_(context.Number("threshold")),
        max_limit_(context.Number("max_multiple") * mean_limit_) {
    // |a-g| / (|g| + c) < k  is  |a-g| < k c + k |g|.
    tolerance_ = {max_limit_ * kRelativeErrorOffset, max_limit_, true};
  }

  void Add(const Block& block) override {
    tolerance_.CountBlock(block, context_.golden, *context_.format, counts_);
  }
  void Merge(const RuleState& other) override {
    counts_.Merge(static_cast<const ThresholdState&>(other).counts_);
  }

  std::map<std::string, const BrokenList*> Broken() const override {
    return {{"max_relative_error", &counts_.broken}};
  }

  void Finish(const Totals& totals, Verdict& verdict) const override {
    const double mean = totals.metrics.mean_relative_error;
    const double maximum = totals.metrics.max_relative_error;
    const double radius = totals.relative_error_radius;
    verdict.limits = {{"mean_relative_error", mean_limit_}, {"max_relative_error", max_limit_}};
    verdict.values = {{"mean_relative_error", mean}, {"max_relative_error", maximum}};
    // Zeros in place of every value would have a relative error of at most this at each element.
    const double all_zero = totals.max_magnitude / (totals.max_magnitude + kRelativeErrorOffset);
    verdict.vacuous = totals.comparable > 0 && all_zero < mean_limit_;

    const bool mean_passes = mean + radius < mean_limit_;
    const bool mean_fails = mean - radius >= mean_limit_ || std::isnan(mean);
    verdict.certified = true;
    if (counts_.beyond > 0) {
      verdict.state = VerdictState::kFail;
      verdict.reason = fmt::format("max_relative_error {} is not below {:.6g}; {}",
                                   NumberText(maximum, max_limit_), max_limit_,
                                   BeyondText(counts_, totals.metrics.elements, *context_.shape));
      if (mean_fails) {
        verdict.reason += fmt::format("; mean_relative_error {} is not below {:.6g}",
                                      NumberText(mean, mean_limit_), mean_limit_);
      }
    } else if (mean_fails && totals.open == 0) {
      verdict.state = VerdictState::kFail;
      verdict.reason = fmt::format("mean_relative_error {} is not below {:.6g}",
                                   NumberText(mean, mean_limit_), mean_limit_);
    } else if (counts_.open == 0 && mean_passes) {
      verdict.state = VerdictState::kPass;
    } else {
      verdict.state = VerdictState::kUndecided;
      verdict.certified = false;
      verdict.reason = fmt::format(
          "the reference is not narrow enough: mean_relative_error {} +- {:.3g} against {:.6g}, {} "
          "elements open against max_relative_error {:.6g}",
          NumberText(mean, mean_limit_), radius, mean_limit_, counts_.open, max_limit_);
    }
  }

 private:
  RuleContext context_;
  double mean_limit_, max_limit_;
  LinearTolerance tolerance_;
  ToleranceCounts counts_;
};

class Threshold final : public RuleKind {
 public:
  std::string_view name() const override { return "threshold"; }
  std::vector<RuleParameter> parameters() const override {
    return {{"threshold"}, {"max_multiple"}};
  }
  // The mean is the one of the metrics, and that is measured against the exact value.
  bool Accepts(Golden golden) const override { return golden == Golden::kExact; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<ThresholdState>(context);
  }
};

}  // namespace

const RuleKind& ThresholdRule() {
  static const Threshold rule;
  return rule;
}

}  // namespace touchstone::judge
