// Every sub-command of touchstone; main.cpp lists them.
#pragma once

#include <optional>
#include <string>

#include "tools/touchstone/flags.h"

namespace touchstone::tools {

Command CheckCommand();
Command ExplainCommand();
Command GateCommand();
Command ImportAtkCommand();
Command ListCommand();
Command MergeCommand();
Command ReferenceCommand();
Command ReproCommand();
Command RunCommand();
Command SweepCommand();

/// Runs the hidden worker command that the first argument names; takes the process's own arguments.
/// Nothing when it names none.
std::optional<int> RunWorker(int argc, char** argv);

/// The command line as typed, words with blanks quoted; set once by main.
void SetCommandLine(int argc, char** argv);
const std::string& CommandLineText();

}  // namespace touchstone::tools
