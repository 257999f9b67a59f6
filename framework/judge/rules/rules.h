// One function per rule kind, each defined in its own file of this folder.
#pragma once

#include "framework/judge/rule.h"

namespace touchstone::judge {

const RuleKind& ThresholdRule();          ///< eco-v1: mean and maximum relative error
const RuleKind& MixedRule();              ///< eco-v2, eco-v3: matched ratio and a cap
const RuleKind& AllCloseRule();           ///< matched ratio alone
const RuleKind& UlpRule();                ///< largest error in ulp
const RuleKind& BitwiseRule();            ///< bits of the correctly rounded value
const RuleKind& CorrectlyRoundedRule();   ///< value of the correctly rounded value
const RuleKind& DualBenchmarkRule();      ///< commercial: ratios to a same-precision benchmark
const RuleKind& CancellationAwareRule();  ///< cann-bench: eco-v1 and counts of bad elements
const RuleKind& ErrorBalanceRule();       ///< mean of signed errors (legacy tables)
const RuleKind& RoundingBoundRule();      ///< what rounding alone can do

}  // namespace touchstone::judge
