// The worker process: runs batches of cases on one device and answers with records.
#pragma once

#include <string>
#include <vector>

namespace touchstone::run {

/// Name of the hidden subcommand that runs a worker: `touchstone worker ...`.
inline constexpr const char* kWorkerCommand = "worker";

/// Runs a worker with the arguments after the subcommand, as the pool passes them:
/// --channel FD --soc NAME --contract NAME --device-libs DIR. Reads batches from the channel until
/// it is closed, then closes the device. Returns the process exit code: 0, or 3 when the device
/// could not be opened or the channel broke (the reason has been sent first, where possible).
int WorkerMain(const std::vector<std::string>& args);

}  // namespace touchstone::run
