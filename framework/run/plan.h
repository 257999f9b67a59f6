// Which cases a run consists of, and with which settings.
#pragma once

#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/run/options.h"
#include "framework/suite/suite.h"

namespace touchstone::run {

struct PlannedCase {
  suite::Case source;      ///< with the run's seed and repeat where these are overridden
  std::string soc;         ///< the case's own or the run's
  std::string contract;    ///< the case's own or the run's
  double timeout_seconds;  ///< the case's own or the run's
  uint64_t memory_bytes;   ///< MemoryNeed
  std::string repro;       ///< a command line that runs just this case
  std::string digest;      ///< xxh3-128 of everything above that can change a result, as hex
};

struct Plan {
  std::vector<PlannedCase> cases;                ///< of this shard, in file order
  std::vector<suite::NotRunnable> not_runnable;  ///< of this shard
  std::string contract;                          ///< the run's own

  uint64_t size() const { return cases.size() + not_runnable.size(); }
};

/// Errors (usage): jobs, shard, timeout, repeat, contract or chip that make no sense.
Result<Plan> MakePlan(const RunOptions& options, const suite::LoadedSuites& suites);

/// `text` quoted for a POSIX shell, where it needs quoting.
std::string ShellQuoted(const std::string& text);

}  // namespace touchstone::run
