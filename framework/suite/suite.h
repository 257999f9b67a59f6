// Reads suites: YAML files, directories of them, and ATK JSON case files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/suite/case.h"

namespace touchstone::suite {

struct SuiteFile {
  std::string path;    ///< as given (or found in a given directory)
  std::string name;    ///< the suite's own name, or the file's stem for ATK JSON
  std::string digest;  ///< xxh3-128 of the file's bytes and those it includes, as hex
  size_t case_count = 0;
  uint64_t parts_read = 0;  ///< tensors, attributes and settings read for them: the work of expansion
};

/// A case of an imported file that cannot be run, e.g. of an operator that is not registered.
struct NotRunnable {
  std::string id;
  std::string reason;
  SourceLocation where;
};

/// A file of a searched directory that says it is no suite.
struct SkippedFile {
  std::string path;
  std::string kind;  ///< what it is: "a precision standard ('rule' and 'numbers')"
};

struct LoadedSuites {
  std::vector<SuiteFile> files;
  std::vector<Case> cases;  ///< in file order; ids unique over all files
  std::vector<NotRunnable> not_runnable;
  std::vector<SkippedFile> skipped;  ///< only of directories: a file that is named is always loaded
  Errors warnings;  ///< e.g. a listed value that is inexact in its dtype
};

/// Loads and expands everything. All errors of all files are collected and returned together.
Result<LoadedSuites> LoadSuites(const std::vector<std::string>& paths);

/// Keeps the cases whose id matches any of `include` (all when empty) and none of `exclude`. Only
/// '*' and '?' are special in a pattern; it must match the whole id.
bool MatchesGlob(std::string_view pattern, std::string_view text);
std::vector<Case> FilterCases(std::vector<Case> cases, const std::vector<std::string>& include,
                              const std::vector<std::string>& exclude);

/// The cases as a suite file in which nothing is left to expand. Loading it again gives equal cases
/// (same ids, layouts, data keys, seeds). It is YAML that is also JSON. Workers and `repro` use it.
std::string WriteSuite(const std::vector<Case>& cases);
/// The cases, all of one suite, as a suite for people: one field per line in block style, what the
/// loader would assume anyway left out. Loading it gives the same cases but for `where` and the
/// provenance of standards, which becomes a comment. `comments` stand at the top.
std::string WriteReadableSuite(const std::vector<Case>& cases,
                               const std::vector<std::string>& comments);
/// Parses what WriteSuite wrote, or any suite text; `name` stands for the file in diagnostics.
Result<LoadedSuites> LoadSuiteText(const std::string& text, const std::string& name);

}  // namespace touchstone::suite
