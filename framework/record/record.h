// The run record: the only source of every report and of the gate.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/judge/verdict.h"

namespace touchstone::record {

/// How a case ended. Only kPass and kKnownIssue are good.
enum class CaseStatus {
  kPass,
  kFail,
  kWrongStatus,
  kCrash,
  kTimeout,
  kDeviceFault,
  kReview,
  kUndecided,
  kKnownIssue,
  kUnexpectedPass,
  kNotRun,
};
std::string_view Name(CaseStatus status);  ///< "pass", "wrong_status", ... as in run.json
bool IsGood(CaseStatus status);
const std::vector<CaseStatus>& AllStatuses();  ///< in the order of the enumeration
std::optional<CaseStatus> StatusFromName(std::string_view name);

struct TensorRecord {
  std::string name;
  std::string presence = "absent";  ///< "given", "absent", "null"
  std::string dtype;
  std::vector<int64_t> shape;
  std::string layout;  ///< "contiguous", "strided", "transposed", ...: a word for matrices
  std::string data;    ///< the data spec as the suite writes it
  std::string digest;  ///< xxh3-64 of the stored bytes, as hex
};

struct DeterminismRecord {
  int runs = 0;
  bool identical = true;
  std::string first_difference;  ///< "run 3, element 17 [0, 17]: 0x3F800000 then 0x3F800001"
};

struct GuardRecord {
  bool intact = true;
  std::string violation;  ///< which buffer, where, on which side; "" when intact
};

struct CaseRecord {
  std::string id;
  std::string suite;
  std::string operator_name;
  CaseStatus status = CaseStatus::kNotRun;
  std::string
      reason;  ///< one line, empty on pass: what was expected, what happened, by name and number
  std::optional<int> phase1_status, phase2_status, sync_status;
  std::string error_text;  ///< what aclGetRecentErrMsg said, without process id and time
  uint64_t workspace_bytes = 0;
  std::map<std::string, std::string> attributes;  ///< "reduction": "mean"
  std::map<std::string, std::string> axes;
  std::vector<std::string> tags;
  std::string expected;  ///< "success", "ACLNN_ERR_PARAM_NULLPTR (161001)", "any error"
  std::vector<TensorRecord> inputs;
  TensorRecord output;
  std::optional<judge::Metrics> metrics;  ///< nothing when no numbers were judged
  std::vector<judge::Verdict> verdicts;
  std::vector<judge::WorstElement> worst;  ///< one for passing cases, ten for failing
  std::string pattern;  ///< what bad elements have in common (judge::Judgement::pattern), or ""
  DeterminismRecord determinism;
  GuardRecord guards;
  std::vector<std::string> strict_reports;
  std::string soc, contract;
  uint64_t seed = 0;
  std::string data_key;
  double duration_ms = 0;
  std::string repro;  ///< a command line that runs just this case
};

struct DeviceIdentity {
  std::string soc;
  std::string contract;
  std::string libraries;                               ///< directory they were loaded from
  std::map<std::string, std::string> library_digests;  ///< file name -> xxh3-128
};

struct Summary {
  uint64_t cases = 0, passed = 0, failed = 0, wrong_status = 0, crashed = 0, timed_out = 0,
           device_faults = 0, review = 0, undecided = 0, known_issues = 0, unexpected_passes = 0,
           not_run = 0, elements = 0;
  double seconds = 0;
};

struct SuiteRecord {
  std::string path, name, digest;
  uint64_t case_count = 0;
};

/// One deliberate defect, and whether the suites notice it.
struct MutantRecord {
  std::string id;      ///< "op_under_test/dropped_tail"
  std::string breaks;  ///< class of the defect
  std::string file;    ///< the mutated file, from the root of the source tree
  std::string state = "error";  ///< "killed", "survived", "equivalent", "error"
  std::string reason;  ///< why it is equivalent, or what went wrong
  std::vector<std::string> ran;         ///< suites that were run on it
  std::vector<std::string> noticed_by;  ///< those of them that noticed
};

/// What a mutation run found about the suites, for the report of a run of theirs.
struct MutationRecord {
  std::string path, digest;  ///< of the file of results; the digest is its xxh3-128
  std::string tool_version;
  std::vector<std::string> suites;
  std::vector<MutantRecord> mutants;  ///< sorted by id
};

struct RunRecord {
  std::string schema = "touchstone.run/1";
  std::string tool_version;
  std::string command;     ///< as typed
  std::string started_at;  ///< ISO 8601, UTC
  DeviceIdentity device;
  std::vector<SuiteRecord> suites;
  uint64_t seed = 0;
  uint64_t planned = 0;  ///< cases that were to run; must equal cases.size()
  Summary summary;
  std::optional<MutationRecord> mutation;  ///< nothing when no such file was given
  std::vector<CaseRecord> cases;  ///< sorted by id
};

/// Counts the cases by status and the elements that were judged. `seconds` stays 0: the caller
/// knows how long the run took.
Summary Summarise(const std::vector<CaseRecord>& cases);

/// The summary's count of one status.
uint64_t CountOf(const Summary& summary, CaseStatus status);

/// The record with its timing fields (started_at, summary.seconds, duration_ms of every case)
/// cleared: the records of two equal runs are equal after this.
RunRecord WithoutTiming(RunRecord run);

}  // namespace touchstone::record
