// The source tree that mutants are made of, and a working copy of it.
#pragma once

#include <string>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::mutate {

/// A source tree and how it was configured for the build that the program comes from.
struct SourceTree {
  std::string root;
  std::vector<std::string> configuration;  ///< arguments for cmake: generator, compilers, flags
};

/// The tree at `given`; when empty, the one that the build around `program` was configured from.
/// Errors (input): there is none, it is not this project's.
Result<SourceTree> FindSourceTree(const std::string& given, const std::string& program);

/// Makes `copy` the same as the tree: CMakeLists.txt and every folder of the root that has one.
/// Files that are the same already are not touched, so that a build in `copy`/build stays fresh;
/// files that the tree lacks are removed. Errors (infrastructure): what cannot be read or written.
Status SyncTree(const std::string& root, const std::string& copy);

/// Writes a whole file. Error (infrastructure): it cannot be written.
Status WriteFile(const std::string& path, const std::string& text);

}  // namespace touchstone::mutate
