// The two front ends: YAML and JSON text to nodes, and what both refuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "framework/suite/json_reader.h"
#include "framework/suite/node_builder.h"
#include "framework/suite/yaml_reader.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Parsed {
  std::unique_ptr<Document> document;
  std::vector<std::string> problems;
  const Node& root() const { return *document->root(); }
};

Parsed Parse(const std::string& text, void (*read)(Document&, Problems&)) {
  const auto source = std::make_shared<const SourceText>("f", text);
  Parsed parsed{std::make_unique<Document>(source), {}};
  Problems problems(*source);
  read(*parsed.document, problems);
  for (const Error& error : problems.TakeErrors()) {
    parsed.problems.push_back(std::to_string(error.where.line) + ":" +
                              std::to_string(error.where.column) + ": " + error.message);
  }
  return parsed;
}
Parsed Yaml(const std::string& text) { return Parse(text, ReadYaml); }
Parsed Json(const std::string& text) { return Parse(text, ReadJson); }

TEST(YamlReader, KeepsTextQuotesKindsAndPlaces) {
  const Parsed parsed = Yaml("a: [1, '2', ~]\nb:\n  c: \"x\\ty\"\n");
  ASSERT_THAT(parsed.problems, ElementsAre());
  const Node& a = *parsed.root().Find("a");
  ASSERT_EQ(a.items.size(), 3u);
  EXPECT_EQ(a.items[0]->text, "1");
  EXPECT_FALSE(a.items[0]->quoted);
  EXPECT_TRUE(a.items[1]->quoted);
  EXPECT_TRUE(a.items[2]->is_null());
  const Node& c = *parsed.root().Find("b")->Find("c");
  EXPECT_EQ(c.text, "x\ty");
  EXPECT_EQ(parsed.document->source().Locate(c.offset), (SourceLocation{"f", 3, 6}));
}

TEST(YamlReader, SharesAliasedNodes) {
  const Parsed parsed = Yaml("a: &x [1, 2]\nb: *x\n");
  ASSERT_THAT(parsed.problems, ElementsAre());
  EXPECT_EQ(parsed.root().Find("a"), parsed.root().Find("b"));
}

TEST(YamlReader, RefusesDuplicateKeysAndNamesBothLines) {
  EXPECT_THAT(Yaml("a: 1\nb: 2\na: 3\nc: {d: 1, d: 2}\n").problems,
              ElementsAre("3:1: duplicate key 'a'; it stands first in line 1",
                          "4:11: duplicate key 'd'; it stands first in line 4"));
  EXPECT_EQ(Yaml("a: 1\nb: 2\na: 3\n").root().entries.size(), 2u);
}

TEST(YamlReader, RefusesMergeKeys) {
  const char* message =
      "merge keys ('<<') are not supported; write the keys out, or put what the cases share under "
      "'defaults'";
  EXPECT_THAT(Yaml("d: &d {x: 1}\nc:\n  <<: *d\n  y: 2\n").problems,
              ElementsAre(std::string("3:3: ") + message));
  EXPECT_THAT(Yaml("a: &a {x: 1}\nc: {<<: [*a, *a]}\n").problems,
              ElementsAre(std::string("2:5: ") + message));
  EXPECT_THAT(Yaml("'<<': 1\n").problems, ElementsAre());
  // What they stand for is there, so that nothing is said to be missing; the map's own keys win.
  const Parsed merged = Yaml("a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], x: 5}\n");
  const Node& c = *merged.root().Find("c");
  EXPECT_EQ(c.entries.size(), 3u);
  EXPECT_EQ(c.Find("x")->text, "5");
  EXPECT_EQ(c.Find("y")->text, "2");
  EXPECT_EQ(c.Find("z")->text, "4");
}

TEST(YamlReader, EveryKindOfLineEndIsOne) {
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string text = "a: 1 # note~b: [~  x]~";
    for (size_t at = 0; (at = text.find('~')) != std::string::npos;) text.replace(at, 1, end);
    const Parsed parsed = Yaml(text);
    ASSERT_THAT(parsed.problems, ElementsAre());
    EXPECT_EQ(parsed.root().Find("a")->text, "1");
    const Node& x = *parsed.root().Find("b")->items.at(0);
    EXPECT_EQ(parsed.document->source().Locate(x.offset), (SourceLocation{"f", 3, 3}));
  }
}

TEST(YamlReader, RefusesCyclesBombsAndDepth) {
  EXPECT_THAT(
      Yaml("a: &x [1, *x]\n").problems,
      ElementsAre("1:11: the alias stands inside the value it stands for, which has no end"));
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int k = 1; k < 10; ++k) bomb += ", " + last;
    bomb += "]\n";
  }
  EXPECT_THAT(Yaml(bomb).problems,
              ElementsAre(HasSubstr("aliases expand to more than 1000000 values")));
  EXPECT_THAT(Yaml(std::string(65, '[') + std::string(65, ']')).problems,
              ElementsAre("1:65: nested more than 64 levels deep"));
  EXPECT_THAT(Yaml(std::string(64, '[') + std::string(64, ']')).problems, ElementsAre());
  EXPECT_THAT(Yaml(std::string(100000, '[')).problems,
              ElementsAre(HasSubstr("nested more than 64 levels deep")));
}

