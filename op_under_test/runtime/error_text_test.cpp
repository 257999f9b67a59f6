#include "op_under_test/runtime/error_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

using testing::MatchesRegex;

constexpr const char* kTime = "[0-9-]{10}-[0-9:]{8}\\.[0-9]{3}\\.[0-9]{3}";

class ErrorTextTest : public testing::Test {
 protected:
  ErrorTextTest() { ClearErrorTexts(); }
  ~ErrorTextTest() override {
    SetProcessErrorMode(false);
    ClearErrorTexts();
    SetActiveConfig(saved_);
  }
  void UseContract(Contract contract) {
    Config config = saved_;
    config.contract = contract;
    SetActiveConfig(config);
  }
  static std::string Recent() {
    const char* text = RecentErrorText();
    return text == nullptr ? "null" : text;
  }
  static std::string Head(const std::string& rest) {
    return "\\[PID: " + std::to_string(getpid()) + "\\] " + kTime + " " + rest;
  }

  const Config saved_ = ActiveConfig();
};

TEST_F(ErrorTextTest, OneErrorHasOneLine) {
  ReportError("EZ1001", "Reduction only support [0, 1, 2].");
  EXPECT_THAT(Recent(), MatchesRegex(Head("AclNN_Parameter_Error\\(EZ1001\\): Reduction only "
                                          "support \\[0, 1, 2\\]\\.\n")));
}

TEST_F(ErrorTextTest, FurtherErrorsFollowAsTraceBack) {
  ReportError("EZ9999", "inner");
  ReportError("EZ1001", "first");
  ReportError("EZ1001", "second");
  ReportError("EZ1001", "first");  // known already
  EXPECT_THAT(Recent(), MatchesRegex(Head("AclNN_Parameter_Error\\(EZ1001\\): first\n"
                                          "        TraceBack \\(most recent call last\\):\n"
                                          "        inner\n        second\n")));
}

TEST_F(ErrorTextTest, InnerErrorsAloneHaveTheirOwnHead) {
  ReportError("EZ9999", "inner");
  EXPECT_THAT(Recent(), MatchesRegex("EZ9999: Internal error!\nEZ9999" +
                                     Head("AclNN_Inner_Error\\(EZ9999\\):  inner\n")));
}

TEST_F(ErrorTextTest, DocumentedContractClears) {
  EXPECT_EQ(RecentErrorText(), nullptr);
  ReportError("EZ1001", "first");
  EXPECT_NE(RecentErrorText(), nullptr);
  EXPECT_EQ(RecentErrorText(), nullptr);
}

TEST_F(ErrorTextTest, SourceContractKeepsAndPutsNewOnTop) {
  UseContract(Contract::kSource);
  EXPECT_EQ(RecentErrorText(), nullptr);
  ReportError("EZ1001", "first");
  const std::string first = Recent();
  EXPECT_EQ(Recent(), first);
  ReportError("EZ1001", "second");
  const std::string both = Recent();
  EXPECT_TRUE(both.ends_with("second\n\n" + first)) << both;
  EXPECT_EQ(Recent(), both);
}

TEST_F(ErrorTextTest, ThreadsHaveTheirOwnTextsUnlessInProcessMode) {
  std::thread([] { ReportError("EZ1001", "of the thread"); }).join();
  EXPECT_EQ(Recent(), "null");
  SetProcessErrorMode(true);
  std::thread([] { ReportError("EZ1001", "of the process"); }).join();
  EXPECT_THAT(Recent(), MatchesRegex(Head(".*: of the process\n")));
}

TEST_F(ErrorTextTest, CodesWithoutATableEntryKeepTheGivenTitle) {
  ReportError("EX0001", "Some_Title", "text");
  EXPECT_THAT(Recent(), MatchesRegex(Head("Some_Title\\(EX0001\\): text\n")));
}

}  // namespace
}  // namespace npusim
