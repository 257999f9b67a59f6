#include "tools/mutate/kill_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/mutate/sample_results.h"

namespace touchstone::mutate {
namespace {

TEST(KillMatrix, ShowsEachMutantAgainstEachSuite) {
  EXPECT_EQ(KillMatrix(SampleResults()),
            R"(mutant                  smoke  tiling
judge/error                 -       -  error
op_under_test/equal         .       .  equivalent
op_under_test/killed        3       .  killed
op_under_test/survivor      .       .  survived
error: judge/error: does not build: x.cpp:1: error
equivalent: op_under_test/equal: copies are synchronous
survived: op_under_test/survivor: dropped tail; 2 outputs changed, but passed
4 mutants: 1 killed, 1 survived, 1 equivalent, 1 errors; score 33.3 %
)");
}

TEST(KillMatrix, ASurvivorThatChangesNothingIsCalledSo) {
  MutationResults results = SampleResults();
  results.mutants[3].outcomes[1].changed_outputs = 0;
  EXPECT_THAT(KillMatrix(results), ::testing::HasSubstr("dropped tail; no output changed a bit"));
}

TEST(KillMatrix, OneMutantIsOneLine) {
  const MutationResults results = SampleResults();
  EXPECT_EQ(ResultLine(results.mutants[2]),
            "    killed  op_under_test/killed  (4.5 s to build, 2.0 s to run)  smoke:3");
  EXPECT_EQ(ResultLine(results.mutants[0]),
            "     error  judge/error  (1.0 s to build, 0.0 s to run)  does not build: x.cpp:1: "
            "error");
}

}  // namespace
}  // namespace touchstone::mutate
