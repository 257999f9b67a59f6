#include "framework/judge/verdict.h"

namespace touchstone::judge {

std::string_view Name(VerdictState state) {
  switch (state) {
    case VerdictState::kPass:
      return "pass";
    case VerdictState::kFail:
      return "fail";
    case VerdictState::kUndecided:
      return "undecided";
    case VerdictState::kNotApplicable:
      return "not_applicable";
    case VerdictState::kReview:
      return "review";
  }
  return "fail";
}

}  // namespace touchstone::judge
