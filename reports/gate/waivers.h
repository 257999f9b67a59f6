// Applies a policy's waivers to what the gate found.
#pragma once

#include <string>
#include <vector>

#include "reports/gate/policy.h"

namespace touchstone::gate {

/// Marks failures that a waiver covers on `today` ("2027-01-31") as waived, with owner and reason
/// in the note. A waiver whose last day has passed covers nothing and is a failure of its own while
/// there is something left that it would cover; one that nothing needs is information.
void ApplyWaivers(const Policy& policy, const std::string& today, std::vector<Finding>& findings);

/// "2027-01-31" is a day of the calendar.
bool IsDate(const std::string& text);

}  // namespace touchstone::gate
