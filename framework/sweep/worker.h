// The sweep's worker process: chunks of patterns through the operator on one device.
#pragma once

#include <string>
#include <vector>

namespace touchstone::sweep {

/// Name of the hidden subcommand that runs a worker.
inline constexpr const char* kWorkerCommand = "sweep-worker";

/// Runs a worker with the arguments after the subcommand: those of run::WorkerProcess and
/// --shared FD. Returns the process exit code: 0, or 3 when the device could not be opened or the
/// channel broke (the reason has been sent first, where possible).
int WorkerMain(const std::vector<std::string>& args);

}  // namespace touchstone::sweep
