#include "framework/run/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "framework/run/descendants.h"

extern char** environ;

namespace touchstone::run {
namespace {

/// Descriptors in the worker.
constexpr int kChannelFd = 3;
constexpr int kSharedFd = 4;
constexpr long long kLogTailBytes = 4096;

Error CannotStart(const std::string& program, int error) {
  return InfrastructureError(
      fmt::format("cannot start a worker ('{}'): {}", program, std::strerror(error)));
}

/// What the child's descriptors and signals are to be. Destroys what it holds.
class SpawnPlan {
 public:
  SpawnPlan(int channel, int log, int shared) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, log, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, log, STDERR_FILENO);
    // The shared one first: it may lie where the channel goes, but never the other way round.
    if (shared >= 0) posix_spawn_file_actions_adddup2(&actions_, shared, kSharedFd);
    posix_spawn_file_actions_adddup2(&actions_, channel, kChannelFd);
    posix_spawnattr_init(&attributes_);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int Spawn(pid_t& pid, const std::string& program, std::vector<std::string> arguments) const {
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    return posix_spawn(&pid, program.c_str(), &actions_, &attributes_, pointers.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::Start(const WorkerCommand& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return CannotStart(command.program, errno);
  }
  // The worker's end must not be the number it is duplicated to: it would stay close-on-exec.
  const int worker_end = fcntl(ends[1], F_DUPFD_CLOEXEC, kSharedFd + 1);
  close(ends[1]);
  const int log_fd = memfd_create("touchstone-worker-log", MFD_CLOEXEC);
  if (worker_end < 0 || log_fd < 0) {
    const int error = errno;
    for (const int fd : {ends[0], worker_end, log_fd}) {
      if (fd >= 0) close(fd);
    }
    return CannotStart(command.program, error);
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fcntl(log_fd, F_SETFL, O_APPEND);
  std::vector<std::string> arguments = {
      command.program, command.subcommand, "--channel",  std::to_string(kChannelFd),
      "--soc",         command.soc,        "--contract", command.contract,
      "--device-libs", command.device_libs};
  if (command.shared_fd >= 0) {
    arguments.insert(arguments.end(), {"--shared", std::to_string(kSharedFd)});
  }
  pid_t pid = -1;
  const int error = SpawnPlan(worker_end, log_fd, command.shared_fd)
                        .Spawn(pid, command.program, std::move(arguments));
  close(worker_end);
  if (error != 0) {
    close(ends[0]);
    close(log_fd);
    return CannotStart(command.program, error);
  }
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(pid, ends[0], log_fd));
}

WorkerProcess::~WorkerProcess() {
  Kill();
  close(fd_);
  close(log_fd_);
}

void WorkerProcess::Flush() {
  while (!output_.empty()) {
    const ssize_t count = send(fd_, output_.data(), output_.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (count <= 0) {
      output_.clear();  // the worker is gone; Receive and HasExited will say so
      break;
    }
    output_.erase(0, static_cast<size_t>(count));
  }
  if (close_when_sent_) {
    shutdown(fd_, SHUT_WR);
    close_when_sent_ = false;
  }
}

std::vector<std::string> WorkerProcess::Receive(bool& ended) {
  std::array<char, 65536> block;
  ended = false;
  while (true) {
    const ssize_t count = recv(fd_, block.data(), block.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (count <= 0) {
      ended = true;
      break;
    }
    input_.append(block.data(), static_cast<size_t>(count));
  }
  std::vector<std::string> lines;
  size_t start = 0;
  for (size_t end; (end = input_.find('\n', start)) != std::string::npos; start = end + 1) {
    lines.push_back(input_.substr(start, end - start));
  }
  input_.erase(0, start);
  return lines;
}

bool WorkerProcess::HasExited() {
  if (wait_status_) return true;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
  wait_status_ = status;
  return true;
}

std::string WorkerProcess::ExitText() const {
  if (!wait_status_) return "is still running";
  if (WIFSIGNALED(*wait_status_)) {
    const int signal = WTERMSIG(*wait_status_);
    const char* name = sigabbrev_np(signal);
    const char* description = sigdescr_np(signal);
    return fmt::format("was killed by SIG{} ({})", name == nullptr ? "?" : name,
                       description == nullptr ? "unknown signal" : description);
  }
  return fmt::format("exited with code {}", WEXITSTATUS(*wait_status_));
}

void WorkerProcess::Kill() {
  // What the worker has started must go as well, in its group (which may outlive its leader) or in
  // a session of its own.
  const std::vector<pid_t> descendants = wait_status_ ? std::vector<pid_t>{} : Descendants(pid_);
  kill(-pid_, SIGKILL);
  for (const pid_t descendant : descendants) kill(descendant, SIGKILL);
  if (wait_status_) return;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  wait_status_ = status;
}

std::string WorkerProcess::Log(uint64_t first) const {
  const long long end = lseek(log_fd_, 0, SEEK_END);
  const long long start = std::max(static_cast<long long>(first), end - kLogTailBytes);
  if (end <= start) return "";
  std::string text(static_cast<size_t>(end - start), '\0');
  const ssize_t count = pread(log_fd_, text.data(), text.size(), start);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return text;
}

}  // namespace touchstone::run
