#include "framework/judge/rules/rules.h"

namespace touchstone::judge {

const std::vector<const RuleKind*>& AllRules() {
  static const std::vector<const RuleKind*> rules = {
      &ThresholdRule(),     &MixedRule(),
      &AllCloseRule(),      &UlpRule(),
      &BitwiseRule(),       &CorrectlyRoundedRule(),
      &DualBenchmarkRule(), &CancellationAwareRule(),
      &ErrorBalanceRule(),  &RoundingBoundRule(),
  };
  return rules;
}

const RuleKind* FindRule(std::string_view name) {
  for (const RuleKind* rule : AllRules()) {
    if (rule->name() == name) return rule;
  }
  return nullptr;
}

}  // namespace touchstone::judge
