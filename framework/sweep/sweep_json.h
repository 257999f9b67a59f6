// A sweep's result as JSON text: strict, stable, the same bytes on every machine and for any number
// of jobs. Numbers that JSON lacks are the strings "NaN", "Infinity" and "-Infinity".
// sweep.schema.json beside this file describes the format for others.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "framework/sweep/result.h"

namespace touchstone::sweep {

inline constexpr std::string_view kSweepSchema = "touchstone.sweep/1";

/// What a result does not know of itself.
struct SweepIdentity {
  std::string tool_version;
  std::map<std::string, std::string> library_digests;  ///< file -> xxh3-128
};

std::string ToJson(const SweepResult& result, const SweepIdentity& identity);

}  // namespace touchstone::sweep
