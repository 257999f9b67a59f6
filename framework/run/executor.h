// One case from inputs to record, on an open device.
#pragma once

#include <string>

#include "framework/device/session.h"
#include "framework/record/record.h"
#include "framework/suite/case.h"

namespace touchstone::run {

struct ExecutedCase {
  record::CaseRecord record;
  /// The device has faulted; nothing that runs on this session afterwards can be trusted.
  bool device_lost = false;
};

/// Makes the inputs, runs the case `repeat` times (at least twice) with different contents of
/// outputs, workspace, gaps and guard zones, compares the runs bitwise, judges the first one's
/// output against the reference and concludes. Always gives a record. `contract` is the one the
/// session was opened with.
ExecutedCase ExecuteCase(device::Session& session, const suite::Case& source,
                         const std::string& contract);

}  // namespace touchstone::run
