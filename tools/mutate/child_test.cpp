#include "tools/mutate/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tools/mutate/scratch_directory.h"

namespace touchstone::mutate {
namespace {

using ::testing::HasSubstr;

TEST(Child, KeepsWhatWasPrintedAndTheExitCode) {
  const ScratchDirectory scratch;
  const auto end =
      RunChild({"sh", "-c", "pwd; echo oops >&2; exit 7"}, scratch.Path(), scratch.Path("log"), 60);
  ASSERT_TRUE(end) << end.error().ToString();
  EXPECT_EQ(end->exit_code, 7);
  EXPECT_FALSE(end->timed_out);
  EXPECT_THAT(scratch.Read("log"), HasSubstr("oops"));
  const auto killed =
      RunChild({"sh", "-c", "kill -SEGV $$"}, scratch.Path(), scratch.Path("log"), 60);
  ASSERT_TRUE(killed);
  EXPECT_EQ(killed->exit_code, 128 + 11);
}

TEST(Child, WhatTakesTooLongIsKilledWithAllItHasStarted) {
  const ScratchDirectory scratch;
  const auto end = RunChild({"sh", "-c", "sleep 1000 & echo $! > pid; wait"}, scratch.Path(),
                            scratch.Path("log"), 5);
  ASSERT_TRUE(end) << end.error().ToString();
  EXPECT_TRUE(end->timed_out);
  EXPECT_FALSE(end->ok());
  const std::string state = "/proc/" + std::to_string(std::stol(scratch.Read("pid"))) + "/stat";
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  // A killed process may stay a zombie (Z) until its new parent reaps it.
  const auto is_gone = [&] {
    std::ifstream file(state);
    std::string id, name, letter;
    return !(file >> id >> name >> letter) || letter == "Z";
  };
  while (!is_gone() && std::chrono::steady_clock::now() < deadline) {
  }
  EXPECT_TRUE(is_gone());
}

TEST(Child, WhatCannotBeStartedIsAnError) {
  const ScratchDirectory scratch;
  const auto missing = RunChild({"/nonexistent/cmake"}, scratch.Path(), scratch.Path("log"), 60);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("cannot start '/nonexistent/cmake'"));
  EXPECT_FALSE(RunChild({"true"}, "/nonexistent", scratch.Path("log"), 60));
  EXPECT_FALSE(RunChild({"true"}, scratch.Path(), "/nonexistent/log", 60));
}

}  // namespace
}  // namespace touchstone::mutate
