// The failing tests of a GoogleTest program, from what it printed.
#pragma once

#include <string_view>

#include "tools/mutate/child.h"
#include "tools/mutate/results.h"

namespace touchstone::mutate {

/// Adds one program's tests to `outcome`: `ended` by those that ran, `noticed` by those that
/// failed. A program that crashed, hung or failed in no named test counts as one failed test with
/// the program's name.
void CountTests(std::string_view log, const ChildEnd& end, const std::string& program,
                SuiteOutcome& outcome);

}  // namespace touchstone::mutate
