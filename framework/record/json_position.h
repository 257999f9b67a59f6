// Where in a JSON text something lies, for diagnostics. Only looked for once something is wrong, so
// that reading pays nothing for it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"

namespace touchstone::record {

/// The way from the outermost value to one inside it, as a chain of links that lie on the stack:
/// a link's parent must outlive it.
struct JsonPath {
  const JsonPath* parent = nullptr;  ///< nullptr: the outermost value
  std::string_view key;              ///< member of an object, unless `index` is there
  std::optional<size_t> index;       ///< element of a list

  JsonPath Member(std::string_view name) const { return {this, name, std::nullopt}; }
  JsonPath Element(size_t number) const { return {this, {}, number}; }
  std::string ToString() const;  ///< "cases[3].metrics.nan"; "" for the outermost value
};

/// Line and column of a byte.
SourceLocation LocationOf(std::string_view text, size_t byte, const std::string& name);

/// Where the value at `path` begins; where the way ends early, the last value on it. `text` must be
/// valid JSON (anything else gives some place in it).
SourceLocation Locate(std::string_view text, const JsonPath& path, const std::string& name);

/// Where the second of two equal keys of one object begins; the start when there is none.
SourceLocation LocateDoubledKey(std::string_view text, const std::string& name);

/// Where the first number with exactly this spelling begins; the start when there is none.
SourceLocation LocateNumber(std::string_view text, std::string_view number,
                            const std::string& name);

}  // namespace touchstone::record
