#include "tools/mutate/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace touchstone::mutate {
namespace {

constexpr int kCannotStart = 127;

// In the child: only calls that are safe after fork.
[[noreturn]] void Become(const std::vector<char*>& argv, const char* directory, int log) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0 ||
      dup2(log, STDERR_FILENO) < 0 || chdir(directory) != 0) {
    _exit(kCannotStart);
  }
  execvp(argv[0], argv.data());
  _exit(kCannotStart);
}

}  // namespace

Result<ChildEnd> RunChild(const std::vector<std::string>& arguments, const std::string& directory,
                          const std::string& log, double timeout_seconds) {
  const int log_fd = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (log_fd < 0) {
    return InfrastructureError(fmt::format("cannot write '{}': {}", log, std::strerror(errno)));
  }
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) Become(argv, directory.c_str(), log_fd);
  close(log_fd);
  if (child < 0) {
    return InfrastructureError(
        fmt::format("cannot start '{}': {}", arguments.front(), std::strerror(errno)));
  }
  setpgid(child, child);  // both sides do it, so that it is done whoever comes first

  ChildEnd end;
  const int watch = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (watch < 0) {
    const std::string why = std::strerror(errno);
    kill(-child, SIGKILL);
    waitpid(child, nullptr, 0);
    return InfrastructureError(fmt::format("cannot wait for '{}': {}", arguments.front(), why));
  }
  pollfd waiting{watch, POLLIN, 0};
  const double milliseconds = std::min(timeout_seconds * 1000, 2e9);
  int ready = 0;
  do {
    ready = poll(&waiting, 1, static_cast<int>(std::ceil(milliseconds)));
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) end.timed_out = true;
  close(watch);
  if (end.timed_out) kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL);  // whatever it has left behind
  end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (end.exit_code == kCannotStart) {
    return InfrastructureError(fmt::format("cannot start '{}' in '{}'", arguments.front(), directory));
  }
  return end;
}

}  // namespace touchstone::mutate
