// Rule kinds: the forms that precision standards take. Numbers come from the standards' data.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/judge/block.h"
#include "framework/judge/broken_list.h"
#include "framework/judge/metrics_state.h"
#include "framework/judge/pattern.h"
#include "framework/judge/tolerance.h"
#include "framework/judge/verdict.h"
#include "framework/soc/soc.h"
#include "framework/tensor/layout.h"

namespace touchstone::judge {

using Numbers = std::map<std::string, double>;

/// One number that a standard of this kind needs for every dtype, and a suite may override.
struct RuleParameter {
  std::string name;
  double maximum = std::numeric_limits<double>::max();
  bool is_switch = false;  ///< 0 or 1
};

/// Everything a rule is started with. Pointers outlive the rule's state.
struct RuleContext {
  tensor::DType dtype;
  const tensor::FloatFormat* format;
  const tensor::Dims* shape;
  const soc::SocInfo* soc;
  Golden golden;
  Numbers numbers;

  double Number(const std::string& name) const { return numbers.at(name); }
};

/// What one rule remembers of one output. Not thread-safe.
class RuleState {
 public:
  virtual ~RuleState() = default;
  virtual void Add(const Block& block) = 0;
  /// `other` was started by the same kind with an equal context.
  virtual void Merge(const RuleState& other) = 0;
  /// Sets state, certified, vacuous, reason, limits and values; the rest is set already. Called for
  /// outputs with at least one element. Class mismatches and unwritten elements fail every verdict
  /// before or after this, unless JudgesClasses.
  virtual void Finish(const Totals& totals, Verdict& verdict) const = 0;
  /// Elements that broke the rule, by the name of the number they broke.
  virtual std::map<std::string, const BrokenList*> Broken() const { return {}; }
  /// All elements beyond the rounding bound; of the rule that judges it only.
  virtual const BadElements* Bad() const { return nullptr; }
  /// The rule has its own say on elements whose class is not the expected one.
  virtual bool JudgesClasses() const { return false; }
};

/// Stateless and thread-safe.
class RuleKind {
 public:
  virtual ~RuleKind() = default;
  virtual std::string_view name() const = 0;
  virtual std::vector<RuleParameter> parameters() const = 0;
  virtual bool Accepts(Golden golden) const = 0;
  /// The rule reads Block::benchmark.
  virtual bool NeedsBenchmark() const { return false; }
  virtual std::unique_ptr<RuleState> Start(const RuleContext& context) const = 0;
};

/// All kinds. Adding one means adding its file in rules/ and one line in rule_registry.cpp.
const std::vector<const RuleKind*>& AllRules();
const RuleKind* FindRule(std::string_view name);

}  // namespace touchstone::judge
