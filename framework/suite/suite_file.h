// One file -> cases: which format it has, and the head of a suite.
#pragma once

#include <string>

#include "framework/suite/suite.h"

namespace touchstone::suite {

/// What one file gave. `errors` empty: the rest is good.
struct LoadedFile {
  SuiteFile file;
  std::vector<Case> cases;
  std::vector<NotRunnable> not_runnable;
  Errors errors;
  Errors warnings;
};

/// Parses and expands `text`. A JSON list is an ATK file, a map (YAML or JSON) a suite. `path`
/// stands for the file in diagnostics; a name ending in .json is parsed as JSON and nothing else.
LoadedFile LoadSuiteBytes(const std::string& path, std::string text);

/// Largest text read for a file of this name.
size_t MaxSuiteBytes(const std::string& path);

}  // namespace touchstone::suite
