// Every element has the bits of the exact value rounded once; signed zeros differ.
#include <fmt/format.h>

#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

// The metrics count this for every output, so nothing is left to remember here.
class BitwiseState final : public RuleState {
 public:
  explicit BitwiseState(const RuleContext& context) : context_(context) {}
  void Add(const Block&) override {}
  void Merge(const RuleState&) override {}

  void Finish(const Totals& totals, Verdict& verdict) const override {
    const Metrics& metrics = totals.metrics;
    verdict.limits = {{"bitwise_mismatches", 0}};
    verdict.values = {{"bitwise_mismatches", static_cast<double>(metrics.bitwise_mismatches)}};
    verdict.certified = metrics.bitwise_mismatches > 0 || metrics.undecided == 0;
    if (metrics.bitwise_mismatches > 0) {
      verdict.state = VerdictState::kFail;
      verdict.reason = fmt::format("{} of {} elements differ in their bits, first {}",
                                   metrics.bitwise_mismatches, metrics.elements,
                                   ElementText(totals.first_other_bits, *context_.shape));
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

class Bitwise final : public RuleKind {
 public:
  std::string_view name() const override { return "bitwise"; }
  std::vector<RuleParameter> parameters() const override { return {}; }
  bool Accepts(Golden golden) const override { return golden == Golden::kRounded; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<BitwiseState>(context);
  }
};

}  // namespace

const RuleKind& BitwiseRule() {
  static const Bitwise rule;
  return rule;
}

}  // namespace touchstone::judge
