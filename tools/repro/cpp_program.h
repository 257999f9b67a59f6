// A case as one C++ file that needs nothing but the ACL C API.
#pragma once

#include <string>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"
#include "framework/suite/case.h"

namespace touchstone::repro {

/// The program's text. It holds the inputs and the correctly rounded results as bit patterns, makes
/// the two-phase call twice with differently filled outputs, and prints what is not as expected:
/// statuses, elements with bits and distance in ULP, runs that differ, bytes written behind the
/// output. It exits with 0 when all is as expected, 1 when not, 3 when the device cannot be used.
/// `recorded` tells the reader what was seen; its soc is the chip.
///
/// Errors (input): data that cannot be made, an operator without reference, more than 2^20 elements
/// to embed.
Result<std::string> WriteCppProgram(const suite::Case& one, const record::CaseRecord& recorded);

}  // namespace touchstone::repro
