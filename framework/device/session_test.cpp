#include "framework/device/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "framework/device/acl_api.h"
#include "framework/device/guarded_buffer.h"
#include "framework/device/testing/fake_session.h"

namespace touchstone::device {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Session, SetsTheSimulatorsEnvironment) {
  const auto session = testing::OpenFakeSession();
  ASSERT_NE(session, nullptr);
  EXPECT_EQ(session->soc_name(), "Ascend910B1");
  EXPECT_STREQ(std::getenv("NPUSIM_CONTRACT"), "documented");
  EXPECT_NE(session->stream(), nullptr);
}

TEST(Session, RefusesADeviceOfAnotherKind) {
  auto libraries = Libraries::Load(TOUCHSTONE_FAKE_DEVICE);
  ASSERT_TRUE(libraries.ok());
  setenv("FAKE_SOC", "Ascend310P3", 1);
  const auto session = Session::Open(*libraries, {"Ascend910B1", "documented", 0});
  unsetenv("FAKE_SOC");
  ASSERT_FALSE(session.ok());
  EXPECT_THAT(session.error().message, HasSubstr("'Ascend310P3'"));
}

TEST(Session, NamesTheCallThatFailed) {
  auto libraries = Libraries::Load(TOUCHSTONE_FAKE_DEVICE);
  ASSERT_TRUE(libraries.ok());
  const auto session = Session::Open(*libraries, {"Ascend910B1", "documented", 7});
  ASSERT_FALSE(session.ok());
  EXPECT_THAT(session.error().message, HasSubstr("aclrtSetDevice failed with 107001"));
}

/// What the session says after two failures with the same words, and then after none.
std::vector<std::string> TextsOfTheSameFailure() {
  const auto session = testing::OpenFakeSession();
  if (session == nullptr) return {};
  std::vector<std::string> texts;
  for (const int device : {7, 7, 0}) {
    session->api().aclrtSetDevice(device);
    texts.push_back(session->TakeErrorText());
  }
  return texts;
}

TEST(Session, TextsThatReadingKeepsAreToldOnce) {
  EXPECT_THAT(TextsOfTheSameFailure(), ElementsAre("no such device", "no such device", ""));
}

// A clock with coarse ticks gives two failures the same stamp, so that the texts are equal bytes.
TEST(Session, EqualTextsThatReadingClearsAreBothNew) {
  setenv("FAKE_ERRORS", "cleared", 1);
  EXPECT_THAT(TextsOfTheSameFailure(), ElementsAre("no such device", "no such device", ""));
  unsetenv("FAKE_ERRORS");
}

TEST(Session, RenewedStreamIsAnotherOne) {
  const auto session = testing::OpenFakeSession();
  ASSERT_NE(session, nullptr);
  void* before = session->stream();
  ASSERT_TRUE(session->RenewStream().ok());
  EXPECT_NE(session->stream(), before);
}

TEST(Session, CloseGivesTheReportsOfFinalisation) {
  auto session = testing::OpenFakeSession();
  ASSERT_NE(session, nullptr);
  auto buffer = GuardedBuffer::Allocate(*session, "kept", 8, 0x5C);
  ASSERT_TRUE(buffer.ok());
  const auto reports = session->Close();
  ASSERT_TRUE(reports.ok());
  ASSERT_EQ(reports->size(), 1u);
  EXPECT_EQ(reports->front().kind, "leak");
}

TEST(Session, DeviceFaultsAreTheRuntimesOwnRange) {
  EXPECT_TRUE(IsDeviceFault(507015));
  EXPECT_TRUE(IsDeviceFault(507035));
  EXPECT_FALSE(IsDeviceFault(0));
  EXPECT_FALSE(IsDeviceFault(161002));
  EXPECT_FALSE(IsDeviceFault(207001));
}

}  // namespace
}  // namespace touchstone::device
