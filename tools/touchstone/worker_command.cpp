#include "framework/run/worker.h"
#include "tools/touchstone/commands.h"

namespace touchstone::tools {

// The pool starts workers with arguments of its own; main.cpp hands them over unparsed.
int RunWorker(int argc, char** argv) {
  return run::WorkerMain(std::vector<std::string>(argv + 2, argv + argc));
}

}  // namespace touchstone::tools
