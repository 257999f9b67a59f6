#include "reports/xlsx.h"

#include <locale.h>
#include <xlsxwriter.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "framework/record/field_reader.h"
#include "framework/record/safe_text.h"
#include "reports/case_row.h"
#include "reports/case_text.h"
#include "reports/number_text.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::RunRecord;

constexpr size_t kMostCellBytes = 32'000;  // a cell holds 32,767 characters
constexpr size_t kMostRows = 1'048'000;    // a sheet holds 1,048,576

// The workbook library prints numbers with the C library; this keeps the thread to the "C" locale.
class PlainNumbers {
 public:
  PlainNumbers() : plain_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(uselocale(plain_)) {}
  ~PlainNumbers() {
    uselocale(before_);
    if (plain_ != nullptr) freelocale(plain_);
  }
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  locale_t plain_, before_;
};

// One sheet, filled row by row from the top.
class Sheet {
 public:
  Sheet(lxw_workbook* book, lxw_format* bold, const char* name,
        const std::vector<std::string>& headings)
      : sheet_(workbook_add_worksheet(book, name)) {
    for (size_t i = 0; i < headings.size(); ++i) {
      const auto column = static_cast<lxw_col_t>(i);
      Keep(worksheet_write_string(sheet_, 0, column, headings[i].c_str(), bold));
      worksheet_set_column(sheet_, column, column, i == 0 ? 60 : 16, nullptr);
    }
    worksheet_freeze_panes(sheet_, 1, 1);
    columns_ = headings.size();
  }

  void Add(const std::vector<Cell>& cells) {
    if (++row_ > kMostRows) return;
    for (size_t i = 0; i < cells.size(); ++i) {
      const auto row = static_cast<lxw_row_t>(row_);
      const auto column = static_cast<lxw_col_t>(i);
      if (const auto* text = std::get_if<std::string>(&cells[i])) {
        const std::string shown = Shortened(*text, kMostCellBytes);
        Keep(worksheet_write_string(sheet_, row, column, shown.c_str(), nullptr));
      } else if (const auto* number = std::get_if<double>(&cells[i])) {
        if (std::isfinite(*number)) {
          Keep(worksheet_write_number(sheet_, row, column, *number, nullptr));
        } else {  // a sheet has no such numbers
          Keep(worksheet_write_string(sheet_, row, column, ExactNumber(*number).c_str(), nullptr));
        }
      }
    }
  }

  /// Lets readers filter by each column, once all rows are there. False when a cell was refused.
  bool Finish() {
    if (row_ > 0) {
      worksheet_autofilter(sheet_, 0, 0, static_cast<lxw_row_t>(std::min(row_, kMostRows)),
                           static_cast<lxw_col_t>(columns_ - 1));
    }
    return fine_;
  }

 private:
  void Keep(lxw_error error) { fine_ = fine_ && error == LXW_NO_ERROR; }

  lxw_worksheet* sheet_;
  size_t row_ = 0, columns_ = 0;
  bool fine_ = true;
};

void AddSummary(Sheet& sheet, const RunRecord& run) {
  std::map<std::string, std::vector<const CaseRecord*>> suites;
  for (const CaseRecord& one : run.cases) {
    suites[one.suite].push_back(&one);
    suites["(all)"].push_back(&one);
  }
  for (const auto& [name, cases] : suites) {
    std::map<record::CaseStatus, size_t> counts;
    size_t good = 0;
    for (const CaseRecord* one : cases) {
      ++counts[one->status];
      good += record::IsGood(one->status) ? 1 : 0;
    }
    std::vector<Cell> row = {record::VisibleText(name), static_cast<double>(cases.size()),
                             static_cast<double>(good),
                             100.0 * static_cast<double>(good) / static_cast<double>(cases.size())};
    for (const record::CaseStatus status : record::AllStatuses()) {
      row.emplace_back(static_cast<double>(counts[status]));
    }
    sheet.Add(row);
  }
  if (suites.empty()) sheet.Add({Headline(run)});
}

void AddWorst(Sheet& sheet, const CaseRecord& one) {
  for (const judge::WorstElement& worst : one.worst) {
    std::string inputs;
    for (const auto& [name, value] : worst.inputs) {
      inputs += (inputs.empty() ? "" : ", ") + name + " " + value;
    }
    sheet.Add({record::VisibleText(one.id), CoordinatesText(worst.coordinates),
               record::VisibleText(inputs), BitsText(worst.actual_bits, one.output.dtype),
               worst.actual, BitsText(worst.expected_bits, one.output.dtype), worst.expected,
               worst.error_ulp, worst.bound_ulp, worst.absolute_error, worst.relative_error,
               record::VisibleText(worst.note)});
  }
}

bool FillBook(lxw_workbook* book, const RunRecord& run) {
  lxw_doc_properties about = {};
  std::string title = "Touchstone report";
  about.title = title.data();
  about.created = 946684800;  // 2000-01-01: the same bytes whenever it is written
  workbook_set_properties(book, &about);
  lxw_format* bold = workbook_add_format(book);
  format_set_bold(bold);

  std::vector<std::string> summary = {"suite", "cases", "good", "pass rate in %"};
  for (const record::CaseStatus status : record::AllStatuses()) {
    summary.push_back(StatusText(status));
  }
  Sheet statistic(book, bold, "statistic", CaseColumns());
  Sheet totals(book, bold, "summary", summary);
  Sheet failed(book, bold, "failed cases", CaseColumns());
  Sheet worst(book, bold, "worst elements",
              {"id", "at", "inputs", "actual bits", "actual", "expected bits", "expected",
               "error in ulp", "explained by rounding in ulp", "absolute error", "relative error", "note"});
  AddSummary(totals, run);
  for (const CaseRecord& one : run.cases) {
    statistic.Add(CaseRow(one));
    if (record::IsGood(one.status)) continue;
    failed.Add(CaseRow(one));
    AddWorst(worst, one);
  }
  const bool sheets[] = {statistic.Finish(), totals.Finish(), failed.Finish(), worst.Finish()};
  return sheets[0] && sheets[1] && sheets[2] && sheets[3];
}

}  // namespace

Result<std::string> WriteXlsx(const RunRecord& run) {
  const PlainNumbers plain;
  std::string path = (std::filesystem::temp_directory_path() / "touchstone.XXXXXX").string();
  const int file = ::mkstemp(path.data());
  if (file < 0) return InfrastructureError("cannot make a temporary file for the workbook");
  ::close(file);
  Result<std::string> bytes = InfrastructureError("cannot make the workbook");
  lxw_workbook* book = workbook_new(path.c_str());
  const bool filled = book != nullptr && FillBook(book, run);
  const bool closed = book != nullptr && workbook_close(book) == LXW_NO_ERROR;
  if (filled && closed) bytes = record::ReadFile(path);
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return bytes;
}

}  // namespace touchstone::reports
