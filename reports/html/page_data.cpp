#include "reports/html/page_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "framework/record/field_reader.h"
#include "framework/record/record_json.h"
#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/contract_table.h"
#include "reports/html/aggregates.h"
#include "reports/html/coverage.h"
#include "reports/html/page_sections.h"
#include "reports/summary.h"

namespace touchstone::reports {
namespace {

using Json = nlohmann::ordered_json;
using record::CaseRecord;
using record::NumberTo;
using record::RunRecord;

constexpr size_t kMostDetailBytes = 8 << 20;
constexpr size_t kLongText = 4000, kShortText = 500, kMostItems = 24;

Json Text(const std::string& text, size_t size = kShortText) {
  return record::VisibleText(Shortened(text, size));
}

// A column whose values repeat: a list of the values, and an index per case.
class Dictionary {
 public:
  void Add(const std::string& text) {
    const auto [found, added] = index_.try_emplace(text, values_.size());
    if (added) values_.push_back(text);
    column_.push_back(found->second);
  }
  Json ToJson() const {
    Json values = Json::array();
    for (const std::string& value : values_) values.push_back(Text(value));
    return Json{{"values", std::move(values)}, {"column", column_}};
  }

 private:
  std::unordered_map<std::string, size_t> index_;
  std::vector<std::string> values_;
  std::vector<size_t> column_;
};

std::string DtypeOf(const CaseRecord& one) {
  for (const record::TensorRecord& input : one.inputs) {
    if (one.output.dtype.empty() && !input.dtype.empty()) return input.dtype;
  }
  return one.output.dtype.empty() ? "-" : one.output.dtype;
}

std::string RankOf(const CaseRecord& one) {
  for (const record::TensorRecord& input : one.inputs) {
    if (input.presence == "given") return "rank " + std::to_string(input.shape.size());
  }
  return "-";
}

// "contiguous", or every other layout that occurs in the case.
std::string LayoutOf(const CaseRecord& one) {
  std::set<std::string> others;
  const auto add = [&](const record::TensorRecord& tensor) {
    if (!tensor.layout.empty() && tensor.layout != "contiguous") others.insert(tensor.layout);
  };
  for (const record::TensorRecord& input : one.inputs) add(input);
  add(one.output);
  return others.empty() ? "contiguous" : fmt::format("{}", fmt::join(others, "+"));
}

std::string ReductionOf(const CaseRecord& one) {
  const auto found = one.attributes.find("reduction");
  return found == one.attributes.end() || found->second.empty() ? "-" : found->second;
}

// "self, target, weight": the inputs that were given.
std::string OperandsOf(const CaseRecord& one) {
  std::vector<std::string> given;
  for (const record::TensorRecord& input : one.inputs) {
    if (input.presence == "given") given.push_back(input.name);
  }
  return given.empty() ? "none" : fmt::format("{}", fmt::join(given, ", "));
}

// The elements of the first input, by powers of four: "16 to 63".
std::string SizeOf(const CaseRecord& one) {
  if (one.inputs.empty() || one.inputs.front().presence != "given") return "-";
  double elements = 1;
  for (const int64_t extent : one.inputs.front().shape) elements *= static_cast<double>(extent);
  if (elements <= 1) return elements < 1 ? "0" : "1";
  const double from = std::pow(4, std::floor(std::log2(elements) / 2));
  return fmt::format("{:.0f} to {:.0f}", std::max(from, 2.0), 4 * from - 1);
}

// The largest power of two that divides the elements of the first input: tiles have such sizes.
std::string DivisorOf(const CaseRecord& one) {
  if (one.inputs.empty() || one.inputs.front().presence != "given") return "-";
  uint64_t elements = 1;
  for (const int64_t extent : one.inputs.front().shape) elements *= static_cast<uint64_t>(extent);
  if (elements == 0) return "no elements";
  const uint64_t divisor = elements & (~elements + 1);
  if (divisor == 1) return "odd";
  return divisor >= 256 ? "256 or more" : std::to_string(divisor);
}

Json Columns(const RunRecord& run) {
  Dictionary suite, op, dtype, reduction, rank, layout, limit, device, soc, operands, size, divisor,
      broadcast, values;
  Json bias = Json::array();
  Json id = Json::array(), status = Json::array(), ulp = Json::array(), used = Json::array();
  Json elements = Json::array(), milliseconds = Json::array(), reason = Json::object();
  Json hint = Json::object();
  for (size_t row = 0; row < run.cases.size(); ++row) {
    const CaseRecord& one = run.cases[row];
    id.push_back(Text(one.id));
    status.push_back(static_cast<int>(one.status));
    suite.Add(one.suite);
    op.Add(one.operator_name);
    dtype.Add(DtypeOf(one));
    reduction.Add(ReductionOf(one));
    rank.Add(RankOf(one));
    layout.Add(LayoutOf(one));
    device.Add(one.soc + ", " + one.contract);
    soc.Add(one.soc);
    broadcast.Add(BroadcastWords(one));
    values.Add(ValueWords(one));
    operands.Add(OperandsOf(one));
    size.Add(SizeOf(one));
    divisor.Add(DivisorOf(one));
    const double signed_error = one.metrics ? one.metrics->mean_signed_error_ulp : 0;
    bias.push_back(signed_error < 0 ? -1 : signed_error > 0 ? 1 : 0);
    ulp.push_back(one.metrics ? NumberTo(one.metrics->max_error_ulp) : Json(nullptr));
    elements.push_back(one.metrics ? one.metrics->elements : 0);
    const auto closest = ClosestToLimit(one);
    used.push_back(closest ? NumberTo(closest->used) : Json(nullptr));
    limit.Add(closest ? closest->standard + " " + closest->metric : "");
    milliseconds.push_back(NumberTo(std::round(one.duration_ms * 1000) / 1000));
    if (!one.reason.empty()) reason[std::to_string(row)] = Text(one.reason, 300);
    if (const std::string text = HintText(one); !record::IsGood(one.status) && !text.empty()) {
      hint[std::to_string(row)] = Text(text, 200);
    }
  }
  return Json{{"id", std::move(id)},
              {"status", std::move(status)},
              {"suite", suite.ToJson()},
              {"operator", op.ToJson()},
              {"dtype", dtype.ToJson()},
              {"reduction", reduction.ToJson()},
              {"rank", rank.ToJson()},
              {"layout", layout.ToJson()},
              {"device", device.ToJson()},
              {"soc", soc.ToJson()},
              {"broadcast", broadcast.ToJson()},
              {"values", values.ToJson()},
              {"operands", operands.ToJson()},
              {"size", size.ToJson()},
              {"divisor", divisor.ToJson()},
              {"bias", std::move(bias)},
              {"max_error_ulp", std::move(ulp)},
              {"limit_used", std::move(used)},
              {"limit", limit.ToJson()},
              {"elements", std::move(elements)},
              {"duration_ms", std::move(milliseconds)},
              {"reason", std::move(reason)},
              {"hint", std::move(hint)}};
}

Json HeadOf(const RunRecord& run) {
  Json suites = Json::array(), digests = Json::object(), statuses = Json::array();
  for (const record::SuiteRecord& suite : run.suites) {
    suites.push_back({{"name", Text(suite.name)},
                      {"path", Text(suite.path)},
                      {"digest", Text(suite.digest)},
                      {"cases", suite.case_count}});
  }
  for (const auto& [file, digest] : run.device.library_digests) {
    digests[record::VisibleText(file)] = Text(digest);
  }
  for (const record::CaseStatus status : record::AllStatuses()) {
    statuses.push_back({{"name", record::Name(status)},
                        {"text", StatusText(status)},
                        {"good", record::IsGood(status)}});
  }
  return Json{{"good", AsExpected(run)},
              {"tool_version", Text(run.tool_version)},
              {"command", Text(run.command, kLongText)},
              {"started_at", Text(run.started_at)},
              {"seconds", NumberTo(run.summary.seconds)},
              {"elements", run.summary.elements},
              {"planned", run.planned},
              {"seed", std::to_string(run.seed)},
              {"soc", Text(run.device.soc)},
              {"contract", Text(run.device.contract)},
              {"libraries", Text(run.device.libraries)},
              {"library_digests", std::move(digests)},
              {"suites", std::move(suites)},
              {"statuses", std::move(statuses)}};
}

Json Limits(const RunRecord& run) {
  Json rows = Json::array();
  for (const LimitUse& use : LimitUses(run)) {
    rows.push_back({{"standard", Text(use.nearest.standard)},
                    {"metric", Text(use.nearest.metric)},
                    {"advisory", use.nearest.advisory},
                    {"cases", use.cases},
                    {"beyond", use.beyond},
                    {"known", use.known},
                    {"value", NumberTo(use.nearest.value)},
                    {"limit", NumberTo(use.nearest.limit)},
                    {"used", NumberTo(use.nearest.used)},
                    {"row", use.nearest_row},
                    {"buckets", use.buckets}});
  }
  return Json{{"labels", LimitUseLabels()}, {"first_beyond", FirstBeyondBucket()}, {"rows", rows}};
}

Json Errors(const RunRecord& run) {
  Json series = Json::object();
  for (const auto& [dtype, points] : ErrorPoints(run)) {
    Json list = Json::array();
    for (const ErrorPoint& point : points) {
      list.push_back({NumberTo(point.input), NumberTo(point.error_ulp), NumberTo(point.bound_ulp),
                      point.row});
    }
    series[record::VisibleText(dtype)] = std::move(list);
  }
  return series;
}

// Repeated runs, guards and the device's own reports: what was checked, and where it went wrong.
Json Safety(const RunRecord& run) {
  uint64_t repeated = 0, identical = 0, executed = 0, intact = 0;
  Json findings = Json::array();
  const auto add = [&](size_t row, const char* what, const std::string& text) {
    if (findings.size() < 200)
      findings.push_back({{"row", row}, {"what", what}, {"text", Text(text)}});
  };
  for (size_t row = 0; row < run.cases.size(); ++row) {
    const CaseRecord& one = run.cases[row];
    if (one.determinism.runs >= 2) {
      ++repeated;
      identical += one.determinism.identical ? 1 : 0;
    }
    if (one.phase2_status) {
      ++executed;
      intact += one.guards.intact ? 1 : 0;
    }
    if (!one.determinism.identical) add(row, "differs", one.determinism.first_difference);
    if (!one.guards.intact) add(row, "guard", one.guards.violation);
    for (const std::string& report : one.strict_reports) add(row, "device", report);
  }
  return Json{{"repeated", repeated},
              {"identical", identical},
              {"executed", executed},
              {"intact", intact},
              {"findings", std::move(findings)}};
}

Json Contracts(const RunRecord& run) {
  const auto side = [](const ContractSide& one) {
    return Json{{"expected", Text(fmt::format("{}", fmt::join(one.expected, " or ")))},
                {"cases", one.cases},
                {"good", one.good},
                {"reason", Text(one.first_bad == nullptr ? "" : one.first_bad->reason)}};
  };
  Json rows = Json::array();
  for (const ContractRow& row : ContractTable(run)) {
    if (rows.size() == 400) break;
    rows.push_back({{"name", Text(row.name)},
                    {"row", row.first_row},
                    {"parted", row.Parted()},
                    {"documented", side(row.documented)},
                    {"source", side(row.source)}});
  }
  return rows;
}

void Cut(std::string& text, size_t size) {
  text = record::VisibleText(Shortened(std::move(text), size));
}

template <typename Map>
void CutMap(Map& map) {
  Map kept;
  for (auto& [key, value] : map) {
    if (kept.size() == kMostItems) break;
    if constexpr (std::is_same_v<typename Map::mapped_type, std::string>) Cut(value, kShortText);
    kept[record::VisibleText(Shortened(key, kShortText))] = value;
  }
  map = std::move(kept);
}

void CutTensor(record::TensorRecord& tensor) {
  for (std::string* text : {&tensor.name, &tensor.dtype, &tensor.layout, &tensor.data,
                            &tensor.digest, &tensor.presence}) {
    Cut(*text, kShortText);
  }
  if (tensor.shape.size() > kMostItems) tensor.shape.resize(kMostItems);
}

template <typename T>
void CutList(std::vector<T>& list, size_t most = kMostItems) {
  if (list.size() > most) list.resize(most);
}

// A case with nothing in it that could make a page unbearably large.
CaseRecord Trimmed(CaseRecord one) {
  for (std::string* text : {&one.reason, &one.error_text, &one.repro}) Cut(*text, kLongText);
  for (std::string* text :
       {&one.id, &one.suite, &one.operator_name, &one.soc, &one.contract, &one.data_key,
        &one.determinism.first_difference, &one.guards.violation}) {
    Cut(*text, kShortText);
  }
  CutMap(one.attributes);
  CutMap(one.axes);
  CutList(one.inputs);
  for (record::TensorRecord& input : one.inputs) CutTensor(input);
  CutTensor(one.output);
  CutList(one.verdicts);
  for (judge::Verdict& verdict : one.verdicts) {
    for (std::string* text : {&verdict.standard, &verdict.version, &verdict.provenance}) {
      Cut(*text, kShortText);
    }
    Cut(verdict.reason, kLongText);
    CutMap(verdict.limits);
    CutMap(verdict.values);
  }
  CutList(one.worst, 10);
  for (judge::WorstElement& worst : one.worst) {
    CutMap(worst.inputs);
    CutList(worst.coordinates);
    Cut(worst.note, kShortText);
  }
  CutList(one.strict_reports);
  for (std::string& report : one.strict_reports) Cut(report, kShortText);
  if (one.metrics) {
    CutMap(one.metrics->facts);
    CutList(one.metrics->ulp_histogram, 300);
  }
  return one;
}

// Details by row, as raw JSON text: of what is not good first, then of known issues.
std::string Details(const RunRecord& run) {
  std::string text = "{";
  size_t count = 0;
  for (const bool good : {false, true}) {
    for (size_t row = 0; row < run.cases.size(); ++row) {
      const CaseRecord& one = run.cases[row];
      if (one.status == record::CaseStatus::kPass || record::IsGood(one.status) != good) continue;
      if (count == kMostDetails || text.size() > kMostDetailBytes) break;
      text += fmt::format("{}\n\"{}\":{}", count++ == 0 ? "" : ",", row, ToJson(Trimmed(one)));
    }
  }
  return text + "}";
}

Json Histograms(const RunRecord& run) {
  Json histograms = Json::object();
  for (const auto& [dtype, counts] : UlpHistograms(run)) {
    histograms[record::VisibleText(dtype)] = counts;
  }
  return histograms;
}

}  // namespace

std::string PageData(const RunRecord& run) {
  std::string text = "{";
  const auto part = [&](const char* name, const std::string& json) {
    text += fmt::format("{}\n\"{}\":{}", text.size() == 1 ? "" : ",", name, json);
  };
  part("head", HeadOf(run).dump());
  part("columns", Columns(run).dump());
  part("ulp_histograms", Histograms(run).dump());
  part("limits", Limits(run).dump());
  part("errors", Errors(run).dump());
  part("safety", Safety(run).dump());
  part("contracts", Contracts(run).dump());
  part("coverage", CoverageSection(run));
  part("detectable", DetectableSection(run));
  part("mutation", MutationSection(run));
  part("details", Details(run));
  return text + "\n}\n";
}

}  // namespace touchstone::reports
