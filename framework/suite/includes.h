// `include:` - what several suites share.
//
// A suite names one file or a list of files, each relative to the folder of the file that names it.
// An included file is a map of operator, tags, own_standards, defaults and description, and may
// include others.
// What stands nearer to the suite wins: its own keys over those of its includes, a later include
// over an earlier one. `defaults` are merged key by key; below it `inputs` and `outputs` are merged
// down to the keys of a tensor, `attrs` down to the attribute, and every other value is replaced
// whole, `tags` included. The lists of `own_standards` are joined.
#pragma once

#include <cstddef>
#include <string>

#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// Includes within includes, and files that one suite includes in all.
inline constexpr size_t kMaxIncludeDepth = 8;
inline constexpr size_t kMaxIncludedFiles = 64;

/// Replaces the document's root by one with everything included merged in and no `include`; a root
/// without one stays. Returns the included bytes' digests, one after the other. Problems: files
/// that cannot be read or parsed, cycles, too many or too deep, unknown keys. `source` is the
/// document's.
std::string ApplyIncludes(Document& document, Problems& problems, SourceText& source);

}  // namespace touchstone::suite
