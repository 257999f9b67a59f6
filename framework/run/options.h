// What a run is asked to do.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/record/record.h"
#include "framework/soc/soc.h"

namespace touchstone::run {

/// Part `index` of `count`; the case with number k in the order of ids belongs to part k % count
/// + 1.
struct Shard {
  int index = 1;
  int count = 1;
};

struct RunOptions {
  std::string soc = std::string(soc::kDefaultSoc);
  /// "documented" or "source". Empty: documented on the simulator that is found beside the program,
  /// source with `device_libs`, where upstream's behaviour is what there is.
  std::string contract;
  std::optional<uint64_t> seed;  ///< in the place of every case's own
  int jobs = 1;                  ///< worker processes at a time
  Shard shard;
  double timeout_seconds = 60;  ///< per case, unless the case has its own
  bool resume = false;          ///< go on with the journal of `out_dir`
  /// Cases that together need more (MemoryNeed) do not run at the same time, and a case that alone
  /// does is not run. 0: kDefaultBudgetShare of the available memory.
  uint64_t memory_budget_bytes = 0;
  int repeat = 0;               ///< at least this many runs of each case; 0: as the cases say
  bool fail_fast = false;       ///< stop after the first case that does not end well
  std::string device_libs;      ///< directory; empty: the simulator beside the program
  std::string out_dir = "out";  ///< journal.jsonl is written here; created when missing
  /// Program whose worker command runs the cases; empty: this program itself.
  std::string worker_program;
  std::string command;       ///< as typed, for the record
  std::string tool_version;  ///< for the record
};

/// Told after each case that has ended, in the order of ending.
struct Progress {
  uint64_t done = 0;
  uint64_t planned = 0;
  const record::CaseRecord* last = nullptr;  ///< nullptr: the start, or cases taken from a journal
};
using ProgressFn = std::function<void(const Progress&)>;

}  // namespace touchstone::run
