#include "framework/record/record_checks.h"

#include <fmt/format.h>

#include <numeric>
#include <unordered_set>

#include "framework/record/record_fields.h"
#include "framework/record/safe_text.h"
#include "framework/record/verdict_names.h"

namespace touchstone::record {
namespace {

void CheckMetrics(const judge::Metrics& m, const JsonPath& path, Problems& problems) {
  const auto at_most = [&](const char* key, uint64_t count, uint64_t whole, const char* what) {
    if (count <= whole) return;
    const JsonPath where = path.Member(key);
    problems.Add(where, fmt::format("'{}' is {}, more than the {} {}", where.ToString(), count,
                                    whole, what));
  };
  for (const auto& [key, count] :
       {std::pair{"unwritten", m.unwritten},
        {"class_mismatches", m.class_mismatches},
        {"bitwise_mismatches", m.bitwise_mismatches},
        {"correctly_rounded", m.correctly_rounded},
        {"undecided", m.undecided},
        {"small_value_elements", m.small_value_elements},
        {"cancellation_elements", m.cancellation_elements},
        {"nan", m.nan},
        {"positive_infinity", m.positive_infinity},
        {"negative_infinity", m.negative_infinity}}) {
    at_most(key, count, m.elements, "elements");
  }
  if (!problems.empty()) return;  // sums of what is too large say nothing more
  at_most("nan", m.nan + m.positive_infinity + m.negative_infinity + m.unwritten, m.elements,
          "elements, together with infinities and unwritten ones");
  uint64_t rest = m.elements - std::min(m.elements, m.unwritten + m.class_mismatches);
  for (const uint64_t count : m.ulp_histogram) {
    at_most("ulp_histogram", count, rest, "elements left that have an error");
    rest -= std::min(rest, count);
  }
  const auto mean_below = [&](const char* key, double mean, double largest) {
    // Means are sums of errors rounded to units of at most 2^-26; NaN is neither above nor below.
    constexpr double kUnit = 0x1p-26;
    constexpr double kRounding = 0x1p-40;
    if (!(mean > largest * (1 + kRounding) + kUnit)) return;
    const JsonPath where = path.Member(key);
    problems.Add(where, fmt::format("'{}' is {}, more than the largest error, {}", where.ToString(),
                                    mean, largest));
  };
  mean_below("mean_relative_error", m.mean_relative_error, m.max_relative_error);
  mean_below("mean_error_ulp", m.mean_error_ulp, m.max_error_ulp);
}

void CheckWorst(const CaseRecord& one, size_t number, const JsonPath& path, Problems& problems) {
  const judge::WorstElement& worst = one.worst[number];
  const JsonPath list = path.Member("worst"), element = list.Element(number);
  const std::vector<int64_t>& shape = one.output.shape;
  uint64_t index = 0;
  bool inside = worst.coordinates.size() == shape.size();
  for (size_t axis = 0; inside && axis < shape.size(); ++axis) {
    inside = worst.coordinates[axis] < shape[axis];
    index = index * static_cast<uint64_t>(shape[axis]) +
            static_cast<uint64_t>(worst.coordinates[axis]);
  }
  if (inside && index == worst.index) return;
  const JsonPath where = element.Member(inside ? "index" : "coordinates");
  problems.Add(where, fmt::format("'{}' is no element of the output's shape [{}]", where.ToString(),
                                  fmt::join(shape, ", ")));
}

}  // namespace

void CheckCase(const CaseRecord& one, const JsonPath& path, Problems& problems) {
  if (one.metrics) CheckMetrics(*one.metrics, path.Member("metrics"), problems);
  for (size_t i = 0; i < one.worst.size(); ++i) CheckWorst(one, i, path, problems);
  if (one.status != CaseStatus::kPass) return;
  for (const judge::Verdict& verdict : one.verdicts) {
    using State = judge::VerdictState;
    if (verdict.advisory || verdict.state == State::kPass || verdict.state == State::kNotApplicable) {
      continue;
    }
    const JsonPath where = path.Member("status");
    problems.Add(where, fmt::format("'{}' is pass, but the verdict of {} is {}", where.ToString(),
                                    VisibleText(verdict.standard), VerdictStateName(verdict.state)));
  }
}

void CheckWhole(const RunRecord& run, Problems& problems) {
  const JsonPath root, cases = root.Member("cases"), summary = root.Member("summary");
  std::unordered_set<std::string_view> ids;
  for (size_t i = 0; i < run.cases.size(); ++i) {
    if (ids.insert(run.cases[i].id).second) continue;
    const JsonPath element = cases.Element(i);
    problems.Add(element.Member("id"), fmt::format("two cases have the id '{}'", run.cases[i].id));
    break;
  }
  std::unordered_set<std::string_view> mutants;
  for (size_t i = 0; run.mutation && i < run.mutation->mutants.size(); ++i) {
    const std::string& id = run.mutation->mutants[i].id;
    if (mutants.insert(id).second) continue;
    const JsonPath mutation = root.Member("mutation"), list = mutation.Member("mutants"),
                   element = list.Element(i);
    problems.Add(element.Member("id"), fmt::format("two mutants have the id '{}'", id));
    break;
  }
  if (run.planned != run.cases.size()) {
    problems.Add(root.Member("planned"),
                 fmt::format("the record is incomplete: {} cases were planned, {} are there",
                             run.planned, run.cases.size()));
  }
  struct Counts {
    std::map<std::string, uint64_t> by_key;
    void operator()(const char* key, uint64_t count) { by_key[key] = count; }
    void operator()(const char*, double, Must) {}
  };
  Counts stated, found;
  VisitFields(stated, run.summary);
  const Summary counted = Summarise(run.cases);
  VisitFields(found, counted);
  for (const auto& [key, count] : stated.by_key) {
    if (count == found.by_key[key]) continue;
    problems.Add(summary.Member(key),
                 fmt::format("the summary does not match the cases: it states {} {}, the cases "
                             "hold {}",
                             count, key, found.by_key[key]));
  }
}

}  // namespace touchstone::record
