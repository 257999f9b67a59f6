// Whether a run record still speaks of what lies on the disk.
#pragma once

#include <vector>

#include "framework/record/record.h"
#include "reports/gate/finding.h"

namespace touchstone::tools {

/// A finding for each suite file and device library that the record names, that is still there and
/// is not what was run. What is not there is passed over: a record may be judged on another
/// machine.
std::vector<gate::Finding> ChangedSinceRun(const record::RunRecord& record);

}  // namespace touchstone::tools
