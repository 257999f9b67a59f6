#include "op_under_test/opbase/op_cache.h"

#include <gtest/gtest.h>

#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

class OpCacheTest : public testing::Test {
 protected:
  ~OpCacheTest() override { SetActiveConfig(saved_); }
  void Limit(size_t plans) {
    Config config = saved_;
    config.op_cache_limit = plans;
    SetActiveConfig(config);
  }
  static std::shared_ptr<const OpExecutor> Plan(const std::string& key, bool repeatable = true) {
    auto plan = std::make_shared<OpExecutor>("Test");
    GraphNode node;
    node.op_type = key;
    node.repeatable = repeatable;
    plan->AddNode(std::move(node));
    plan->Finish(OpCall{key, {}});
    return plan;
  }
  bool Holds(const std::string& key) { return cache_.Find({key, {}}) != nullptr; }

  const Config saved_ = ActiveConfig();
  OpCache cache_;
};

TEST_F(OpCacheTest, ThePlanUsedLongestAgoMakesRoom) {
  Limit(2);
  cache_.Add(Plan("a"));
  cache_.Add(Plan("b"));
  EXPECT_TRUE(Holds("a"));
  cache_.Add(Plan("c"));
  EXPECT_EQ(cache_.size(), 2U);
  EXPECT_TRUE(Holds("a"));
  EXPECT_FALSE(Holds("b"));
  EXPECT_TRUE(Holds("c"));
}

TEST_F(OpCacheTest, ALimitOfZeroKeepsNothing) {
  Limit(0);
  cache_.Add(Plan("a"));
  EXPECT_EQ(cache_.size(), 0U);
}

TEST_F(OpCacheTest, SomePlansAreNotKept) {
  cache_.Add(Plan("off the vector cores", false));
  const auto empty = std::make_shared<OpExecutor>("Test");
  empty->Finish(OpCall{"empty", {}});
  cache_.Add(empty);
  const auto without_call = std::make_shared<OpExecutor>("Test");
  without_call->AddNode({});
  without_call->Finish(std::nullopt);
  cache_.Add(without_call);
  EXPECT_EQ(cache_.size(), 0U);
}

TEST_F(OpCacheTest, KeepsEachPlanOnceAndForgetsAllWhenCleared) {
  const auto first = Plan("a");
  cache_.Add(first);
  cache_.Add(Plan("a"));
  EXPECT_EQ(cache_.size(), 1U);
  const auto found = cache_.Find({"a", {}});
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->came_from_cache());
  EXPECT_EQ(found->nodes().size(), 1U);
  cache_.Clear();
  EXPECT_FALSE(Holds("a"));
}

}  // namespace
}  // namespace npusim
