// JSON text -> Document.
#pragma once

#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// Parses the text as JSON into `document`, with places. What is wrong (syntax, duplicate keys,
/// limits) goes to `problems`. Numbers keep the text they were written with.
void ReadJson(Document& document, Problems& problems);

/// True when the text is JSON; used to tell resolved suites from YAML that begins with a brace.
bool IsJson(const SourceText& source);

}  // namespace touchstone::suite
