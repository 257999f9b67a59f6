// Joins the records of shards into one.
#pragma once

#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::record {

/// The records of disjoint parts of one plan as one record: cases sorted by id, planned and summary
/// added up, mutation results taken from the part that has them. Errors (all of them): no record, a
/// case in two records, records of another device, other libraries, other suites, another seed or
/// other mutation results. Seconds are the longest part's, since shards run
/// side by side.
Result<RunRecord> Merge(const std::vector<RunRecord>& parts);

}  // namespace touchstone::record
