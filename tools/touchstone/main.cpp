#include <string_view>

#include "framework/run/worker.h"
#include "tools/touchstone/commands.h"

int main(int argc, char** argv) {
  using namespace touchstone::tools;
  if (argc > 1 && std::string_view(argv[1]) == touchstone::run::kWorkerCommand) {
    return RunWorker(argc, argv);
  }
  SetCommandLine(argc, argv);
  return RunCommandLine(argc, argv,
                        {RunCommand(), ListCommand(), CheckCommand(), ReproCommand(), GateCommand(),
                         MergeCommand(), ImportAtkCommand(), ExplainCommand()});
}
