#include "framework/record/json_position.h"

#include <gtest/gtest.h>

namespace touchstone::record {
namespace {

constexpr const char* kText = R"({"a": [1, {"b\n": 2, "c" : "x,]\"}"}],
  "d": {"e": [], "f": -1e999}})";

std::string At(const SourceLocation& where) {
  EXPECT_EQ(where.file, "f.json");
  return std::to_string(where.line) + ":" + std::to_string(where.column);
}

TEST(JsonPath, IsReadable) {
  const JsonPath root, cases = root.Member("cases"), third = cases.Element(3);
  EXPECT_EQ(root.ToString(), "");
  EXPECT_EQ(third.Member("id").ToString(), "cases[3].id");
}

TEST(Locate, FindsValuesByTheirPath) {
  const JsonPath root, a = root.Member("a"), second = a.Element(1), d = root.Member("d");
  EXPECT_EQ(At(Locate(kText, root, "f.json")), "1:1");
  EXPECT_EQ(At(Locate(kText, a, "f.json")), "1:7");
  EXPECT_EQ(At(Locate(kText, a.Element(0), "f.json")), "1:8");
  EXPECT_EQ(At(Locate(kText, second.Member("b\n"), "f.json")), "1:19");
  EXPECT_EQ(At(Locate(kText, second.Member("c"), "f.json")), "1:28");
  EXPECT_EQ(At(Locate(kText, d.Member("f"), "f.json")), "2:23");
}

TEST(Locate, StopsWhereTheWayEnds) {
  const JsonPath root, d = root.Member("d"), missing = d.Member("missing");
  EXPECT_EQ(At(Locate(kText, missing, "f.json")), "2:8");
  EXPECT_EQ(At(Locate(kText, missing.Element(4), "f.json")), "2:8");
  EXPECT_EQ(At(Locate(kText, d.Element(0), "f.json")), "2:8");
  EXPECT_EQ(At(Locate("", d, "f.json")), "1:1");
  EXPECT_EQ(At(Locate("{\"d", d, "f.json")), "1:1");
}

TEST(LocateDoubledKey, FindsTheSecond) {
  const auto at = [](const char* text) { return At(LocateDoubledKey(text, "f.json")); };
  EXPECT_EQ(at(R"({"a": "a", "b": ["a", "a"], "a": 1})"), "1:29");
  EXPECT_EQ(at(R"([{"a": 1}, {"a": 2, "\u0061": 3}])"), "1:21");
  EXPECT_EQ(at(kText), "1:1");
}

TEST(LocateNumber, FindsItsSpelling) {
  EXPECT_EQ(At(LocateNumber(kText, "-1e999", "f.json")), "2:23");
  EXPECT_EQ(At(LocateNumber(R"({"1e999": "1e999", "x": 1e999})", "1e999", "f.json")), "1:25");
}

}  // namespace
}  // namespace touchstone::record
