// How near a case came to the limits it is judged by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/record/record.h"

namespace touchstone::reports {

/// One number that a standard compared with a limit.
struct Headroom {
  std::string standard;
  std::string metric;
  double value = 0;
  double limit = 0;
  double used = 0;  ///< share of the limit that was used: 1 is at the limit, above it beyond
  bool advisory = false;
};

/// Every number of every verdict that has a limit of the same name. Ratios that must not fall
/// below their limit count by what they miss: (1 - value) / (1 - limit). A limit of 0 is used to 0
/// by 0 and to infinity by anything else.
std::vector<Headroom> HeadroomsOf(const record::CaseRecord& one);

/// The one among the verdicts that gate which used most of its limit; nothing without numbers.
std::optional<Headroom> ClosestToLimit(const record::CaseRecord& one);

}  // namespace touchstone::reports
