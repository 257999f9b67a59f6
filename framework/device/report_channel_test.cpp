#include "framework/device/report_channel.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace touchstone::device {
namespace {

void Write(const ReportChannel& channel, const std::string& text) {
  ASSERT_EQ(write(channel.fd(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(ReportChannel, GivesEachReportOnce) {
  auto channel = ReportChannel::Create();
  ASSERT_TRUE(channel.ok());
  EXPECT_TRUE(channel->Take().empty());
  Write(*channel, "{\"kind\":\"a\",\"message\":\"one\"}\n{\"kind\":\"b\",\"message\":\"two\"}\n");
  EXPECT_EQ(channel->Take(), (std::vector<StrictReport>{{"a", "one"}, {"b", "two"}}));
  EXPECT_TRUE(channel->Take().empty());
}

TEST(ReportChannel, WaitsForTheEndOfALine) {
  auto channel = ReportChannel::Create();
  ASSERT_TRUE(channel.ok());
  Write(*channel, "{\"kind\":\"a\",");
  EXPECT_TRUE(channel->Take().empty());
  Write(*channel, "\"message\":\"one\"}\n");
  EXPECT_EQ(channel->Take(), (std::vector<StrictReport>{{"a", "one"}}));
}

TEST(ReportChannel, HoldsMoreThanAPipeWithoutBlocking) {
  auto channel = ReportChannel::Create();
  ASSERT_TRUE(channel.ok());
  const std::string message(1000, 'x');
  for (int i = 0; i < 1000; ++i) {
    Write(*channel, "{\"kind\":\"a\",\"message\":\"" + message + "\"}\n");
  }
  EXPECT_EQ(channel->Take().size(), 1000u);
}

TEST(ReportChannel, KeepsWhatItCannotUnderstand) {
  EXPECT_EQ(ParseStrictReport("oops"), (StrictReport{"malformed_report", "oops"}));
  EXPECT_EQ(ParseStrictReport("{\"message\":\"m\"}").kind, "malformed_report");
}

}  // namespace
}  // namespace touchstone::device