TEST(YamlReader, RefusesTagsKeysThatAreNoTextAndSecondDocuments) {
  EXPECT_THAT(Yaml("a: !!str 1\n").problems,
              ElementsAre("1:4: YAML tags are not supported: 'tag:yaml.org,2002:str'"));
  EXPECT_THAT(Yaml("[a, b]: 1\n").problems, ElementsAre("1:1: a key must be text, not a list"));
  EXPECT_THAT(Yaml("~: 1\n").problems, ElementsAre("1:1: a key must be text, not null"));
  EXPECT_THAT(Yaml("a: 1\n---\nb: 2\n").problems,
              ElementsAre("2:1: a second YAML document; a suite file holds one"));
  EXPECT_THAT(Yaml("---\na: 1\n...\n").problems, ElementsAre());
}

TEST(YamlReader, PlacesSyntaxErrors) {
  EXPECT_THAT(Yaml("a: [1, 2\nb: 3\n").problems, ElementsAre(HasSubstr("2:2: not valid YAML: ")));
  EXPECT_THAT(Yaml("a: *nowhere\n").problems, ElementsAre(HasSubstr("1:4: not valid YAML: ")));
  EXPECT_THAT(Yaml("a: \"x\n").problems, ElementsAre("1:4: the quoted text has no end"));
  EXPECT_THAT(Yaml("a: 'it''s\n").problems, ElementsAre("1:4: the quoted text has no end"));
  EXPECT_THAT(Yaml("a: ['it''s', \"x\\\"y\", \"\\\\\", '']\n").problems, ElementsAre());
  EXPECT_THAT(Yaml("a:\n\t- 1\n").problems,
              ElementsAre(AllOf(HasSubstr("not valid YAML: "), HasSubstr("begins with a tab"))));
  EXPECT_THAT(Yaml("a:\n  b: 1\n c: 2\n").problems,
              ElementsAre(AllOf(HasSubstr("3:2: "), HasSubstr("is the line indented as those"))));
  EXPECT_THAT(Yaml("name: a: b\n").problems,
              ElementsAre(AllOf(HasSubstr("1:8: "), HasSubstr("needs quotes"))));
  EXPECT_THAT(Yaml("# nothing\n").problems,
              ElementsAre("1:1: the file holds nothing but comments"));
}

TEST(JsonReader, KeepsTextQuotesKindsAndPlaces) {
  const Parsed parsed = Json("{\"a\": [1.50, \"2\", null, true],\n \"b\\\"x\": {\"c\": -1e3}}");
  ASSERT_THAT(parsed.problems, ElementsAre());
  const Node& a = *parsed.root().Find("a");
  EXPECT_EQ(a.items[0]->text, "1.50");
  EXPECT_FALSE(a.items[0]->quoted);
  EXPECT_TRUE(a.items[0]->from_json);
  EXPECT_TRUE(a.items[1]->quoted);
  EXPECT_TRUE(a.items[2]->is_null());
  EXPECT_EQ(a.items[3]->text, "true");
  const Node& c = *parsed.root().Find("b\"x")->Find("c");
  EXPECT_EQ(c.text, "-1e3");
  EXPECT_EQ(parsed.document->source().Locate(c.offset), (SourceLocation{"f", 2, 16}));
}

TEST(JsonReader, RefusesWhatYamlRefuses) {
  EXPECT_THAT(Json("{\"a\": 1,\n \"a\": 2}").problems,
              ElementsAre("2:2: duplicate key 'a'; it stands first in line 1"));
  EXPECT_THAT(Json(std::string(1000, '[')).problems,
              ElementsAre("1:65: nested more than 64 levels deep"));
  EXPECT_THAT(Json("[1, 2\n, ]").problems, ElementsAre(HasSubstr("2:3: not valid JSON: ")));
  EXPECT_THAT(Json("[1] x").problems, ElementsAre(HasSubstr("1:5: not valid JSON: ")));
  EXPECT_THAT(Json("[1e999]").problems,
              ElementsAre("1:6: not valid JSON: number overflow parsing '1e999'"));
  EXPECT_THAT(Json("").problems, ElementsAre(HasSubstr("not valid JSON: ")));
}

TEST(Node, DescribesItselfInOneShortLine) {
  EXPECT_EQ(Describe(Yaml("{a: [1, 2], b: ~}").root()), "{a: [1, 2], b: null}");
  EXPECT_EQ(Describe(Yaml("\"x\\ny\"").root()), "x y");
  EXPECT_EQ(Describe(Yaml("'" + std::string(100, 'x') + "'").root()), std::string(60, 'x') + "...");
}

}  // namespace
}  // namespace touchstone::suite
