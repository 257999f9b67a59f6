// A sweep's result for people.
#pragma once

#include <cstdint>
#include <string>

#include "framework/sweep/result.h"

namespace touchstone::sweep {

/// "0x3F800000", with as many digits as the dtype has.
std::string BitsText(tensor::DType dtype, uint32_t bits);

/// One bin of Metrics::ulp_histogram: above < error <= up_to; the first one holds only 0.
struct UlpBin {
  double above;
  double up_to;
};
UlpBin BinAt(size_t index);
std::string BinText(size_t index);  ///< "0", "(0.5, 1]"

/// "every bit pattern of self (65536)" or "every 64th bit pattern of self (67108864 of
/// 4294967296)".
std::string CoverageText(const SweepResult& result);
/// "target 0.1 (stored as 0.0999755859375), weight absent".
std::string ConstantsText(const SweepPlan& plan);
/// "[2^-3, 2^-2)", "-[2^-3, 2^-2)", "infinity", "-NaN", ...
std::string GroupText(const PatternGroup& group);
/// Why the sweep did not pass; "" when it did.
std::string FailureText(const SweepResult& result);

/// Some twenty lines for a terminal.
std::string SummaryText(const SweepResult& result);
/// The whole as a page: summary, histogram, every group, worst inputs.
std::string Markdown(const SweepResult& result);

}  // namespace touchstone::sweep
