#include "tools/touchstone/terminal.h"

#include <gtest/gtest.h>

namespace touchstone::tools {
namespace {

TEST(ProgressLine, ShowsShareRateAndRemainingTime) {
  EXPECT_EQ(ProgressLine(50, 200, 0, 2.0),
            "[######..................] 50/200  25 cases/s  6 s left");
  EXPECT_EQ(ProgressLine(200, 200, 3, 4.0),
            "[########################] 200/200  3 not as expected  50 cases/s  0 s left");
}

TEST(ProgressLine, SurvivesTheStartAndNothing) {
  EXPECT_EQ(ProgressLine(0, 10, 0, 0.0), "[........................] 0/10");
  EXPECT_EQ(ProgressLine(0, 0, 0, 1.0), "[........................] 0/0");
}

}  // namespace
}  // namespace touchstone::tools
