// The keys of a resolved case: one whose identity is written down, so nothing is left to expand.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "framework/suite/fields.h"

namespace touchstone::suite {

/// `id` makes a case a resolved one; the others are allowed only beside it.
inline constexpr const char* kResolvedKeys[] = {"id", "suite", "axes", "where"};

struct ResolvedIdentity {
  std::string id;
  std::string suite;  ///< "": the file's
  std::map<std::string, std::string> axes;
  std::optional<SourceLocation> where;  ///< the template that the case was expanded from
};

std::optional<ResolvedIdentity> ReadResolvedIdentity(ReadContext& context, const Node& case_node,
                                                     const std::string& path);

}  // namespace touchstone::suite
