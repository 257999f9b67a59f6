// Runs planned cases in worker processes and survives whatever they do.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"
#include "framework/run/plan.h"

namespace touchstone::run {

struct PoolOptions {
  int jobs = 1;
  std::string worker_program;
  std::string device_libs;
  /// A worker's chip and contract must be available when they are these; a case that asks for
  /// others on a device that lacks them is left out, with a reason.
  std::string soc, contract;
  uint64_t memory_budget_bytes = UINT64_MAX;
  double startup_timeout_seconds = 60;   ///< until a worker is ready, and to read a batch
  double shutdown_timeout_seconds = 30;  ///< to close the device
};

/// Receives each record; an error from it ends the run.
using DeliverFn = std::function<Status(size_t index, record::CaseRecord record)>;

struct PoolResult {
  /// Cases that no worker or no memory could be had for, with the reason.
  std::map<size_t, std::string> left_out;
};

/// Runs `cases[i]` for each i of `selected`, except those that need more memory than the budget,
/// which are left out; what runs at the same time stays within the budget. Each worker serves one
/// (chip, contract) and takes batches. A case whose worker crashes, hangs or loses its device costs
/// the cases behind it nothing: they are queued again. If the worker had run others before, the
/// case is run once more, alone, and that result counts; when it then ends well it is put up for
/// review, because something before it in the same process matters. When a device reports something
/// at its end (a leak), the cases of that worker are run again in ever smaller groups until the one
/// to blame is found. A case may thus be delivered twice; the later record counts.
///
/// `stop` is asked all the time; once it is true all workers are killed and what is missing is
/// simply not delivered. Errors (infrastructure): a worker that cannot start, or one that breaks
/// again and again outside of any case.
Result<PoolResult> RunPool(const PoolOptions& options, const std::vector<PlannedCase>& cases,
                           const std::vector<size_t>& selected, const DeliverFn& deliver,
                           const std::function<bool()>& stop);

}  // namespace touchstone::run
