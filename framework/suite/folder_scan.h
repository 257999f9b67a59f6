// Which files of a folder are suites.
#pragma once

#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/suite/suite.h"

namespace touchstone::suite {

struct FolderContent {
  std::vector<std::string> suites;  ///< sorted, so that the order does not depend on the disk
  std::vector<SkippedFile> skipped;
};

/// Looks at every .yaml and .yml file below `directory`. A file that says in its top-level keys
/// that it is something else - a precision standard, defaults for suites to include - is skipped;
/// all others are taken for suites, so that a suite with a slip in its keys is an error and not
/// silence. Suites in folders named `by_name` below `directory` are skipped: they run when they or their
/// folder are named. Errors: an unreadable folder, no suite in it.
Result<FolderContent> ScanFolder(const std::string& directory);

}  // namespace touchstone::suite
