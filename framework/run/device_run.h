// One run of a case on the device: buffers, call, checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/device/call.h"
#include "framework/run/prepared_case.h"

namespace touchstone::run {

/// What memory holds before a run. Successive runs differ, so that whatever an operator leaves
/// unwritten, or reads where it should not, differs too.
struct FillPattern {
  uint8_t output_byte;  ///< outputs, workspace and the gaps of strided inputs
  uint8_t guard_byte;   ///< guard zones
};

/// Run 0 fills with 0xFF and run 1 with 0xA5; further runs take further bytes in turn.
FillPattern PatternOfRun(int run);

struct DeviceRun {
  device::CallOutcome outcome;
  std::map<std::string, std::vector<std::byte>> outputs;  ///< storages after the call
  std::vector<std::string> violations;  ///< guards, gaps, changed inputs, and the call's own
  bool device_lost = false;             ///< the device faulted: nothing was read back
};

/// Runs the case once. `vary` moves the buffers to other addresses and takes another stream than
/// the run before. Errors as CallOperator and GuardedBuffer give them.
Result<DeviceRun> RunOnDevice(device::Session& session, const PreparedCase& prepared, int run,
                              bool vary);

}  // namespace touchstone::run
