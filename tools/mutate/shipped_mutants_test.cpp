// Every shipped mutant must still apply to the source it names.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tools/mutate/group.h"
#include "tools/mutate/mutant.h"

namespace touchstone::mutate {
namespace {

std::vector<Mutant> Shipped() {
  const auto mutants = LoadMutants(TOUCHSTONE_SOURCE_DIR "/tools/mutants");
  if (mutants) return *mutants;
  for (const Error& error : mutants.errors()) ADD_FAILURE() << error.ToString();
  return {};
}

TEST(ShippedMutants, EachStillApplies) {
  for (const Mutant& mutant : Shipped()) {
    std::ifstream file(TOUCHSTONE_SOURCE_DIR "/" + mutant.file);
    std::ostringstream text;
    text << file.rdbuf();
    ASSERT_TRUE(file) << mutant.id << ": there is no file " << mutant.file;
    const auto mutated = Mutated(mutant, text.str());
    EXPECT_TRUE(mutated) << mutated.error().ToString();
  }
}

TEST(ShippedMutants, EachBreaksTheGroupItIsOf) {
  const std::map<std::string, std::set<std::string>> roots = {
      {"op_under_test", {"op_under_test/"}},
      {"judge", {"framework/judge/"}},
      {"reference", {"reference/"}}};
  for (const Mutant& mutant : Shipped()) {
    bool inside = false;
    for (const std::string& root : roots.at(mutant.group)) {
      inside = inside || mutant.file.starts_with(root);
    }
    EXPECT_TRUE(inside) << mutant.id << " edits " << mutant.file;
    EXPECT_EQ(mutant.file.find("_test."), std::string::npos) << mutant.id << " edits a test";
  }
}

TEST(ShippedMutants, ThereAreEnoughOfEachGroup) {
  std::map<std::string, int> counts;
  for (const Mutant& mutant : Shipped()) ++counts[mutant.group];
  EXPECT_GE(counts["op_under_test"], 40);
  EXPECT_GE(counts["judge"], 20);
  EXPECT_GE(counts["reference"], 20);
  EXPECT_EQ(counts.size(), Groups().size());
}

TEST(ShippedMutants, NoTwoMakeTheSameEdit) {
  std::set<std::tuple<std::string, std::string, std::string>> edits;
  for (const Mutant& mutant : Shipped()) {
    EXPECT_TRUE(edits.emplace(mutant.file, mutant.find, mutant.replace).second) << mutant.id;
  }
}

}  // namespace
}  // namespace touchstone::mutate
