#include "reports/case_row.h"

#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/headroom.h"
#include "reports/number_text.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;

struct Column {
  const char* heading;
  Cell (*value)(const CaseRecord& one);
};

Cell Text(const std::string& text) {
  if (text.empty()) return {};
  return record::VisibleText(text);
}

Cell Code(const std::optional<int>& code) {
  if (!code) return {};
  return static_cast<double>(*code);
}

template <auto Member>
Cell Metric(const CaseRecord& one) {
  if (!one.metrics) return {};
  return static_cast<double>((*one.metrics).*Member);
}

template <auto Member>
Cell WorstNumber(const CaseRecord& one) {
  if (one.worst.empty()) return {};
  return one.worst.front().*Member;
}

template <auto Member>
Cell WorstBits(const CaseRecord& one) {
  if (one.worst.empty()) return {};
  return BitsText(one.worst.front().*Member, one.output.dtype);
}

// Share of all elements that are not the correctly rounded value.
Cell MismatchShare(const CaseRecord& one) {
  if (!one.metrics || one.metrics->elements == 0) return {};
  return static_cast<double>(one.metrics->bitwise_mismatches) /
         static_cast<double>(one.metrics->elements);
}

const std::vector<Column>& Columns() {
  using judge::Metrics;
  using judge::WorstElement;
  static const std::vector<Column> columns = {
      {"id", [](const CaseRecord& c) { return Text(c.id); }},
      {"suite", [](const CaseRecord& c) { return Text(c.suite); }},
      {"operator", [](const CaseRecord& c) { return Text(c.operator_name); }},
      {"status", [](const CaseRecord& c) { return Cell(std::string(record::Name(c.status))); }},
      {"reason", [](const CaseRecord& c) { return Text(c.reason); }},
      {"phase1_status", [](const CaseRecord& c) { return Code(c.phase1_status); }},
      {"phase2_status", [](const CaseRecord& c) { return Code(c.phase2_status); }},
      {"sync_status", [](const CaseRecord& c) { return Code(c.sync_status); }},
      {"error_text", [](const CaseRecord& c) { return Text(c.error_text); }},
      {"inputs", [](const CaseRecord& c) { return Text(InputsText(c)); }},
      {"output_dtype", [](const CaseRecord& c) { return Text(c.output.dtype); }},
      {"output_shape",
       [](const CaseRecord& c) {
         return c.output.dtype.empty() ? Cell() : Text(ShapeText(c.output.shape));
       }},
      {"output_digest", [](const CaseRecord& c) { return Text(c.output.digest); }},
      {"elements", Metric<&Metrics::elements>},
      {"mismatches", Metric<&Metrics::bitwise_mismatches>},
      {"mismatch_share", MismatchShare},
      {"max_error_ulp", Metric<&Metrics::max_error_ulp>},
      {"mean_error_ulp", Metric<&Metrics::mean_error_ulp>},
      {"mean_signed_error_ulp", Metric<&Metrics::mean_signed_error_ulp>},
      {"max_relative_error", Metric<&Metrics::max_relative_error>},
      {"mean_relative_error", Metric<&Metrics::mean_relative_error>},
      {"root_mean_square_error", Metric<&Metrics::root_mean_square_error>},
      {"max_absolute_error", Metric<&Metrics::max_absolute_error>},
      {"unwritten", Metric<&Metrics::unwritten>},
      {"class_mismatches", Metric<&Metrics::class_mismatches>},
      {"nearest_limit",
       [](const CaseRecord& c) {
         const auto closest = ClosestToLimit(c);
         return closest ? Text(closest->standard + " " + closest->metric) : Cell();
       }},
      {"limit_used",
       [](const CaseRecord& c) {
         const auto closest = ClosestToLimit(c);
         return closest ? Cell(closest->used) : Cell();
       }},
      {"worst_at",
       [](const CaseRecord& c) {
         return c.worst.empty() ? Cell() : Cell(CoordinatesText(c.worst.front().coordinates));
       }},
      {"worst_actual_bits", WorstBits<&WorstElement::actual_bits>},
      {"worst_actual", WorstNumber<&WorstElement::actual>},
      {"worst_expected_bits", WorstBits<&WorstElement::expected_bits>},
      {"worst_expected", WorstNumber<&WorstElement::expected>},
      {"runs", [](const CaseRecord& c) { return Cell(static_cast<double>(c.determinism.runs)); }},
      {"deterministic",
       [](const CaseRecord& c) {
         return Cell(std::string(c.determinism.identical ? "yes" : "no"));
       }},
      {"guards_intact",
       [](const CaseRecord& c) { return Cell(std::string(c.guards.intact ? "yes" : "no")); }},
      {"workspace_bytes",
       [](const CaseRecord& c) { return Cell(static_cast<double>(c.workspace_bytes)); }},
      {"soc", [](const CaseRecord& c) { return Text(c.soc); }},
      {"contract", [](const CaseRecord& c) { return Text(c.contract); }},
      {"seed", [](const CaseRecord& c) { return Cell(std::to_string(c.seed)); }},
      {"duration_ms", [](const CaseRecord& c) { return Cell(c.duration_ms); }},
      {"repro", [](const CaseRecord& c) { return Text(c.repro); }},
  };
  return columns;
}

}  // namespace

const std::vector<std::string>& CaseColumns() {
  static const std::vector<std::string> headings = [] {
    std::vector<std::string> names;
    for (const Column& column : Columns()) names.emplace_back(column.heading);
    return names;
  }();
  return headings;
}

std::vector<Cell> CaseRow(const CaseRecord& one) {
  std::vector<Cell> row;
  for (const Column& column : Columns()) row.push_back(column.value(one));
  return row;
}

}  // namespace touchstone::reports
