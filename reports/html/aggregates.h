// What the charts and tables of the report show: sums over all cases.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/record/record.h"
#include "reports/headroom.h"

namespace touchstone::reports {

/// How the cases of one standard's metric lie below and beyond its limit.
struct LimitUse {
  Headroom nearest;        ///< of the case that used most
  size_t nearest_row = 0;  ///< its index in the record
  uint64_t cases = 0;             ///< without known issues
  uint64_t beyond = 0;            ///< used more than the limit, or NaN; without known issues
  uint64_t known = 0;             ///< known issues: what they use says nothing about the limit
  std::vector<uint64_t> buckets;  ///< cases by share used, see LimitUseLabels
};

/// Labels of the buckets: "0", "to 0.1 %", ..., "to 100 %", "to 200 %", ..., "NaN".
const std::vector<std::string>& LimitUseLabels();
/// The first bucket that is beyond the limit.
size_t FirstBeyondBucket();

/// By standard, then metric; standards that gate before advisory ones.
std::vector<LimitUse> LimitUses(const record::RunRecord& run);

/// ULP histograms summed by output dtype; all of one length.
std::map<std::string, std::vector<uint64_t>> UlpHistograms(const record::RunRecord& run);

/// An element with a large error, placed by the value of the first input there.
struct ErrorPoint {
  double input = 0;
  double error_ulp = 0;
  double bound_ulp = 0;  ///< what rounding explains there; may be infinite
  size_t row = 0;  ///< the case's index in the record
};

/// The worst elements of all cases by output dtype, with finite input and finite error above 0,
/// thinned to at most `most` a dtype: the largest error in each stretch of the input axis is kept,
/// if there are any that rounding does not explain, of those.
std::map<std::string, std::vector<ErrorPoint>> ErrorPoints(const record::RunRecord& run,
                                                           size_t most = 300);

/// "0x3F800000 (1)" -> 1; NaN when there is no number in parentheses.
double NumberInParentheses(const std::string& text);

}  // namespace touchstone::reports
