// The test program is its own worker: sweeps start it with the worker command.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "framework/sweep/worker.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == touchstone::sweep::kWorkerCommand) {
    return touchstone::sweep::WorkerMain(std::vector<std::string>(argv + 2, argv + argc));
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
