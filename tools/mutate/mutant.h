// A mutant: one small, deliberate defect, as a file under tools/mutants/GROUP/NAME.yaml.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::mutate {

/// One edit of one source file that breaks something the tests must notice.
struct Mutant {
  std::string id;          ///< "GROUP/NAME", from the path of its file
  std::string group;       ///< which part it breaks: a name of group.h
  std::string breaks;      ///< the class of defect, for people
  std::string file;        ///< the edited file, from the root of the source tree, with '/'
  std::string find;        ///< must occur exactly once in the file
  std::string replace;     ///< stands in its place; may be empty
  std::string equivalent;  ///< why no test can tell it from the original; empty for real defects
  SourceLocation where;    ///< of `find`, for diagnostics
};

/// Reads one mutant file; `path` stands for it in diagnostics. Keys: breaks, file, find, replace
/// and, optionally, equivalent. Errors (input): not YAML, unknown, missing or empty keys, a file
/// outside the tree, a replacement that changes nothing.
Result<Mutant> ReadMutant(const std::string& id, const std::string& path, std::string text);

/// Every mutant of `directory`/GROUP/*.yaml, sorted by id. Errors (input): those of every file, a
/// group that does not exist, anything in a group's folder that is no .yaml file.
Result<std::vector<Mutant>> LoadMutants(const std::string& directory);

/// The mutants whose id matches any of the patterns ('*' and '?'). Error (input) when a pattern
/// matches none, with the nearest id.
Result<std::vector<Mutant>> SelectMutants(const std::vector<Mutant>& mutants,
                                          const std::vector<std::string>& patterns);

/// `text`, the content of mutant.file, with the edit made. Error (input) that names mutant and file
/// when `find` does not occur exactly once.
Result<std::string> Mutated(const Mutant& mutant, std::string_view text);

}  // namespace touchstone::mutate
