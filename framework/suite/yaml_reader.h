// YAML text -> Document.
#pragma once

#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// Parses one YAML document into `document`. What is wrong (syntax, duplicate or merge keys,
/// cycles, tags, a second document, limits) goes to `problems`; after a duplicate or merge key
/// parsing goes on, after the others it stops. document.root() is null when nothing could be
/// parsed.
void ReadYaml(Document& document, Problems& problems);

}  // namespace touchstone::suite
