// |a-g| <= atol + rtol |g| for enough elements, and nothing else.
#include "framework/judge/rules/matched_ratio.h"
#include "framework/judge/rules/rules.h"

namespace touchstone::judge {
namespace {

class AllCloseState final : public RuleState {
 public:
  explicit AllCloseState(const RuleContext& context) : ratio_(context) {}
  void Add(const Block& block) override { ratio_.Add(block); }
  void Merge(const RuleState& other) override {
    ratio_.Merge(static_cast<const AllCloseState&>(other).ratio_);
  }
  std::map<std::string, const BrokenList*> Broken() const override {
    return {{"matched_ratio", &ratio_.broken()}};
  }
  void Finish(const Totals& totals, Verdict& verdict) const override {
    ratio_.Finish(totals, verdict);
  }

 private:
  MatchedRatio ratio_;
};

class AllClose final : public RuleKind {
 public:
  std::string_view name() const override { return "allclose"; }
  std::vector<RuleParameter> parameters() const override {
    return {{"rtol"}, {"atol"}, {"required_matched_ratio", 1}};
  }
  bool Accepts(Golden) const override { return true; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<AllCloseState>(context);
  }
};

}  // namespace

const RuleKind& AllCloseRule() {
  static const AllClose rule;
  return rule;
}

}  // namespace touchstone::judge
