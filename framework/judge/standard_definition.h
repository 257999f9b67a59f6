// Precision standards as read from their data files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/judge/rule.h"
#include "framework/judge/standard.h"
#include "framework/tensor/dtype.h"

namespace touchstone::judge {

struct StandardDefinition {
  std::string name;
  std::string version;
  std::string citation;
  std::string summary;
  const RuleKind* rule = nullptr;
  Golden golden = Golden::kExact;
  bool gating = true;  ///< false: reported, never gating, even where a suite asks for it
  std::map<tensor::DType, Numbers> numbers;  ///< exactly the rule's parameters, per dtype
};

/// Reads a YAML text of one or more documents, one standard or a list of them each. Errors:
/// anything unknown, missing or doubled, with line and column.
Result<std::vector<StandardDefinition>> ParseStandards(std::string_view text,
                                                       const std::string& file);

/// The shipped standards. Thread-safe.
const std::vector<StandardDefinition>& ShippedStandards();
const StandardDefinition* FindStandard(std::string_view name);
/// The request's own definition, or the shipped one of its name; nullptr where there is none.
const StandardDefinition* DefinitionOf(const StandardRequest& request);

/// The numbers for `dtype` after overrides: "fp16_rtol" holds for fp16 and wins over "rtol", which
/// holds for all. False where the standard has no such dtype.
bool ResolveNumbers(const StandardDefinition& standard, tensor::DType dtype,
                    const std::map<std::string, double>& overrides, Numbers& numbers);

/// All keys that a suite may override: each parameter alone and prefixed with each dtype.
std::vector<std::string> OverrideNames(const StandardDefinition& standard);

}  // namespace touchstone::judge
