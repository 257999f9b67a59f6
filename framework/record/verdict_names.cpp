#include "framework/record/verdict_names.h"

#include <array>

namespace touchstone::record {
namespace {

// In the order of judge::VerdictState.
constexpr std::array<std::string_view, 5> kNames = {"pass", "fail", "undecided", "not_applicable",
                                                    "review"};
static_assert(static_cast<size_t>(judge::VerdictState::kReview) + 1 == kNames.size());

}  // namespace

std::string_view VerdictStateName(judge::VerdictState state) {
  return kNames[static_cast<size_t>(state)];
}

std::optional<judge::VerdictState> VerdictStateFromName(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<judge::VerdictState>(i);
  }
  return std::nullopt;
}

std::vector<std::string> VerdictStateNames() { return {kNames.begin(), kNames.end()}; }

}  // namespace touchstone::record
