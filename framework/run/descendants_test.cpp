#include "framework/run/descendants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace touchstone::run {
namespace {

TEST(Descendants, FindsChildrenOfChildrenInOtherSessions) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      setsid();
      const pid_t self = getpid();
      if (write(ready[1], &self, sizeof self) != sizeof self) _exit(1);
      for (;;) pause();
    }
    for (;;) pause();
  }
  pid_t grandchild = 0;
  ASSERT_EQ(read(ready[0], &grandchild, sizeof grandchild), ssize_t{sizeof grandchild});
  EXPECT_THAT(Descendants(getpid()), ::testing::IsSupersetOf({child, grandchild}));
  EXPECT_THAT(Descendants(child), ::testing::ElementsAre(grandchild));
  EXPECT_TRUE(Descendants(grandchild).empty());
  kill(grandchild, SIGKILL);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
}

}  // namespace
}  // namespace touchstone::run
