#include "framework/run/conclusion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "framework/suite/status_names.h"

namespace touchstone::run {
namespace {

using device::CallOutcome;
using record::CaseStatus;

/// Where in a call a status arises.
enum class Phase { kPhase1 = 1, kPhase2 = 2, kSynchronisation = 3 };

const char* Words(Phase phase) {
  switch (phase) {
    case Phase::kPhase1:
      return "phase 1";
    case Phase::kPhase2:
      return "phase 2";
    case Phase::kSynchronisation:
      return "synchronisation";
  }
  return "";
}

struct Failure {
  Phase phase;
  int status;
};

/// The first step of the call that failed.
std::optional<Failure> FailureOf(const CallOutcome& run) {
  if (run.phase1_status.value_or(0) != 0) return Failure{Phase::kPhase1, *run.phase1_status};
  if (run.phase2_status.value_or(0) != 0) return Failure{Phase::kPhase2, *run.phase2_status};
  if (run.sync_status.value_or(0) != 0) return Failure{Phase::kSynchronisation, *run.sync_status};
  return std::nullopt;
}

/// Arguments are checked by phase 1, so an error of them must come from there: a call that deviates
/// only in phase 2 fails there, and faults of the device surface at synchronisation (two-phase
/// interface page; runtime page on asynchronous errors). Nothing where no phase follows.
std::optional<Phase> ExpectedPhase(const suite::Case& source) {
  const suite::Protocol& protocol = source.protocol;
  if (protocol.null_executor_in_phase2 || protocol.null_workspace || protocol.small_workspace ||
      protocol.reuse_executor || protocol.repeatable_executor || protocol.new_addresses ||
      protocol.destroy_tensors_before_phase2) {
    return std::nullopt;
  }
  if (!source.expect.status) return std::nullopt;
  const int status = *source.expect.status;
  const bool of_operator_library =
      (status >= 161000 && status < 162000) || (status >= 561000 && status < 562000);
  if (of_operator_library) return Phase::kPhase1;
  if (device::IsDeviceFault(status)) return Phase::kSynchronisation;
  return std::nullopt;
}

std::string OneLine(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string Got(const CallOutcome& run) {
  const std::optional<Failure> failure = FailureOf(run);
  if (!failure) return StatusNameAndCode(0);
  const std::string text = OneLine(run.error_text);
  return fmt::format("{} in {}{}{}", StatusNameAndCode(failure->status), Words(failure->phase),
                     text.empty() ? "" : ": ", text);
}

/// Why this run's statuses and text are not the expected ones; "" when they are.
std::string StatusProblem(const suite::Case& source, const CallOutcome& run) {
  const suite::Expectation& expect = source.expect;
  const std::optional<Failure> failure = FailureOf(run);
  if (expect.ok) {
    if (failure) return fmt::format("expected {}, got {}", StatusNameAndCode(0), Got(run));
    if (!run.phase1_status || !run.phase2_status || !run.sync_status) {
      return fmt::format("expected {}, but the call was not carried to its end",
                         StatusNameAndCode(0));
    }
  } else {
    const std::optional<Phase> phase = ExpectedPhase(source);
    const std::string wanted =
        expect.status ? StatusNameAndCode(*expect.status) : std::string("an error");
    const std::string where = phase ? fmt::format(" in {}", Words(*phase)) : std::string();
    const bool right_status = failure && (!expect.status || failure->status == *expect.status);
    if (!right_status || (phase && failure->phase != *phase)) {
      return fmt::format("expected {}{}, got {}", wanted, where, Got(run));
    }
  }
  if (!expect.message.empty() && run.error_text.find(expect.message) == std::string::npos) {
    return fmt::format("expected the error text to contain \"{}\", got \"{}\"", expect.message,
                       OneLine(run.error_text));
  }
  return "";
}

/// Runs that end in different ways are as wrong as runs that compute different numbers.
std::string RunsDisagree(const std::vector<CallOutcome>& runs) {
  for (size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].phase1_status != runs[0].phase1_status ||
        runs[i].phase2_status != runs[0].phase2_status ||
        runs[i].sync_status != runs[0].sync_status) {
      return fmt::format("run 1 ended with {}, run {} with {}", Got(runs[0]), i + 1, Got(runs[i]));
    }
    if (runs[i].error_text != runs[0].error_text) {
      return fmt::format("run 1 said \"{}\", run {} \"{}\"", OneLine(runs[0].error_text), i + 1,
                         OneLine(runs[i].error_text));
    }
    if (runs[i].workspace_bytes != runs[0].workspace_bytes) {
      return fmt::format("run 1 asked for {} bytes of workspace, run {} for {}",
                         runs[0].workspace_bytes, i + 1, runs[i].workspace_bytes);
    }
  }
  return "";
}

void AddStrictProblems(const std::string& expected, const std::vector<CallOutcome>& runs,
                       std::vector<std::string>& problems) {
  for (const CallOutcome& run : runs) {
    bool found = expected.empty();
    for (const device::StrictReport& report : run.reports) {
      if (!expected.empty() && report.kind == expected) {
        found = true;
        continue;
      }
      problems.push_back(fmt::format("the device reported {}: {}", report.kind, report.message));
    }
    if (!found) {
      problems.push_back(fmt::format("expected the device to report {}, it did not", expected));
    }
  }
}

/// What fails a case whatever the status was.
std::vector<std::string> Faults(const suite::Case& source, const Observation& seen) {
  std::vector<std::string> problems = seen.violations;
  AddStrictProblems(source.expect.strict_report, seen.runs, problems);
  if (const std::string disagreement = RunsDisagree(seen.runs); !disagreement.empty()) {
    problems.push_back(disagreement);
  }
  if (seen.judgement && seen.judgement->metrics.unwritten > 0) {
    problems.push_back(fmt::format("{} of {} output elements were not written",
                                   seen.judgement->metrics.unwritten,
                                   seen.judgement->metrics.elements));
  }
  if (!seen.first_difference.empty()) {
    problems.push_back(fmt::format("runs differ: {}", seen.first_difference));
  }
  std::vector<std::string> unique;
  for (std::string& problem : problems) {
    if (std::find(unique.begin(), unique.end(), problem) == unique.end()) {
      unique.push_back(std::move(problem));
    }
  }
  return unique;
}

std::string VerdictText(const judge::Verdict& verdict) {
  return verdict.reason.empty() ? verdict.standard
                                : fmt::format("{}: {}", verdict.standard, verdict.reason);
}

/// The verdicts one after the other. Standards that count the same elements say the same of them;
/// a clause that was said is not said again.
std::string Joined(const std::vector<std::string>& verdicts) {
  std::set<std::string> said;
  std::string text;
  for (const std::string& verdict : verdicts) {
    for (size_t start = 0; start < verdict.size();) {
      const size_t end = std::min(verdict.find("; ", start), verdict.size());
      const std::string clause = verdict.substr(start, end - start);
      if (said.insert(clause).second) text += (text.empty() ? "" : "; ") + clause;
      start = end + 2;
    }
  }
  return text;
}

/// Every element is the correctly rounded value. Then a standard that would also have admitted
/// zeros takes nothing away: where all values are zero, as in an empty sum, nothing but zero is
/// right.
bool IsExact(const judge::Metrics& metrics) {
  return metrics.elements > 0 && metrics.bitwise_mismatches == 0 && metrics.undecided == 0 &&
         metrics.class_mismatches == 0 && metrics.correctly_rounded == metrics.elements;
}

Conclusion JudgeNumbers(const Observation& seen, bool evidence) {
  if (!seen.judging_problem.empty()) return {CaseStatus::kUndecided, seen.judging_problem};
  if (!seen.judgement) return {CaseStatus::kUndecided, "the output was not judged"};
  std::vector<std::string> failed, undecided, review, without_evidence;
  for (const judge::Verdict& verdict : seen.judgement->verdicts) {
    if (verdict.advisory) continue;
    switch (verdict.state) {
      case judge::VerdictState::kPass:
        if (verdict.vacuous && !IsExact(seen.judgement->metrics)) {
          without_evidence.push_back(verdict.standard + " is vacuous here");
        } else {
          evidence = true;
        }
        break;
      case judge::VerdictState::kFail:
        failed.push_back(VerdictText(verdict));
        break;
      case judge::VerdictState::kUndecided:
        undecided.push_back(VerdictText(verdict));
        break;
      case judge::VerdictState::kReview:
        review.push_back(VerdictText(verdict));
        break;
      case judge::VerdictState::kNotApplicable:
        without_evidence.push_back(VerdictText(verdict));
        break;
    }
  }
  if (!failed.empty()) {
    return {CaseStatus::kFail, Joined(failed)};
  }
  if (!undecided.empty()) {
    return {CaseStatus::kUndecided, Joined(undecided)};
  }
  if (!review.empty()) return {CaseStatus::kReview, Joined(review)};
  if (evidence) return {CaseStatus::kPass, ""};
  if (without_evidence.empty()) return {CaseStatus::kFail, "no standard judged the output"};
  return {CaseStatus::kUndecided, "no standard applies: " + Joined(without_evidence)};
}

bool WasExpected(const suite::Case& source, const CallOutcome& run) {
  return StatusProblem(source, run).empty();
}

Conclusion ConcludeWithoutKnownIssue(const suite::Case& source, const Observation& seen) {
  if (!seen.obstacle.empty()) return {CaseStatus::kFail, seen.obstacle};
  if (seen.runs.empty()) return {CaseStatus::kFail, "the case was not run"};
  for (const CallOutcome& run : seen.runs) {
    if (device::IsDeviceFault(run.sync_status.value_or(0)) && !WasExpected(source, run)) {
      return {CaseStatus::kDeviceFault, StatusProblem(source, run)};
    }
  }
  const std::vector<std::string> faults = Faults(source, seen);
  for (const CallOutcome& run : seen.runs) {
    std::string problem = StatusProblem(source, run);
    if (problem.empty()) continue;
    for (const std::string& fault : faults) problem += "; " + fault;
    return {CaseStatus::kWrongStatus, problem};
  }
  if (!faults.empty()) return {CaseStatus::kFail, fmt::format("{}", fmt::join(faults, "; "))};
  if (!source.expect.ok) return {CaseStatus::kPass, ""};
  Conclusion judged{CaseStatus::kPass, ""};
  // An output that is the stated one is evidence where every standard would admit anything.
  if (seen.output_elements > 0) judged = JudgeNumbers(seen, source.expect.output.any());
  if (seen.output_mismatch.empty()) return judged;
  const bool failed = judged.status == CaseStatus::kFail;
  return {CaseStatus::kFail, seen.output_mismatch + (failed ? "; " + judged.reason : "")};
}

}  // namespace

std::string StatusNameAndCode(int code) {
  const suite::StatusName* status = suite::FindStatus(code);
  return status == nullptr ? fmt::format("{}", code) : fmt::format("{} ({})", status->name, code);
}

Conclusion Conclude(const suite::Case& source, const Observation& seen) {
  Conclusion conclusion = ConcludeWithoutKnownIssue(source, seen);
  if (source.expect.known_issue.empty()) return conclusion;
  switch (conclusion.status) {
    case CaseStatus::kPass:
      return {CaseStatus::kUnexpectedPass,
              fmt::format("passes although a known issue says: {}", source.expect.known_issue)};
    case CaseStatus::kFail:
    case CaseStatus::kWrongStatus:
      if (!seen.obstacle.empty() || seen.runs.empty()) return conclusion;
      return {CaseStatus::kKnownIssue,
              fmt::format("known issue: {} ({})", source.expect.known_issue, conclusion.reason)};
    default:
      return conclusion;
  }
}

}  // namespace touchstone::run
