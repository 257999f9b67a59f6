#include "tools/mutate/mutant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/mutate/scratch_directory.h"

namespace touchstone::mutate {
namespace {

using ::testing::HasSubstr;

const char kGood[] = R"(breaks: dropped tail
file: a/b.cpp
find: 'x + 1'
replace: ''
)";

Result<Mutant> Read(const std::string& text) { return ReadMutant("judge/m", "m.yaml", text); }

// All errors of reading `text`, one a line.
std::string ErrorsOf(const std::string& text) {
  const auto mutant = Read(text);
  std::string all;
  if (!mutant) {
    for (const Error& error : mutant.errors()) all += error.ToString() + "\n";
  }
  return all;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Mutant, IsReadWholeFromItsFile) {
  const auto mutant = Read(std::string(kGood) + "equivalent: nobody looks\n");
  ASSERT_TRUE(mutant) << mutant.error().ToString();
  EXPECT_EQ(mutant->id, "judge/m");
  EXPECT_EQ(mutant->group, "judge");
  EXPECT_EQ(mutant->breaks, "dropped tail");
  EXPECT_EQ(mutant->file, "a/b.cpp");
  EXPECT_EQ(mutant->find, "x + 1");
  EXPECT_EQ(mutant->replace, "");
  EXPECT_EQ(mutant->equivalent, "nobody looks");
  EXPECT_EQ(mutant->where, (SourceLocation{"m.yaml", 3, 7}));
}

TEST(Mutant, TextOfSeveralLinesKeepsItsIndentation) {
  const auto mutant = Read(Replaced(kGood, "'x + 1'", "|-\n  if (a) {\n      b();"));
  ASSERT_TRUE(mutant) << mutant.error().ToString();
  EXPECT_EQ(mutant->find, "if (a) {\n    b();");
}

TEST(Mutant, EverySlipIsNamedWithItsPlace) {
  EXPECT_THAT(ErrorsOf(""), HasSubstr("m.yaml"));
  EXPECT_THAT(ErrorsOf("- a\n"), HasSubstr("m.yaml:1:1: a mutant is a map, not a list"));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "breaks", "braeks")),
              HasSubstr("m.yaml:1:1: unknown key 'braeks'; did you mean 'breaks'?"));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "breaks", "braeks")),
              HasSubstr("the mutant lacks 'breaks'"));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "replace: ''\n", "")),
              HasSubstr("the mutant lacks 'replace'"));
  EXPECT_THAT(ErrorsOf(std::string(kGood) + "file: c\n"), HasSubstr("m.yaml:5:1: "));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "'x + 1'", "''")),
              HasSubstr("m.yaml:3:7: find must be text that is not empty"));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "''", "[1]")),
              HasSubstr("m.yaml:4:10: replace must be text in quotes, not [1]"));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "''", "'x + 1'")),
              HasSubstr("find and replace are the same text"));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "a/b.cpp", "/etc/passwd")),
              HasSubstr("file must be a path inside the source tree, not '/etc/passwd'"));
  EXPECT_THAT(ErrorsOf(Replaced(kGood, "a/b.cpp", "../b.cpp")), HasSubstr("inside the source tree"));
}

TEST(Mutant, ReplacesTheOnePlace) {
  const auto mutant = Read(Replaced(kGood, "''", "'x - 1'"));
  ASSERT_TRUE(mutant);
  const auto mutated = Mutated(*mutant, "y = x + 1;\n");
  ASSERT_TRUE(mutated);
  EXPECT_EQ(*mutated, "y = x - 1;\n");
}

TEST(Mutant, TextThatIsNotThereOnceIsAnErrorThatNamesMutantAndFile) {
  const auto mutant = Read(kGood);
  ASSERT_TRUE(mutant);
  const auto absent = Mutated(*mutant, "y = x;\n");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().ToString(),
            "m.yaml:3:7: mutant 'judge/m': the text to find occurs nowhere in 'a/b.cpp', not once");
  const auto twice = Mutated(*mutant, "x + 1, x + 1");
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().message, HasSubstr("occurs 2 times in 'a/b.cpp', not once"));
}

TEST(Mutant, OverlappingPlacesAreTwo) {
  const auto mutant = Read(Replaced(kGood, "'x + 1'", "'aa'"));
  ASSERT_TRUE(mutant);
  EXPECT_FALSE(Mutated(*mutant, "aaa"));
}

TEST(MutantFolder, ListsEveryGroupSortedById) {
  const ScratchDirectory scratch;
  scratch.Write("op_under_test/b.yaml", kGood);
  scratch.Write("op_under_test/a.yaml", kGood);
  scratch.Write("judge/z.yaml", kGood);
  const auto mutants = LoadMutants(scratch.Path());
  ASSERT_TRUE(mutants) << mutants.error().ToString();
  ASSERT_EQ(mutants->size(), 3u);
  EXPECT_EQ((*mutants)[0].id, "judge/z");
  EXPECT_EQ((*mutants)[1].id, "op_under_test/a");
  EXPECT_EQ((*mutants)[2].id, "op_under_test/b");
}

TEST(MutantFolder, WrongGroupsAndFilesAreErrors) {
  EXPECT_FALSE(LoadMutants("/nonexistent"));
  const ScratchDirectory scratch;
  scratch.Write("jugde/m.yaml", kGood);
  scratch.Write("judge/m.yml", kGood);
  scratch.Write("judge/n.yaml", "breaks: x\n");
  const auto mutants = LoadMutants(scratch.Path());
  ASSERT_FALSE(mutants);
  std::string all;
  for (const Error& error : mutants.errors()) all += error.ToString() + "\n";
  EXPECT_THAT(all, HasSubstr("there is no group of mutants 'jugde'; did you mean 'judge'?"));
  EXPECT_THAT(all, HasSubstr("judge/m.yml: a mutant's file is named NAME.yaml"));
  EXPECT_THAT(all, HasSubstr("judge/n.yaml:1:1: the mutant lacks 'file'"));
}

TEST(MutantFolder, APatternThatSelectsNothingIsAnError) {
  Mutant a, b;
  a.id = "judge/first";
  b.id = "reference/second";
  const std::vector<Mutant> all = {a, b};
  const auto one = SelectMutants(all, {"*/sec*"});
  ASSERT_TRUE(one);
  ASSERT_EQ(one->size(), 1u);
  EXPECT_EQ(one->front().id, "reference/second");
  EXPECT_EQ(SelectMutants(all, {"judge/*", "*"})->size(), 2u);
  const auto near = SelectMutants(all, {"judge/*", "judge/frist"});
  ASSERT_FALSE(near);
  EXPECT_EQ(near.error().message, "no mutant matches 'judge/frist'; did you mean 'judge/first'?");
  const auto far = SelectMutants(all, {"[x]"});
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().message,
            "no mutant matches '[x]'; touchstone mutate --list shows them");
}

}  // namespace
}  // namespace touchstone::mutate
