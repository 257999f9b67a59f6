#include "framework/run/messages.h"

#include <gtest/gtest.h>

namespace touchstone::run {
namespace {

template <typename T>
T RoundTrip(const T& message) {
  std::string line = ToLine(message);
  EXPECT_EQ(line.back(), '\n');
  line.pop_back();
  EXPECT_EQ(line.find('\n'), std::string::npos);
  auto parsed = ParseWorkerMessage(line);
  EXPECT_TRUE(parsed.ok()) << line;
  return std::get<T>(*parsed);
}

TEST(WorkerMessage, RoundTrips) {
  RoundTrip(ReadyMessage{});
  RoundTrip(BatchDoneMessage{});
  EXPECT_EQ(RoundTrip(FatalMessage{"no \"device\"\nat all"}).reason, "no \"device\"\nat all");
  const auto started = RoundTrip(StartedMessage{12, 4096});
  EXPECT_EQ(started.index, 12u);
  EXPECT_EQ(started.log_bytes, 4096u);
  const auto finished = RoundTrip(FinishedMessage{3, true, "{\"id\":\"a\",\"x\":[1,{}]}"});
  EXPECT_EQ(finished.index, 3u);
  EXPECT_TRUE(finished.device_lost);
  EXPECT_EQ(finished.record_json, "{\"id\":\"a\",\"x\":[1,{}]}");
  const auto closed = RoundTrip(ClosedMessage{{{"leak", "64 bytes"}}});
  EXPECT_EQ(closed.reports, (std::vector<device::StrictReport>{{"leak", "64 bytes"}}));
}

TEST(WorkerMessage, RefusesAnythingElse) {
  for (const char* line :
       {"", "hello", "{}", "{\"started\":-1}", "{\"started\":1}", "{\"started\":\"x\"}",
        "{\"unknown\":1}", "{\"finished\":1,\"device_lost\":1,\"record\":{}}",
        "{\"finished\":1,\"record\":{}}", "{\"finished\":1,\"device_lost\":true,\"record\":{"}) {
    EXPECT_FALSE(ParseWorkerMessage(line).ok()) << line;
  }
}

TEST(BatchHeader, RoundTrips) {
  std::string header = BatchHeader(4711);
  header.pop_back();
  auto size = ParseBatchHeader(header);
  ASSERT_TRUE(size.ok());
  EXPECT_EQ(*size, 4711u);
  EXPECT_FALSE(ParseBatchHeader("{\"bytes\":-4}").ok());
  EXPECT_FALSE(ParseBatchHeader("x").ok());
}

}  // namespace
}  // namespace touchstone::run
