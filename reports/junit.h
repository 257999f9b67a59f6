// JUnit XML, as CI servers read it.
#pragma once

#include <string>

#include "framework/record/record.h"

namespace touchstone::reports {

/// One testsuite per suite. fail, wrong_status, unexpected_pass, review and undecided are failures;
/// crash, timeout, device_fault and not_run are errors; known_issue is skipped with its reason. So
/// nothing that is not good can look harmless. Characters that XML 1.0 forbids become visible
/// escapes. Valid against reports/schema/junit.xsd.
std::string WriteJunit(const record::RunRecord& run);

}  // namespace touchstone::reports
