// Every element is the exact value rounded once, to nearest even; signed zeros are equal.
#include <fmt/format.h>

#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

// The metrics count this for every output, so nothing is left to remember here.
class CorrectlyRoundedState final : public RuleState {
 public:
  explicit CorrectlyRoundedState(const RuleContext& context) : context_(context) {}
  void Add(const Block&) override {}
  void Merge(const RuleState&) override {}

  void Finish(const Totals& totals, Verdict& verdict) const override {
    const uint64_t wrong = totals.not_correctly_rounded;
    const Metrics& metrics = totals.metrics;
    verdict.limits = {{"not_correctly_rounded", 0}};
    verdict.values = {{"not_correctly_rounded", static_cast<double>(wrong)}};
    verdict.certified = wrong > 0 || metrics.undecided == 0;
    if (wrong > 0) {
      verdict.state = VerdictState::kFail;
      verdict.reason = fmt::format(
          "{} of {} elements are not correctly rounded, first {}", wrong, metrics.elements,
          ElementText(totals.first_not_correctly_rounded, *context_.shape));
    } else if (metrics.undecided == 0) {
      verdict.state = VerdictState::kPass;
    } else {
      verdict.state = VerdictState::kUndecided;
      verdict.reason =
          fmt::format("the reference leaves the rounding of {} elements open", metrics.undecided);
    }
  }

 private:
  RuleContext context_;
};

class CorrectlyRounded final : public RuleKind {
 public:
  std::string_view name() const override { return "correctly-rounded"; }
  std::vector<RuleParameter> parameters() const override { return {}; }
  bool Accepts(Golden golden) const override { return golden == Golden::kRounded; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<CorrectlyRoundedState>(context);
  }
};

}  // namespace

const RuleKind& CorrectlyRoundedRule() {
  static const CorrectlyRounded rule;
  return rule;
}

}  // namespace touchstone::judge
