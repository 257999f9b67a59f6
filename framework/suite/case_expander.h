// One case template of a suite -> concrete Cases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/operators/description.h"
#include "framework/suite/case.h"
#include "framework/suite/node.h"
#include "framework/suite/own_standards.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// What the head of a suite file says to all of its cases.
struct SuiteHeader {
  std::string name;
  const operators::OperatorDescription* op = nullptr;  ///< nullptr: each case names its own
  std::vector<std::string> tags;
  const Node* defaults = nullptr;
  OwnStandards* own_standards = nullptr;  ///< nullptr: the suite cannot have any
};

/// The keys that a case may have (a resolved one has more), and those that `defaults` may have.
const std::vector<std::string>& CaseKeys(bool resolved);
const std::vector<std::string>& DefaultsKeys();

/// Most values in `values:` lists that the cases of one template may hold together; each takes
/// about 100 bytes.
inline constexpr uint64_t kMaxListedValues = 5'000'000;

/// Appends the cases that `case_node` expands to, or records why it expands to none. `path` names
/// the template for people: "cases[3]". Returns how many tensors, attributes and sets of settings
/// were read: each once for every combination of the axis values that it uses.
uint64_t ExpandCase(const SuiteHeader& header, const Node& case_node, const std::string& path,
                    Document& document, Problems& problems, std::vector<Case>& cases);

}  // namespace touchstone::suite
