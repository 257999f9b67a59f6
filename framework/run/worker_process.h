// One worker process, seen from the pool: started, talked to without blocking, killed, reaped.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/run/worker.h"

namespace touchstone::run {

struct WorkerCommand {
  std::string program;  ///< whose worker command is run
  std::string soc;
  std::string contract;
  std::string device_libs;
  std::string subcommand = kWorkerCommand;
  /// A descriptor that the worker also gets; it learns its number there from --shared. -1: none.
  int shared_fd = -1;
};

/// A child in a process group of its own, so that killing it also kills what it has started. Its
/// standard output and error go to an unlinked file in memory, never into the channel. Killed and
/// reaped on destruction. Not thread-safe.
class WorkerProcess {
 public:
  /// Error (infrastructure): the program cannot be started.
  static Result<std::unique_ptr<WorkerProcess>> Start(const WorkerCommand& command);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int fd() const { return fd_; }
  bool has_output() const { return !output_.empty() || close_when_sent_; }

  /// Queues bytes for the worker; Flush sends what the socket takes.
  void Send(const std::string& bytes) { output_ += bytes; }
  /// After what is queued, tells the worker that no more will come.
  void SendEnd() { close_when_sent_ = true; }
  void Flush();
  /// Complete lines that have arrived. Sets `ended` when no more can come.
  std::vector<std::string> Receive(bool& ended);

  /// True once the process has ended; then ExitText says how: "was killed by SIGSEGV
  /// (Segmentation fault)" or "exited with code 0".
  bool HasExited();
  std::string ExitText() const;

  /// SIGKILL to the whole group, then waits for the worker itself.
  void Kill();

  /// What the worker has printed beyond the `first` bytes, at most the last 4096 bytes.
  std::string Log(uint64_t first) const;

 private:
  WorkerProcess(pid_t pid, int fd, int log_fd) : pid_(pid), fd_(fd), log_fd_(log_fd) {}

  pid_t pid_;
  int fd_;
  int log_fd_;
  std::string output_;
  std::string input_;
  bool close_when_sent_ = false;
  std::optional<int> wait_status_;
};

}  // namespace touchstone::run
