#include <string_view>

#include "framework/run/worker.h"
#include "framework/sweep/worker.h"
#include "tools/touchstone/commands.h"

namespace touchstone::tools {
namespace {

struct WorkerCommand {
  std::string_view name;
  int (*run)(const std::vector<std::string>& args);
};

constexpr WorkerCommand kWorkers[] = {{run::kWorkerCommand, run::WorkerMain},
                                      {sweep::kWorkerCommand, sweep::WorkerMain}};

}  // namespace

// Workers are started with arguments of their own, which are handed over unparsed.
std::optional<int> RunWorker(int argc, char** argv) {
  if (argc < 2) return std::nullopt;
  for (const WorkerCommand& worker : kWorkers) {
    if (worker.name == argv[1]) {
      return worker.run(std::vector<std::string>(argv + 2, argv + argc));
    }
  }
  return std::nullopt;
}

}  // namespace touchstone::tools
