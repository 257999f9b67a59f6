#include "framework/sweep/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone::sweep {
namespace {

std::string WithoutEnd(std::string line) {
  EXPECT_TRUE(line.ends_with('\n'));
  line.pop_back();
  EXPECT_EQ(line.find('\n'), std::string::npos);
  return line;
}

TEST(Messages, OrdersComeBackAsTheyWent) {
  const WorkOrder order{
      "aclnnThing", "fp16", 7, {{"target", 0.1, 0x2E66, 0.0999755859375, false}}, 4096};
  const auto back = ParseWorkOrder(WithoutEnd(ToLine(order)));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, order);
  const auto chunk = ParseChunkOrder(WithoutEnd(ToLine(ChunkOrder{1ull << 33, 17, 1})));
  ASSERT_TRUE(chunk.ok());
  EXPECT_EQ(chunk->first, 1ull << 33);
  EXPECT_EQ(chunk->count, 17u);
  EXPECT_EQ(chunk->slot, 1);
}

TEST(Messages, RepliesComeBackAsTheyWent) {
  const ChunkDone done{5, "phase 1\nreturned", true, 3, 9, {"a", "\xFF"}};
  const auto back = ParseWorkerReply(WithoutEnd(ToLine(WorkerReply(done))));
  ASSERT_TRUE(back.ok());
  const auto& chunk = std::get<ChunkDone>(*back);
  EXPECT_EQ(chunk.first, 5u);
  EXPECT_EQ(chunk.refusal, done.refusal);
  EXPECT_TRUE(chunk.any_unwritten);
  EXPECT_EQ(chunk.differing, 3u);
  EXPECT_EQ(chunk.first_differing, 9u);
  EXPECT_THAT(chunk.problems, testing::ElementsAre("a", "\xEF\xBF\xBD"));
  const auto closed = ParseWorkerReply(WithoutEnd(ToLine(WorkerReply(WorkerClosed{{"leak"}}))));
  EXPECT_THAT(std::get<WorkerClosed>(*closed).problems, testing::ElementsAre("leak"));
  const auto fatal = ParseWorkerReply(WithoutEnd(ToLine(WorkerReply(WorkerFatal{"no device"}))));
  EXPECT_EQ(std::get<WorkerFatal>(*fatal).reason, "no device");
  EXPECT_TRUE(std::holds_alternative<WorkerReady>(
      *ParseWorkerReply(WithoutEnd(ToLine(WorkerReply(WorkerReady{}))))));
}

TEST(Messages, RefusesAnythingElse) {
  for (const char* line :
       {"", "x", "{}", "[1]", "{\"done\":-1}", "{\"first\":1,\"count\":\"2\"}"}) {
    EXPECT_FALSE(ParseWorkerReply(line).ok()) << line;
    EXPECT_FALSE(ParseChunkOrder(line).ok()) << line;
    EXPECT_FALSE(ParseWorkOrder(line).ok()) << line;
  }
}

}  // namespace
}  // namespace touchstone::sweep
