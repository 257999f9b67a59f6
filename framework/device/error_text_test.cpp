#include "framework/device/error_text.h"

#include <gtest/gtest.h>

namespace touchstone::device {
namespace {

TEST(StripVolatile, RemovesProcessIdAndTime) {
  EXPECT_EQ(StripVolatile("[PID: 4711] 2026-01-02-03:04:05.678.901 Title(EZ1001): text\n"),
            "Title(EZ1001): text\n");
  EXPECT_EQ(StripVolatile("[PID:4711] 2026-01-02 03:04:05.678 Title(EZ1001): text"),
            "Title(EZ1001): text");
}

TEST(StripVolatile, TextsOfTwoRunsCompareEqual) {
  EXPECT_EQ(StripVolatile("EZ9999[PID: 1] 2026-01-02-03:04:05.678.901 T(EZ9999):  m\n[PID: 1] x"),
            StripVolatile("EZ9999[PID: 22] 2027-11-12-13:14:15.1.2 T(EZ9999):  m\n[PID: 22] x"));
  EXPECT_EQ(StripVolatile("EZ9999[PID: 1] 2026-01-02-03:04:05.678.901 T"), "EZ9999 T");
}

TEST(StripVolatile, KeepsNumbersThatAreNoTime) {
  EXPECT_EQ(StripVolatile("[PID: 1] 8 dimensions"), "8 dimensions");
  EXPECT_EQ(StripVolatile("size of [4, 2], but got [4]."), "size of [4, 2], but got [4].");
  EXPECT_EQ(StripVolatile("[PID: none] text"), "[PID: none] text");
}

TEST(NewErrorText, OldTextIsNotTakenForNew) {
  EXPECT_EQ(NewErrorText("", "first"), "first");
  EXPECT_EQ(NewErrorText("first", "first"), "");
  EXPECT_EQ(NewErrorText("first", "second\nfirst"), "second");
  EXPECT_EQ(NewErrorText("first", "second"), "second");
  EXPECT_EQ(NewErrorText("first", ""), "");
}

}  // namespace
}  // namespace touchstone::device
