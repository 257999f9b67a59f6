#include "op_under_test/runtime/json_check.h"

#include <gtest/gtest.h>

namespace npusim {
namespace {

TEST(JsonCheck, FindsTopLevelStrings) {
  const auto strings = TopLevelStrings(
      R"( {"err_msg_mode": "1", "n": -1.5e3, "o": {"err_msg_mode": "2", "a": [1, [], {}, null]},
          "b": true, "quoted": "a\"}b"} )");
  ASSERT_TRUE(strings);
  EXPECT_EQ(strings->size(), 2U);
  EXPECT_EQ(strings->at("err_msg_mode"), "1");
  EXPECT_EQ(strings->at("quoted"), "a\\\"}b");
  EXPECT_TRUE(TopLevelStrings("{}")->empty());
}

TEST(JsonCheck, RefusesWhatIsNotOneObject) {
  for (const char* text : {"", "[]", "1", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1}}",
                           "{\"a\":yes}", "{\"a\":\"b}", "{\"a\":[1}", "{a:1}", "{\"a\":\"\n\"}"}) {
    EXPECT_FALSE(TopLevelStrings(text)) << text;
  }
  std::string deep(200, '[');
  EXPECT_FALSE(TopLevelStrings("{\"a\":" + deep + std::string(200, ']') + "}"));
}

}  // namespace
}  // namespace npusim
