// Precision standards: named, versioned rules whose numbers are data.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/tensor/dtype.h"

namespace touchstone::judge {

/// A standard as a suite asks for it: a registered name, and numbers that override its own.
struct StandardRequest {
  std::string name;                         ///< "eco-v3"
  std::map<std::string, double> overrides;  ///< e.g. {"rtol": 0.001}; names checked by Validate
  std::string provenance = "suite";
  SourceLocation where;
  bool operator==(const StandardRequest& other) const {
    return name == other.name && overrides == other.overrides && provenance == other.provenance;
  }
};

/// One registered standard, for `explain` and for diagnostics.
struct StandardInfo {
  std::string name;
  std::string version;
  std::string citation;  ///< where rule and numbers come from
  std::string rule;      ///< one sentence
  /// Names that can be overridden: each number alone ("threshold") and for one dtype
  /// ("fp16_threshold"), which wins.
  std::vector<std::string> parameters;
  std::map<std::string, std::map<std::string, double>> numbers;  ///< by dtype, then by name
  std::string golden;  ///< "exact", or "rounded" once to the output dtype
  bool gating = true;  ///< false: only ever reported
};

const std::vector<StandardInfo>& AllStandards();
/// Unknown name or parameter, non-finite or negative number: one error each.
Errors Validate(const StandardRequest& request);

/// The standards judged when a suite names none.
std::vector<StandardRequest> DefaultStandards();

}  // namespace touchstone::judge
