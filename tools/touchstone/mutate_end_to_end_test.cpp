// Mutants of the simulator, built and tried for real: one that a small suite kills, one that hangs,
// one that does not compile, and one that nothing can notice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tools/mutate/source_tree.h"
#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string MutantText(const std::string& find, const std::string& replace) {
  return "breaks: for this test\n"
         "file: op_under_test/ops/bce_with_logits/op_kernel/tbe_loss.h\n"
         "find: '" + find + "'\nreplace: '" + replace + "'\n";
}

std::string StateOf(const nlohmann::json& results, const std::string& id) {
  for (const auto& mutant : results["mutants"]) {
    if (mutant["id"] == id) return mutant["state"];
  }
  return "not there";
}

TEST(MutateEndToEnd, KilledHangingBrokenAndSurvivingMutantsAreToldApart) {
  const ScratchDirectory scratch;
  const std::string tree = scratch.Path("tree"), out = scratch.Path("out");
  ASSERT_TRUE(mutate::SyncTree(TOUCHSTONE_SOURCE_DIR, tree));
  fs::remove_all(fs::path(tree) / "tools" / "mutants");
  fs::create_directories(fs::path(tree) / "tools" / "mutants" / "op_under_test");
  const std::string sum = "unit.Add(tile.loss, term, log_term);";
  const auto add = [&](const std::string& name, const std::string& replace) {
    scratch.Write("tree/tools/mutants/op_under_test/" + name + ".yaml", MutantText(sum, replace));
  };
  add("killed", "unit.Sub(tile.loss, term, log_term);");
  add("hangs", "for (volatile int i = 0; i == 0;) {} " + sum);
  add("broken", "unit.Ad(tile.loss, term, log_term);");
  add("survives", "unit.Add(tile.loss, log_term, term);");
  const std::string suite = scratch.Write("small.yaml", kGoodSuite);

  const Outcome run = RunTouchstone({"mutate", suite, "--source", tree, "--out", out, "--timeout",
                                     "10", "--jobs", "2"});
  EXPECT_EQ(run.exit_code, 2) << run.out << run.err;
  const auto results = nlohmann::json::parse(ReadFile(out + "/mutation.json"));
  EXPECT_EQ(StateOf(results, "op_under_test/killed"), "killed");
  EXPECT_EQ(StateOf(results, "op_under_test/hangs"), "killed");
  EXPECT_EQ(StateOf(results, "op_under_test/broken"), "error");
  EXPECT_EQ(StateOf(results, "op_under_test/survives"), "survived");
  EXPECT_THAT(run.out, HasSubstr("4 mutants: 2 killed, 1 survived, 0 equivalent, 1 errors"));
  EXPECT_THAT(ReadFile(out + "/mutation.json"), HasSubstr(R"("statuses":{"timeout":1})"));

  fs::remove(tree + "/tools/mutants/op_under_test/broken.yaml");
  const Outcome survivor = RunTouchstone({"mutate", suite, "--source", tree, "--out", out,
                                          "--mutants", "*/survives", "--stop", "never"});
  EXPECT_EQ(survivor.exit_code, 1) << survivor.out << survivor.err;
  const Outcome killed = RunTouchstone({"mutate", suite, "--source", tree, "--out", out,
                                        "--mutants", "*/killed", "--stop", "case"});
  EXPECT_EQ(killed.exit_code, 0) << killed.out << killed.err;

  // A tree that is not good cannot judge anything.
  std::string expects_otherwise = kGoodSuite;
  expects_otherwise.replace(expects_otherwise.find("ACLNN_ERR_PARAM_NULLPTR"), 23,
                            "ACLNN_ERR_PARAM_INVALID");
  const Outcome unclean =
      RunTouchstone({"mutate", scratch.Write("wrong.yaml", expects_otherwise), "--source", tree,
                     "--out", out, "--mutants", "*/killed"});
  EXPECT_EQ(unclean.exit_code, 2);
  EXPECT_THAT(unclean.err, HasSubstr("the clean tree is not all good"));
  EXPECT_FALSE(fs::exists(out + "/mutation.json")) << "nothing may be taken for this run's result";
}

}  // namespace
}  // namespace touchstone::tools
