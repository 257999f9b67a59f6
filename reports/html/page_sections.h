// Parts of the page's data that stand for one section each, as JSON text.
#pragma once

#include <string>

#include "framework/record/record.h"

namespace touchstone::reports {

/// {"axes": of the suites, "dimensions": what there is to be reached, "bars": what cannot be}; what
/// is reached is in the columns of the cases.
std::string CoverageSection(const record::RunRecord& run);

/// The mutants by state and what killed them; "null" when the record has none.
std::string MutationSection(const record::RunRecord& run);

/// The smallest defect that a reduction shows, for each operator of the run that has such a table
/// and was judged by the rounding bound.
std::string DetectableSection(const record::RunRecord& run);

}  // namespace touchstone::reports
