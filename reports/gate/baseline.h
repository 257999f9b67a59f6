// What a run is compared with: small, sorted, one case per line under its template, made by a
// command and never by hand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::gate {

inline constexpr std::string_view kBaselineSchema = "touchstone.baseline/2";

struct BaselineCase {
  std::string id;
  record::CaseStatus status = record::CaseStatus::kPass;
  std::string digest;  ///< of the output; "" when nothing was judged
  /// One per AllGateMetrics(), rounded; nothing where the case has no numbers.
  std::vector<std::optional<double>> metrics;
};

struct BaselineSuite {
  std::string name, digest;
  double duration_ms = 0;  ///< of its cases together, two significant digits
};

/// Axis -> value -> number of cases that ran with it.
using Coverage = std::map<std::string, std::map<std::string, uint64_t>>;

struct Baseline {
  std::string tool_version;
  std::string soc, contract;
  uint64_t seed = 0;  ///< of the run; other seeds give other data, and other digests everywhere
  std::vector<BaselineSuite> suites;  ///< sorted by name
  Coverage coverage;
  std::vector<BaselineCase> cases;  ///< sorted by id
};

struct BaselineOptions {
  /// Take cases that are not good into the baseline, so that the gate guards the rest. Without it
  /// they are errors: a baseline that holds failures silently would accept them for ever.
  bool accept_failures = false;
};

/// The baseline of a record. Errors: an empty or incomplete record, cases that are not good (see
/// BaselineOptions), a metric that is NaN, which no later run could be compared with.
Result<Baseline> MakeBaseline(const record::RunRecord& run, const BaselineOptions& options = {});

/// The axes that a record covers: those of the suites, and the output's dtype, the rank and the
/// layouts of the inputs. Cases that did not run cover nothing. Axes of more than 64 values are
/// left out: each of their values is a case or two, which the gate knows by id.
Coverage CoverageOf(const record::RunRecord& run);

/// What the cases of each suite took together, in whole milliseconds of two significant digits.
std::map<std::string, double> DurationsOf(const record::RunRecord& run);

/// Takes over the durations of an earlier baseline that are within the default allowance, so that
/// writing a baseline again changes no line for the machine's mood.
void KeepSteadyDurations(const Baseline& earlier, Baseline& baseline);

/// The case as a baseline holds it.
BaselineCase ToBaselineCase(const record::CaseRecord& one);

/// The text of a baseline file: the same bytes for the same baseline.
std::string WriteBaseline(const Baseline& baseline);

/// Reads it back; `name` stands for the file in diagnostics. Errors: anything that WriteBaseline
/// does not write, a file of another version, cases not sorted or doubled, a NaN.
Result<Baseline> BaselineFromJson(std::string_view text, const std::string& name);
Result<Baseline> ReadBaseline(const std::string& path);

}  // namespace touchstone::gate
