// |mean of (actual - golden) / max(|golden|, 1)| <= a limit: errors of both signs must even out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "framework/judge/exact_sum.h"
#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

class ErrorBalanceState final : public RuleState {
 public:
  explicit ErrorBalanceState(const RuleContext& context)
      : limit_(context.Number("max_error_balance")) {}

  void Add(const Block& block) override {
    const ErrorArrays& errors = block.errors();
    std::array<double, kBlockSize> terms, radii;
    for (size_t i = 0; i < block.count; ++i) {
      const double magnitude = std::fabs(block.pass.exact[i]), radius = errors.radius[i];
      terms[i] = block.pass.difference[i] / std::max(magnitude, 1.0);
      // For golden values within the radius a term has at most this slope.
      const double nearest = std::max(magnitude - radius, 1.0);
      radii[i] = radius * std::max(std::fabs(errors.actual[i]), 1.0) / (nearest * nearest);
    }
    terms_.AddBlock(terms.data(), block.count);
    radii_.AddBlock(radii.data(), block.count);
  }

  void Merge(const RuleState& other) override {
    const auto& others = static_cast<const ErrorBalanceState&>(other);
    terms_.Merge(others.terms_);
    radii_.Merge(others.radii_);
  }

  void Finish(const Totals& totals, Verdict& verdict) const override {
    const auto count = static_cast<double>(std::max<uint64_t>(totals.comparable, 1));
    const double balance = terms_.Value() / count;
    // Against exact numbers the mean is compared as it is computed.
    const double spread = radii_.Value() / count;
    const double radius = spread == 0 ? 0 : spread + std::fabs(balance) * 0x1p-50;
    verdict.limits = {{"max_error_balance", limit_}};
    verdict.values = {{"error_balance", balance}};
    verdict.certified = true;
    const double size = std::fabs(balance);
    if (totals.open == 0 && size - radius > limit_) {
      verdict.state = VerdictState::kFail;
      verdict.reason = fmt::format("|error_balance| {} > {:.6g}: the results are too {} on average",
                                   NumberText(size, limit_), limit_, balance > 0 ? "large" : "small");
    } else if (totals.open == 0 && size + radius <= limit_) {
      verdict.state = VerdictState::kPass;
    } else {
      verdict.state = VerdictState::kUndecided;
      verdict.certified = false;
      verdict.reason = "the reference is not narrow enough to decide the error balance";
    }
  }

 private:
  double limit_;
  ExactSum terms_, radii_;
};

class ErrorBalance final : public RuleKind {
 public:
  std::string_view name() const override { return "error-balance"; }
  std::vector<RuleParameter> parameters() const override { return {{"max_error_balance"}}; }
  bool Accepts(Golden golden) const override { return golden == Golden::kExact; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<ErrorBalanceState>(context);
  }
};

}  // namespace

const RuleKind& ErrorBalanceRule() {
  static const ErrorBalance rule;
  return rule;
}

}  // namespace touchstone::judge
