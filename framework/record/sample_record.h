// A small made-up run record with every status in it, for the tests of records, reports and gate.
#pragma once

#include "framework/record/record.h"

namespace touchstone::record {

/// Twelve cases of the loss operator, one per status and two passes, sorted by id, consistent.
RunRecord SampleRecord();

/// One passing case with metrics and verdicts, to be changed by a test.
CaseRecord SamplePass(const std::string& id, const std::string& dtype,
                      const std::string& reduction);

/// Sorts the cases by id and makes summary and `planned` agree with them again.
void MakeConsistent(RunRecord& run);

}  // namespace touchstone::record
