// One row per case, for spreadsheets and scripts.
#pragma once

#include <string>
#include <string_view>

#include "framework/record/record.h"

namespace touchstone::reports {

/// RFC 4180 with a heading row, UTF-8, CRLF line ends. Numbers as in run.json. Every case of the
/// record has its row; a column is empty where a case has nothing.
std::string WriteCsv(const record::RunRecord& run);

/// One cell: quoted where needed. A text that a spreadsheet would take for a formula (it begins
/// with = + - @ or a tab) gets an apostrophe in front.
std::string CsvText(std::string_view text);

}  // namespace touchstone::reports
