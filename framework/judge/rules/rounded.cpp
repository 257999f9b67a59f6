// Every element is the exact value rounded once, to nearest even: by its bits, where signed zeros
// differ, or as a number.
#include <fmt/format.h>

#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

// What the metrics count for every output, so that nothing is left to remember here.
struct Measure {
  std::string_view rule;
  const char* number;  ///< its name in verdicts
  const char* text;    ///< "... of ... elements" and this
  uint64_t (*count)(const Totals&);
  uint64_t Totals::*first;
};

class RoundedState final : public RuleState {
 public:
  RoundedState(const Measure& measure, const RuleContext& context)
      : measure_(measure), context_(context) {}
  void Add(const Block&) override {}
  void Merge(const RuleState&) override {}

  void Finish(const Totals& totals, Verdict& verdict) const override {
    const Metrics& metrics = totals.metrics;
    const uint64_t wrong = measure_.count(totals);
    verdict.limits = {{measure_.number, 0}};
    verdict.values = {{measure_.number, static_cast<double>(wrong)}};
    verdict.certified = wrong > 0 || metrics.undecided == 0;
    if (wrong > 0) {
      verdict.state = VerdictState::kFail;
      verdict.reason =
          fmt::format("{} of {} elements {}, first {}", wrong, metrics.elements, measure_.text,
                      ElementText(totals.*measure_.first, *context_.shape));
    } else if (metrics.undecided == 0) {
      verdict.state = VerdictState::kPass;
    } else {
      verdict.state = VerdictState::kUndecided;
      verdict.reason =
          fmt::format("the reference leaves the rounding of {} elements open", metrics.undecided);
    }
  }

 private:
  const Measure& measure_;
  RuleContext context_;
};

class Rounded final : public RuleKind {
 public:
  explicit Rounded(const Measure& measure) : measure_(measure) {}
  std::string_view name() const override { return measure_.rule; }
  std::vector<RuleParameter> parameters() const override { return {}; }
  bool Accepts(Golden golden) const override { return golden == Golden::kRounded; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<RoundedState>(measure_, context);
  }

 private:
  Measure measure_;
};

}  // namespace

const RuleKind& BitwiseRule() {
  static const Rounded rule({"bitwise", "bitwise_mismatches", "differ in their bits",
                             [](const Totals& t) { return t.metrics.bitwise_mismatches; },
                             &Totals::first_other_bits});
  return rule;
}

const RuleKind& CorrectlyRoundedRule() {
  static const Rounded rule({"correctly-rounded", "not_correctly_rounded",
                             "are not correctly rounded",
                             [](const Totals& t) { return t.not_correctly_rounded; },
                             &Totals::first_not_correctly_rounded});
  return rule;
}

}  // namespace touchstone::judge
