#include "op_under_test/opbase/workspace_planner.h"

#include <gtest/gtest.h>

namespace npusim {
namespace {

TEST(WorkspacePlannerTest, SlotIsPaddedBy32AndRoundedTo512) {
  EXPECT_EQ(WorkspaceSlotBytes(0), 512);
  EXPECT_EQ(WorkspaceSlotBytes(480), 512);
  EXPECT_EQ(WorkspaceSlotBytes(481), 1024);
  EXPECT_EQ(WorkspaceSlotBytes(int64_t{16} << 20), (int64_t{16} << 20) + 512);
}

TEST(WorkspacePlannerTest, NothingNeedsNothing) { EXPECT_EQ(PlanWorkspace({}).total_bytes, 0); }

TEST(WorkspacePlannerTest, OverlappingLifetimesLieApart) {
  const auto plan = PlanWorkspace({{100, 0, 1}, {2000, 1, 2}});
  EXPECT_EQ(plan.offsets_bytes, (std::vector<int64_t>{0, 512}));
  EXPECT_EQ(plan.total_bytes, 512 + 2048);
}

TEST(WorkspacePlannerTest, DisjointLifetimesShareABucketOfTheLargerSize) {
  const auto plan = PlanWorkspace({{100, 0, 1}, {100, 1, 2}, {3000, 2, 3}});
  EXPECT_EQ(plan.offsets_bytes, (std::vector<int64_t>{0, 3072, 0}));
  EXPECT_EQ(plan.total_bytes, 3072 + 512);
}

TEST(WorkspacePlannerTest, AnInputOfTheWriterIsNotReused) {
  // The first tensor is last read by node 1, which writes the second.
  const auto plan = PlanWorkspace({{100, 0, 1}, {100, 1, 1}});
  EXPECT_EQ(plan.total_bytes, 1024);
}

}  // namespace
}  // namespace npusim
