// What the cases of a run reach along the dimensions that matter for an operator, and what there is
// to be reached.
#pragma once

#include <string>
#include <vector>

#include "framework/record/record.h"

namespace touchstone::reports {

/// One dimension of the coverage section.
struct CoverageDimension {
  std::string column;  ///< of the page's data: "values"
  std::string title;   ///< "values of the first input"
  std::vector<std::string> universe;  ///< every value that there is
};

/// Two values that no case can have together.
struct CoverageBar {
  std::string column, value, other_column, other_value, why;
};

/// dtype, rank, layout, broadcast, reduction, values, soc; a reduction's values are those of the
/// operators of the run.
std::vector<CoverageDimension> CoverageDimensions(const record::RunRecord& run);
std::vector<CoverageBar> CoverageBars();

/// The words of a case along a dimension are joined by this.
inline constexpr char kCoverageJoin = '+';
/// How the optional inputs stand to the first one: "absent+one element".
std::string BroadcastWords(const record::CaseRecord& one);
/// The classes of values that the first input holds by its description: "normal+zero".
std::string ValueWords(const record::CaseRecord& one);

}  // namespace touchstone::reports
