// The real workshop on a toy tree that stands for the project: one C library, one test program.
#include "tools/mutate/build_workshop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/mutate/scratch_directory.h"

namespace touchstone::mutate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char kProject[] = R"(cmake_minimum_required(VERSION 3.25)
project(toy C)
add_subdirectory(room)
)";
const char kRoom[] = R"(add_library(npusim STATIC answer.c)
add_executable(touchstone main.c answer.c)
add_executable(judge_test main.c answer.c)
set_target_properties(judge_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
)";
const char kAnswer[] = "int Answer(void) { return 42; }\n";
const char kMain[] = R"C(#include <stdio.h>
int Answer(void);
int main(void) {
  const int good = Answer() == 42;
  puts(good ? "[       OK ] Answer.IsRight (0 ms)" : "[  FAILED  ] Answer.IsRight (0 ms)");
  return !good;
}
)C";

class ToyWorkshop : public ::testing::Test {
 protected:
  ToyWorkshop() {
    scratch_.Write("tree/CMakeLists.txt", kProject);
    scratch_.Write("tree/room/CMakeLists.txt", kRoom);
    scratch_.Write("tree/room/answer.c", kAnswer);
    scratch_.Write("tree/room/main.c", kMain);
    Create(600);
  }

  void Create(double test_timeout_seconds) {
    WorkshopOptions options;
    options.tree = {scratch_.Path("tree"), {"-G", "Ninja"}};
    options.out = scratch_.Path("out");
    options.test_timeout_seconds = test_timeout_seconds;
    auto created = BuildWorkshop::Create(std::move(options));
    workshop_ = std::move(*created);
  }

  static Mutant Make(const std::string& file, const std::string& find, const std::string& replace) {
    Mutant mutant;
    mutant.id = "judge/toy";
    mutant.group = "judge";
    mutant.file = file;
    mutant.find = find;
    mutant.replace = replace;
    return mutant;
  }

  ScratchDirectory scratch_;
  std::unique_ptr<BuildWorkshop> workshop_;
};

TEST_F(ToyWorkshop, UnitTestsNoticeTheMutantAndNotTheCleanTree) {
  const Status opened = workshop_->Open(*FindGroup("judge"));
  ASSERT_TRUE(opened) << opened.error().ToString();
  const auto clean = workshop_->TryClean();
  ASSERT_TRUE(clean);
  ASSERT_EQ(clean->size(), 1u);
  EXPECT_EQ(clean->front().suite, kUnitTests);
  EXPECT_EQ(clean->front().ended, 1u);
  EXPECT_EQ(clean->front().noticed, 0u);

  ASSERT_TRUE(workshop_->Build(Make("room/answer.c", "42", "43")));
  const auto mutated = workshop_->Try();
  ASSERT_TRUE(mutated);
  EXPECT_EQ(mutated->front().noticed, 1u);
  EXPECT_THAT(mutated->front().first, ElementsAre("Answer.IsRight"));
  ASSERT_TRUE(workshop_->Restore());
  EXPECT_EQ(scratch_.Read("out/tree/room/answer.c"), kAnswer);
  EXPECT_EQ(scratch_.Read("tree/room/answer.c"), kAnswer) << "the tree itself is never edited";
}

TEST_F(ToyWorkshop, AHangingMutantIsKilledByTheTimeout) {
  Create(5);
  ASSERT_TRUE(workshop_->Open(*FindGroup("judge")));
  ASSERT_TRUE(workshop_->Build(
      Make("room/answer.c", "return 42;", "for (volatile int i = 0;; i = 1) {} return 42;")));
  const auto outcome = workshop_->Try();
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->front().statuses.at("timeout"), 1u);
  EXPECT_THAT(outcome->front().first, ElementsAre("judge_test"));
}

TEST_F(ToyWorkshop, WhatDoesNotApplyOrCompileIsAnErrorAndIsTakenBack) {
  ASSERT_TRUE(workshop_->Open(*FindGroup("op_under_test")));
  const Status broken = workshop_->Build(Make("room/answer.c", "return 42;", "retrun 42;"));
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().message, HasSubstr("does not build: "));
  EXPECT_THAT(broken.error().message, HasSubstr("answer.c:1:"));
  ASSERT_TRUE(workshop_->Restore());
  EXPECT_EQ(scratch_.Read("out/tree/room/answer.c"), kAnswer);
  EXPECT_TRUE(workshop_->Build(Make("room/answer.c", "42", "43"))) << "the next one builds again";
  ASSERT_TRUE(workshop_->Restore());

  const Status missing = workshop_->Build(Make("room/gone.c", "42", "43"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("mutant 'judge/toy': there is no file 'room/gone.c'"));
  const Status absent = workshop_->Build(Make("room/answer.c", "41", "43"));
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error().message, HasSubstr("occurs nowhere"));
  EXPECT_TRUE(workshop_->Restore());
}

TEST_F(ToyWorkshop, ATreeThatCannotBeConfiguredIsAnError) {
  scratch_.Write("tree/CMakeLists.txt", "no_such_command()\n");
  const Status opened = workshop_->Open(*FindGroup("op_under_test"));
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("cannot be configured: CMake Error at "));
}

TEST(BuildWorkshop, ColumnsAreNamedAfterSuites) {
  EXPECT_EQ(ColumnOf("cases/smoke.yaml"), "smoke");
  EXPECT_EQ(ColumnOf("cases/conformance"), "conformance");
  EXPECT_EQ(ColumnOf("cases/conformance/"), "conformance");
}

TEST(BuildWorkshop, BadSuitesAreErrors) {
  const ScratchDirectory scratch;
  WorkshopOptions options;
  options.suites = {scratch.Path("none.yaml")};
  EXPECT_FALSE(BuildWorkshop::Create(options));
  const std::string suite = R"(suite: s
operator: aclnnBinaryCrossEntropyWithLogits
cases:
  - name: a
    inputs: {self: null, target: {shape: [4], dtype: fp32}}
    attrs: {reduction: none}
    expect: ACLNN_ERR_PARAM_NULLPTR
)";
  options.suites = {scratch.Write("a/s.yaml", suite), scratch.Write("b/s.yaml", suite)};
  const auto twice = BuildWorkshop::Create(options);
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "two suites are called 's'");
}

}  // namespace
}  // namespace touchstone::mutate
