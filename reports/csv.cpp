#include "reports/csv.h"

#include "framework/record/safe_text.h"
#include "reports/case_row.h"
#include "reports/number_text.h"

namespace touchstone::reports {

std::string CsvText(std::string_view text) {
  std::string cell = record::VisibleText(text);
  constexpr std::string_view kFormulaStarts = "=+-@\t";
  if (!cell.empty() && kFormulaStarts.find(cell[0]) != std::string_view::npos) {
    cell.insert(0, "'");
  }
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string WriteCsv(const record::RunRecord& run) {
  std::string text;
  for (const std::string& heading : CaseColumns()) {
    text += (text.empty() ? "" : ",") + CsvText(heading);
  }
  text += "\r\n";
  for (const record::CaseRecord& one : run.cases) {
    const char* comma = "";
    for (const Cell& cell : CaseRow(one)) {
      text += comma;
      comma = ",";
      if (const auto* word = std::get_if<std::string>(&cell)) {
        text += CsvText(*word);
      } else if (const auto* number = std::get_if<double>(&cell)) {
        text += ExactNumber(*number);
      }
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace touchstone::reports
