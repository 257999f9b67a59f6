// Every bit pattern of an operator's first input through device, reference and judge.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "framework/diagnostics/error.h"
#include "framework/sweep/device.h"
#include "framework/sweep/result.h"

namespace touchstone::sweep {

struct SweepOptions {
  int jobs = 1;  ///< devices, each with a judging thread
  /// Patterns that a device gets at a time; 0: so many that a core's own cache holds their tensors,
  /// and that every job gets some.
  uint64_t chunk_elements = 0;
  /// Both are called a few times a second by the thread that called RunSweep.
  std::function<bool()> stop;  ///< true: give up
  std::function<void(uint64_t done, uint64_t total)> progress;
};

/// Patterns in a chunk when the options leave it open.
uint64_t DefaultChunkElements(const SweepPlan& plan);

/// `stop` is true once the sweep is given up; a device must then not wait any longer.
using StartDevice = std::function<Result<std::unique_ptr<Device>>(std::function<bool()> stop)>;

/// The result does not depend on the number of jobs, the size of chunks or timing. Nothing of it is
/// lost silently: it counts what was judged. Errors: what a device or the reference gives, and
/// (infrastructure) a sweep that was stopped.
Result<SweepResult> RunSweep(const SweepPlan& plan, const SweepOptions& options,
                             const StartDevice& start_device);

/// The same with worker processes of this program, which must serve kWorkerCommand.
Result<SweepResult> RunSweep(const SweepPlan& plan, const SweepOptions& options);

}  // namespace touchstone::sweep
