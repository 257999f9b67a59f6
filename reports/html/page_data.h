// The data behind the HTML report, as one JSON text: columns of all cases, and what is drawn.
#pragma once

#include <string>

#include "framework/record/record.h"

namespace touchstone::reports {

/// Details are kept for so many cases that are not good; every case has its row all the same.
inline constexpr size_t kMostDetails = 500;

/// Strict JSON. All texts are visible text (safe_text.h); long ones are cut with a mark.
std::string PageData(const record::RunRecord& run);

}  // namespace touchstone::reports
