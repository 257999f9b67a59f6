// Plan -> workers -> journal -> run record.
#pragma once

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"
#include "framework/run/options.h"
#include "framework/suite/suite.h"

namespace touchstone::run {

/// Runs the cases in worker processes and gives the record of all of them, sorted by id. Every
/// planned case is in the record: one that was not reached (interrupt, fail_fast, no device for it)
/// as not_run with the reason, as are the suites' not_runnable ones.
///
/// Results go to out_dir/journal.jsonl as they come. A record from an earlier run
/// (out_dir/run.json) is removed before the first case starts, so that none is ever taken for this
/// run's.
///
/// SIGINT and SIGTERM end the run early; workers are killed, the record is still given. While Run
/// works, it owns the process's handlers of these two signals. Not thread-safe: one run at a time.
///
/// Errors: usage (a shard, job count or contract that makes no sense, an unknown chip),
/// infrastructure (no device libraries, a worker that cannot start, a journal that cannot be
/// written), input (with resume: a journal of another run).
Result<record::RunRecord> Run(const RunOptions& options, const suite::LoadedSuites& suites,
                              const ProgressFn& progress);

/// True when the last Run of this process ended early by a signal.
bool WasInterrupted();

}  // namespace touchstone::run
