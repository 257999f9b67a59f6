#include "tools/mutate/source_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/mutate/scratch_directory.h"

namespace touchstone::mutate {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;

TEST(SourceTree, IsFoundThroughTheBuildAroundTheProgram) {
  const ScratchDirectory scratch;
  scratch.Write("source/CMakeLists.txt", "");
  scratch.Write("source/tools/mutants/judge/a.yaml", "");
  scratch.Write("build/CMakeCache.txt", "//text\nCMAKE_HOME_DIRECTORY:INTERNAL=" +
                                            scratch.Path("source") +
                                            "\nCMAKE_BUILD_TYPE:STRING=Debug\n"
                                            "CMAKE_GENERATOR:INTERNAL=Unix Makefiles\n"
                                            "CMAKE_CXX_FLAGS:STRING=-g -O1\n");
  const auto tree = FindSourceTree("", scratch.Path("build/bin/touchstone"));
  ASSERT_TRUE(tree) << tree.error().ToString();
  EXPECT_EQ(tree->root, scratch.Path("source"));
  EXPECT_THAT(tree->configuration, Contains("-DCMAKE_BUILD_TYPE=Debug"));
  EXPECT_THAT(tree->configuration, Contains("-DCMAKE_CXX_FLAGS=-g -O1"));
  EXPECT_THAT(tree->configuration, Contains("Unix Makefiles"));
  EXPECT_THAT(tree->configuration, Contains("-DTOUCHSTONE_WERROR=OFF"));
}

TEST(SourceTree, NoneIsOneClearError) {
  const ScratchDirectory scratch;
  const auto nowhere = FindSourceTree("", scratch.Path("bin/touchstone"));
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.error().message, HasSubstr("no source tree: '"));
  EXPECT_THAT(nowhere.error().message, HasSubstr("--source DIR"));
  const auto other = FindSourceTree(scratch.Path(), scratch.Path("bin/touchstone"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("it has no CMakeLists.txt or no tools/mutants"));
}

TEST(SourceTree, ACopyIsMadeTheSameAndFilesThatAreStayUntouched) {
  const ScratchDirectory scratch;
  scratch.Write("tree/CMakeLists.txt", "top");
  scratch.Write("tree/room/CMakeLists.txt", "room");
  scratch.Write("tree/room/a.cpp", "a");
  scratch.Write("tree/room/b.sh", "b");
  scratch.Write("tree/build/junk", "junk");
  fs::permissions(scratch.Path("tree/room/b.sh"), fs::perms::owner_all);
  const std::string copy = scratch.Path("copy");
  ASSERT_TRUE(SyncTree(scratch.Path("tree"), copy));
  EXPECT_EQ(scratch.Read("copy/room/a.cpp"), "a");
  EXPECT_FALSE(fs::exists(scratch.Path("copy/build")));
  EXPECT_NE(fs::status(scratch.Path("copy/room/b.sh")).permissions() & fs::perms::owner_exec,
            fs::perms::none);

  const auto before = fs::last_write_time(scratch.Path("copy/room/b.sh"));
  scratch.Write("copy/room/a.cpp", "mutated");
  scratch.Write("copy/room/left_over.cpp", "x");
  scratch.Write("copy/build/object.o", "x");
  ASSERT_TRUE(SyncTree(scratch.Path("tree"), copy));
  EXPECT_EQ(scratch.Read("copy/room/a.cpp"), "a");
  EXPECT_FALSE(fs::exists(scratch.Path("copy/room/left_over.cpp")));
  EXPECT_TRUE(fs::exists(scratch.Path("copy/build/object.o")));
  EXPECT_EQ(fs::last_write_time(scratch.Path("copy/room/b.sh")), before);
}

TEST(SourceTree, WhatCannotBeWrittenIsAnError) {
  EXPECT_FALSE(WriteFile("/nonexistent/file", "x"));
  EXPECT_FALSE(SyncTree("/nonexistent", "/nonexistent/copy"));
}

}  // namespace
}  // namespace touchstone::mutate
