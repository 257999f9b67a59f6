// From what was observed and what was expected to the status of a case and its reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/device/call.h"
#include "framework/judge/verdict.h"
#include "framework/record/record.h"
#include "framework/suite/case.h"

namespace touchstone::run {

/// Everything that was seen of one case. Knows no device and no memory, so that every rule can be
/// tested alone.
struct Observation {
  std::string obstacle;                   ///< why the case could not be run at all; "" when it was
  std::vector<device::CallOutcome> runs;  ///< in order, as many as were made
  std::vector<std::string> violations;    ///< guards, gaps, changed inputs, ...
  std::string first_difference;           ///< between two runs; "" when identical
  uint64_t output_elements = 0;           ///< over all outputs
  std::optional<judge::Judgement> judgement;
  std::string judging_problem;  ///< why there is none although there are elements
  std::string output_mismatch;  ///< how the output differs from the one that the case states
};

struct Conclusion {
  record::CaseStatus status = record::CaseStatus::kFail;
  std::string reason;  ///< one line; empty on pass
};

/// The rules, the first that applies deciding the status and all of a kind naming their reasons:
/// a case that could not be run fails; a device fault that was not expected is kDeviceFault; a
/// status or text other than expected is kWrongStatus; violations, unexpected or missing strict
/// reports, unwritten elements and differences between runs fail; an expected error that came is a
/// pass; an output other than the one that the case states fails. A success is then judged: an output without elements passes by shape, status and guards;
/// any other needs evidence (it is the output that the case states, or a gating verdict passes that is
/// not vacuous or whose every element is the correctly rounded value) and no gating verdict that
/// does not pass. kFail goes before
/// kUndecided, that before kReview. A case with a known issue passes none of this unnoticed:
/// failing becomes kKnownIssue, passing kUnexpectedPass.
Conclusion Conclude(const suite::Case& source, const Observation& seen);

/// "ACLNN_ERR_PARAM_INVALID (161002)", or the number alone when it has no name.
std::string StatusNameAndCode(int code);

}  // namespace touchstone::run
