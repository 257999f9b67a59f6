// ATK case files -> Cases, and what cannot be run with the reason.
#pragma once

#include "framework/suite/node.h"
#include "framework/suite/problems.h"
#include "framework/suite/suite_file.h"

namespace touchstone::suite {

/// Reads every case of the list in `document`. Cases of registered operators become Cases with the
/// id "file stem/id", and what is wrong with them is a problem; all others become NotRunnable, and
/// what could not be read of them a warning. Nothing is dropped.
void ImportAtk(Document& document, Problems& problems, LoadedFile& loaded);

}  // namespace touchstone::suite
