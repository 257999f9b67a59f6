// What no field can say alone: the parts of a record must agree with each other.
#pragma once

#include "framework/record/field_reader.h"
#include "framework/record/record.h"

namespace touchstone::record {

/// Counts that exceed their whole, means above their maxima, elements outside of the output, a pass
/// beside a verdict that is none.
void CheckCase(const CaseRecord& one, const JsonPath& path, Problems& problems);

/// Two cases or two mutants of one id, missing or surplus cases, a summary that does not count the cases.
void CheckWhole(const RunRecord& run, Problems& problems);

}  // namespace touchstone::record
