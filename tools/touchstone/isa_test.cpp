// Whatever instruction set generator, reference and simulated NPU use, the smoke suite's inputs and
// outputs are the same bytes.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

struct Digests {
  std::map<std::string, std::string> of_case;  // id -> digests of inputs and output, status
  size_t outputs = 0;                          // that have a digest
};

Digests RunSmoke(const std::string& isa) {
  const ScratchDirectory scratch;
  const Outcome run = RunProgramFile(
      "env", {"NPUSIM_ISA=" + isa, "TOUCHSTONE_ISA=" + isa, TOUCHSTONE_BINARY, "run",
              TOUCHSTONE_SOURCE_DIR "/cases/smoke.yaml", "--out", scratch.Path("out")});
  EXPECT_EQ(run.exit_code, 0) << isa << "\n" << run.out << run.err;
  const auto record = nlohmann::json::parse(ReadFile(scratch.Path("out/run.json")), nullptr, false);
  Digests digests;
  if (!record.is_object()) return digests;
  for (const auto& one : record["cases"]) {
    std::string text = one["status"];
    for (const auto& input : one["inputs"]) text += " " + input.value("digest", "");
    const std::string output = one["output"].value("digest", "");
    digests.outputs += output.empty() ? 0 : 1;
    digests.of_case[one["id"]] = text + " " + output;
  }
  return digests;
}

// The words of /proc/cpuinfo: what the simulator refuses to be forced to, the machine lacks.
bool MachineHas(const std::string& flag) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string word; file >> word;) {
    if (word == flag) return true;
  }
  return false;
}

TEST(Isa, TheSmokeSuiteIsTheSameBytesOnEach) {
  const Digests portable = RunSmoke("portable");
  ASSERT_GE(portable.of_case.size(), 50u);
  EXPECT_GE(portable.outputs, 40u);
  int compared = 0;
  for (const auto& [isa, flag] : {std::pair{"avx2", "avx2"}, std::pair{"avx512", "avx512dq"}}) {
    if (!MachineHas(flag)) continue;
    ++compared;
    EXPECT_EQ(RunSmoke(isa).of_case, portable.of_case) << isa;
  }
  if (compared == 0) GTEST_SKIP() << "this machine has no other instruction set to compare with";
}

}  // namespace
}  // namespace touchstone::tools
