// Precision standards: named, versioned rules whose numbers are data.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/tensor/dtype.h"

namespace touchstone::judge {

struct StandardDefinition;

/// A standard as a suite asks for it: a registered name, and numbers that override its own.
struct StandardRequest {
  std::string name;                         ///< "eco-v3"
  std::map<std::string, double> overrides;  ///< e.g. {"rtol": 0.001}; names checked by Validate
  std::string provenance = "suite";
  SourceLocation where;
  /// A suite's own standard, which travels with the request; null: the registered one of this name.
  std::shared_ptr<const StandardDefinition> definition = nullptr;
  bool operator==(const StandardRequest& other) const;
};

/// Standards that a suite defines for itself, in the schema of cases/standards: YAML text of one or
/// more documents, or of one list of them. Errors have the place in `file`, whose line `first_line`
/// is the text's first: unknown, missing or doubled keys, numbers that are not finite and not
/// negative, and names that are shipped or given twice (numbers of a shipped standard are
/// overridden in the request, so that no verdict carries a known name with other rules).
/// Use: parse once per file, and set StandardRequest::definition where a case names one of them.
Result<std::vector<std::shared_ptr<const StandardDefinition>>> ParseOwnStandards(
    std::string_view text, const std::string& file, int first_line = 1);
std::string_view NameOf(const StandardDefinition& definition);
/// One line of YAML that ParseOwnStandards reads back as the same definition.
std::string StandardText(const StandardDefinition& definition);

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

/// How often the commercial standard runs each case of a deterministic operator: 50 for
/// "commercial-L0" and "commercial-L1", 1000 for "commercial-L2" (commercial_standard.md, table of
/// levels). Nothing for any other name.
std::optional<int> DeterminismRuns(std::string_view preset);

}  // namespace touchstone::judge
