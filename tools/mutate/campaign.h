// The order of things: a clean trial first, then one trial for each mutant.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/mutate/group.h"
#include "tools/mutate/mutant.h"
#include "tools/mutate/results.h"

namespace touchstone::mutate {

/// Where mutants are built and tried; the real one is BuildWorkshop.
class Workshop {
 public:
  virtual ~Workshop() = default;
  /// A clean tree of the group, built. Mutants of this group follow until the next Open.
  virtual Status Open(const Group& group) = 0;
  /// The tests and suites on the clean tree. Whatever is not good is `noticed`.
  virtual Result<std::vector<SuiteOutcome>> TryClean() = 0;
  /// The tree with the mutant in it, built. Errors: it does not apply or does not compile.
  virtual Status Build(const Mutant& mutant) = 0;
  /// The tests and suites on the tree as Build left it, against the clean trial.
  virtual Result<std::vector<SuiteOutcome>> Try() = 0;
  /// Takes the mutant out of the tree again; nothing is built.
  virtual Status Restore() = 0;
};

/// Told after the clean trial of a group (`result` nullptr) and after each mutant.
struct CampaignProgress {
  size_t done = 0, total = 0;
  const MutantResult* result = nullptr;
};

/// Tries every mutant. Those of one file follow each other, so that it is compiled once for each.
/// A mutant that cannot be built ends as kError and the campaign goes on. Errors: the clean tree
/// does not build or is not all good (input), the workshop cannot work (infrastructure), `stop`
/// said true (infrastructure).
Result<MutationResults> RunCampaign(std::vector<Mutant> mutants, Workshop& workshop,
                                    const std::function<void(const CampaignProgress&)>& progress,
                                    const std::function<bool()>& stop);

}  // namespace touchstone::mutate
