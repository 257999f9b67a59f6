// What the judge says of one output: metrics, verdicts and the worst elements.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/tensor/float_format.h"

namespace touchstone::judge {

/// Metrics of one output over all its elements, as the run record holds them. Errors are measured
/// against the exact value; relative errors use |actual-exact|/(|exact|+1e-7) (eco-v1's rule).
/// Where actual and expected class differ the element counts as a class mismatch and enters no
/// mean.
struct Metrics {
  uint64_t elements = 0;
  uint64_t unwritten = 0;
  uint64_t nan = 0, positive_infinity = 0, negative_infinity = 0;  ///< in the actual output
  uint64_t class_mismatches = 0;
  uint64_t bitwise_mismatches = 0;  ///< against the correctly rounded value
  uint64_t correctly_rounded = 0;
  uint64_t undecided = 0;          ///< the reference could not decide the rounding
  double mean_relative_error = 0;  ///< MERE
  double max_relative_error = 0;   ///< MARE
  double root_mean_square_error = 0;
  double max_absolute_error = 0;
  double mean_error_ulp = 0, max_error_ulp = 0;
  double mean_signed_error_ulp = 0;   ///< bias: positive when the device is too large
  uint64_t small_value_elements = 0;  ///< |exact| below the commercial standard's threshold
  /// Elements of cancellation: the stated order's rounding alone may move them by more than 2^-14 of
  /// their exact value, which takes terms a few hundred times as large as what is left of them.
  uint64_t cancellation_elements = 0;
  std::vector<uint64_t>
      ulp_histogram;  ///< counts of [0], (0,.5], (.5,1], (1,2], (2,4], ... doubling
  std::map<std::string, double> facts;  ///< what the reference adds, e.g. condition_number
};

enum class VerdictState { kPass, kFail, kUndecided, kNotApplicable, kReview };

/// One standard applied to one output.
struct Verdict {
  std::string standard;  ///< "eco-v3"
  std::string version;   ///< of the standard's text
  VerdictState state = VerdictState::kFail;
  bool certified = false;  ///< no reference error radius can change the state
  bool advisory = false;   ///< shown, but does not gate
  bool vacuous = false;    ///< the bound would admit zero or a constant: no evidence
  std::string reason;      ///< on anything but pass: the rule, the value and the limit
  std::string provenance;  ///< "suite", "default", "atk single_bm (inferred)"
  std::map<std::string, double> limits;  ///< the numbers of the standard, by name
  std::map<std::string, double> values;  ///< what was compared with them, by the same names
};

/// An element with a large error, described so that a person can reproduce it.
struct WorstElement {
  uint64_t index = 0;  ///< row-major number in the output
  std::vector<int64_t> coordinates;
  std::map<std::string, std::string> inputs;  ///< "0x3F800000 (1)" by tensor name
  uint32_t actual_bits = 0;
  uint32_t expected_bits = 0;
  double actual = 0;
  double expected = 0;  ///< middle of the enclosure, full precision
  double error_ulp = 0;
  /// What rounding explains there, the last one included: the rounding bound in ulp of the exact
  /// value plus a half. Infinite where no bound applies.
  double bound_ulp = 0;
  double absolute_error = 0;
  double relative_error = 0;
  std::string note;  ///< "unwritten", "class: expected +inf", "eco-v1: max_relative_error"
};

struct Judgement {
  Metrics metrics;
  std::vector<Verdict> verdicts;
  std::vector<WorstElement>
      worst;  ///< unwritten and class mismatches, then what broke a rule (see note), then by ULP
  /// What the elements beyond the rounding bound have in common, e.g. "104 bad elements, 896 to
  /// 999: the tail of the output; all are 0". Also at the end of the first failed verdict's reason.
  std::string pattern;
};

std::string_view Name(VerdictState state);

}  // namespace touchstone::judge
