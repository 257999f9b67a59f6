// A case as one row of a table; what CSV and XLSX share.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "framework/record/record.h"

namespace touchstone::reports {

/// A cell: nothing, a text, or a number.
using Cell = std::variant<std::monostate, std::string, double>;

/// Headings of the columns of CaseRow.
const std::vector<std::string>& CaseColumns();

/// One cell per column. Texts are visible text.
std::vector<Cell> CaseRow(const record::CaseRecord& one);

}  // namespace touchstone::reports
