#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "framework/run/worker.h"
#include "reference/isa.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"

int main(int argc, char** argv) {
  using namespace touchstone::tools;
  if (argc > 1 && std::string_view(argv[1]) == touchstone::run::kWorkerCommand) {
    return RunWorker(argc, argv);
  }
  if (const std::string problem = touchstone::reference::ValidateIsa(); !problem.empty()) {
    std::fprintf(stderr, "error: %s\n", problem.c_str());
    return kBadInput;
  }
  SetCommandLine(argc, argv);
  int exit_code = kInfrastructure;
  try {
    exit_code =
        RunCommandLine(argc, argv,
                       {RunCommand(), ListCommand(), CheckCommand(), ReproCommand(), GateCommand(),
                        MergeCommand(), MutateCommand(), ImportAtkCommand(), ExplainCommand()});
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
