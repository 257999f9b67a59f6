#include <cstdio>
#include <exception>
#include <string>

#include "reference/isa.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

int main(int argc, char** argv) {
  using namespace touchstone::tools;
  if (const auto worker_exit_code = RunWorker(argc, argv)) return *worker_exit_code;
  if (const std::string problem = touchstone::reference::ValidateIsa(); !problem.empty()) {
    std::fprintf(stderr, "error: %s\n", problem.c_str());
    return kBadInput;
  }
  SetCommandLine(argc, argv);
  int exit_code = kInfrastructure;
  try {
    exit_code = RunCommandLine(
        argc, argv,
        {RunCommand(), ListCommand(), CheckCommand(), ReproCommand(), ReferenceCommand(),
         GateCommand(), MergeCommand(), ImportAtkCommand(), SweepCommand(), ExplainCommand()});
  } catch (const std::exception& error) {  // of a library: out of memory, standard output gone
    std::fprintf(stderr, "error: %s\n", error.what());
  }
  // What did not reach its reader is lost, even when the command itself went well.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "error: cannot write to standard output\n");
    exit_code = kInfrastructure;
  }
  return exit_code;
}
