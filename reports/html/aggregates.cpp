#include "reports/html/aggregates.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <tuple>

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::RunRecord;

// Upper ends of the buckets between "0" and the last finite one; 1 is the limit.
constexpr double kBucketEnds[] = {0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 1, 2, 10};

size_t BucketOf(double used) {
  const size_t last = std::size(kBucketEnds);
  if (std::isnan(used)) return last + 2;
  if (used <= 0) return 0;
  for (size_t i = 0; i < last; ++i) {
    if (used <= kBucketEnds[i]) return i + 1;
  }
  return last + 1;
}

}  // namespace

const std::vector<std::string>& LimitUseLabels() {
  static const std::vector<std::string> labels = {
      "0",       "to 0.1 %", "to 1 %",   "to 10 %",   "to 25 %", "to 50 %", "to 75 %",
      "to 90 %", "to 100 %", "to 200 %", "to 1000 %", "above",   "NaN"};
  return labels;
}

size_t FirstBeyondBucket() { return BucketOf(1) + 1; }

std::vector<LimitUse> LimitUses(const RunRecord& run) {
  std::map<std::tuple<bool, std::string, std::string>, LimitUse> uses;
  for (size_t row = 0; row < run.cases.size(); ++row) {
    for (const Headroom& headroom : HeadroomsOf(run.cases[row])) {
      LimitUse& use = uses[{headroom.advisory, headroom.standard, headroom.metric}];
      use.buckets.resize(LimitUseLabels().size());
      if (run.cases[row].status == record::CaseStatus::kKnownIssue) {
        if (use.cases == 0 && use.known == 0) use.nearest = headroom;  // names standard and metric
        ++use.known;
        continue;
      }
      ++use.buckets[BucketOf(headroom.used)];
      if (!(headroom.used <= 1)) ++use.beyond;
      const bool first = use.cases++ == 0;
      if (first || headroom.used > use.nearest.used ||
          (std::isnan(headroom.used) && !std::isnan(use.nearest.used))) {
        use.nearest = headroom;
        use.nearest_row = row;
      }
    }
  }
  std::vector<LimitUse> sorted;
  for (auto& [key, use] : uses) sorted.push_back(std::move(use));
  return sorted;
}

std::map<std::string, std::vector<uint64_t>> UlpHistograms(const RunRecord& run) {
  std::map<std::string, std::vector<uint64_t>> histograms;
  size_t longest = 0;
  for (const CaseRecord& one : run.cases) {
    if (!one.metrics || one.metrics->ulp_histogram.empty()) continue;
    const std::vector<uint64_t>& counts = one.metrics->ulp_histogram;
    std::vector<uint64_t>& sum = histograms[one.output.dtype];
    sum.resize(std::max(sum.size(), counts.size()));
    for (size_t i = 0; i < counts.size(); ++i) sum[i] += counts[i];
    longest = std::max(longest, sum.size());
  }
  for (auto& [dtype, sum] : histograms) sum.resize(longest);
  return histograms;
}

double NumberInParentheses(const std::string& text) {
  double number = std::numeric_limits<double>::quiet_NaN();
  const size_t open = text.find('(');
  if (open == std::string::npos) return number;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + open + 1, end, number);
  const bool whole = error == std::errc() && stop != end && *stop == ')';
  return whole ? number : std::numeric_limits<double>::quiet_NaN();
}

std::map<std::string, std::vector<ErrorPoint>> ErrorPoints(const RunRecord& run, size_t most) {
  std::map<std::string, std::vector<ErrorPoint>> points;
  for (size_t row = 0; row < run.cases.size(); ++row) {
    const CaseRecord& one = run.cases[row];
    if (one.inputs.empty()) continue;
    for (const judge::WorstElement& worst : one.worst) {
      const auto input = worst.inputs.find(one.inputs.front().name);
      if (input == worst.inputs.end()) continue;
      const double number = NumberInParentheses(input->second);
      const double error = std::fabs(worst.error_ulp);
      if (!std::isfinite(number) || !std::isfinite(error) || error == 0) continue;
      points[one.output.dtype].push_back({number, error, worst.bound_ulp, row});
    }
  }
  for (auto& [dtype, all] : points) {
    std::sort(all.begin(), all.end(), [](const ErrorPoint& a, const ErrorPoint& b) {
      return std::tie(a.input, b.error_ulp, a.row) < std::tie(b.input, a.error_ulp, b.row);
    });
    if (all.size() <= most) continue;
    std::vector<ErrorPoint> kept;
    for (size_t i = 0; i < most; ++i) {  // equal stretches of points, not of the axis
      const auto begin = all.begin() + static_cast<ptrdiff_t>(i * all.size() / most);
      const auto end = all.begin() + static_cast<ptrdiff_t>((i + 1) * all.size() / most);
      kept.push_back(*std::max_element(begin, end, [](const ErrorPoint& a, const ErrorPoint& b) {
        const bool a_beyond = a.error_ulp > a.bound_ulp, b_beyond = b.error_ulp > b.bound_ulp;
        return std::tie(a_beyond, a.error_ulp) < std::tie(b_beyond, b.error_ulp);
      }));
    }
    all = std::move(kept);
  }
  return points;
}

}  // namespace touchstone::reports
