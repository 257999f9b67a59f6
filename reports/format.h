// The report formats, each a row in a registry: a new format adds a row and is known everywhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::reports {

struct Format {
  std::string_view name;         ///< as --reports takes it: "junit"
  std::string_view file_name;    ///< what it is called in the output directory: "junit.xml"
  std::string_view description;  ///< one line for --help
  /// The whole file's bytes. Deterministic; independent of the locale. Thread-safe.
  Result<std::string> (*write)(const record::RunRecord& run);
};

const std::vector<Format>& AllFormats();

/// Formats named by a comma-separated list, in the order of the registry, each once. Errors: an
/// unknown name (with the nearest one), an empty list.
Result<std::vector<const Format*>> ParseFormats(std::string_view list);

/// Writes the reports into `directory`, which is made when missing. Each file appears whole or not
/// at all: it is written beside its place and renamed. Returns the paths in the given order.
/// Errors: kInfrastructure when the disk does not take them.
Result<std::vector<std::string>> WriteReports(const record::RunRecord& run,
                                              const std::string& directory,
                                              const std::vector<const Format*>& formats);

/// Removes what an earlier run left under the names of all formats, so that no old report can be
/// taken for this run's. Call it before a run. Errors: kInfrastructure.
Status RemoveReports(const std::string& directory);

/// Writes `bytes` beside `path` and renames it into place, so that the file is whole or as it was. A
/// device or pipe is written to directly and a symbolic link is followed: neither is ever replaced.
/// Errors: kInfrastructure, with the system's reason.
Status WriteFileWhole(const std::string& path, std::string_view bytes);

}  // namespace touchstone::reports
