// A concrete test case: everything needed to run and judge one call, nothing left to expand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/data/data_spec.h"
#include "framework/diagnostics/error.h"
#include "framework/judge/judge.h"
#include "framework/judge/standard.h"
#include "framework/operators/description.h"
#include "framework/tensor/layout.h"

namespace touchstone::suite {

/// How a tensor argument is passed.
enum class Presence {
  kGiven,
  kAbsent,  ///< optional argument left out: nullptr is passed, and that is valid
  kNull,    ///< nullptr is passed where a tensor is expected: the case tests the error
};

struct TensorArgument {
  Presence presence = Presence::kGiven;
  tensor::TensorLayout layout;  ///< kGiven only
  data::DataSpec data;          ///< inputs only
  bool operator==(const TensorArgument&) const = default;
};

/// Deviations from the plain two-phase call that a case makes on purpose. What each does is told at
/// device::CallProtocol, which has the same members.
struct Protocol {
  bool null_workspace_size = false;
  bool null_executor = false;
  bool null_executor_in_phase2 = false;
  bool null_workspace = false;
  bool small_workspace = false;
  bool reuse_executor = false;
  bool equal_call_before = false;
  bool repeatable_executor = false;
  bool new_addresses = false;
  bool destroyed_tensor = false;
  bool view_before_storage = false;
  bool destroy_tensors_before_phase2 = false;
  bool two_streams = false;
  bool destroyed_stream = false;
  bool two_devices = false;
  bool stream_of_other_device = false;
  bool phase2_on_other_device = false;
  bool phase2_on_other_thread = false;
  bool operator==(const Protocol&) const = default;
};

/// What the operator's first output must hold, beside what the standards say of it. One entry stands
/// for every element; otherwise there is one per element, in row-major order.
struct ExpectedOutput {
  std::vector<uint64_t> bits;
  std::vector<data::Literal> values;  ///< each rounded once to the output's type; NaN: any NaN
  std::string digest;                 ///< as run.json shows it: xxh3-64 of the elements, as hex
  bool any() const { return !bits.empty() || !values.empty() || !digest.empty(); }
  bool operator==(const ExpectedOutput&) const = default;
};

/// What must happen. An expected error names status and phase; an expected success is judged.
struct Expectation {
  bool ok = true;
  std::optional<int> status;  ///< the exact code; nothing with ok == false means any error
  std::string message;        ///< fragment that the error text must contain; "" checks nothing
  std::string strict_report;  ///< kind that the simulator's side channel must report; or ""
  std::string known_issue;    ///< reason; the case must then fail, and passing is unexpected
  ExpectedOutput output;
  bool operator==(const Expectation&) const = default;
};

/// An expectation for some chips or one contract.
struct ExpectationRule {
  std::vector<std::string> socs;  ///< empty: every chip
  std::string contract;           ///< "": both
  Expectation expect;
  bool Fits(const std::string& soc, const std::string& of_contract) const;
  bool operator==(const ExpectationRule&) const = default;
};

struct Case {
  std::string id;        ///< unique and stable: "suite/case name[axis=value,...]"
  std::string suite;     ///< name of the suite it came from
  SourceLocation where;  ///< the template in the suite file
  const operators::OperatorDescription* op = nullptr;
  std::map<std::string, TensorArgument> inputs;  ///< every tensor argument of the operator
  std::map<std::string, TensorArgument> outputs;
  operators::Attributes attributes;
  std::map<std::string, std::string> axes;  ///< axis values as text, for matrices and coverage
  std::vector<std::string> tags;
  uint64_t seed = 1;
  std::string data_key;  ///< default: id
  std::vector<judge::StandardRequest> standards;
  judge::SpecialValues special_values = judge::SpecialValues::kArithmetic;
  std::string soc;             ///< "" = the run's
  std::string contract;        ///< "" = the run's; "documented" or "source"
  int repeat = 2;              ///< runs compared bitwise, at least 2
  bool determinism = false;    ///< also vary addresses, streams and core timing between the runs
  double timeout_seconds = 0;  ///< 0 = the run's
  Protocol protocol;
  Expectation expect;
  /// Not empty: the first of these that fits chip and contract holds in the place of `expect`, and
  /// one fits whatever they are.
  std::vector<ExpectationRule> expect_rules;
};

/// What `one` expects on `soc` under `contract`, both named.
const Expectation& ExpectationFor(const Case& one, const std::string& soc,
                                  const std::string& contract);
/// Every expectation that `one` can have.
std::vector<const Expectation*> ExpectationsOf(const Case& one);

}  // namespace touchstone::suite
