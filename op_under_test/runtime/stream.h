// Streams: queues whose tasks one worker thread executes in order, while the host goes on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "acl/acl_rt.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/runtime/launch.h"  // IWYU pragma: export

namespace npusim {

class Context;
class Device;

/// How a task ended: 0, or the code (and a text) the next synchronisation shall report.
struct TaskOutcome {
  aclError code = 0;
  std::string text;
};
using StreamTask = std::function<TaskOutcome()>;

/// Longest wait of a host thread; nothing means without end.
using Timeout = std::optional<std::chrono::milliseconds>;

/// Thread-safe. The worker starts with the first task and ends with the stream.
class NPUSIM_INTERNAL Stream {
 public:
  /// What happens to a task that has not started when the stream fails or is abandoned.
  enum class TaskKind {
    kWork,    ///< dropped
    kSignal,  ///< still run, for others wait for it (events)
  };

  Stream(Device& device, const Context* owner) : device_(device), owner_(owner) {}
  ~Stream();  ///< waits for queued tasks
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Device& device() const { return device_; }
  /// The context it was created in; for comparison only.
  const Context* owner() const { return owner_; }

  void Enqueue(StreamTask task, TaskKind kind = TaskKind::kWork);
  /// Waits until all tasks queued so far have ended. Returns the first failure since the last
  /// synchronisation, or 507046 when the time is over.
  TaskOutcome Synchronize(Timeout timeout);
  /// Waits like Synchronize, but leaves a failure for it to report.
  void WaitForQueued();
  bool IsIdle() const;
  /// Drops the work that has not started.
  void Abandon();
  /// With `stop`, work after a failed task is dropped and the failure stays.
  void SetStopOnFailure(bool stop);

 private:
  struct Entry {
    StreamTask task;
    TaskKind kind;
  };
  void Run();

  Device& device_;
  const Context* const owner_;
  mutable std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable done_;
  std::deque<Entry> entries_;
  uint64_t queued_ = 0;    ///< tasks ever queued
  uint64_t finished_ = 0;  ///< tasks ever ended or dropped
  TaskOutcome failure_;
  bool stop_on_failure_ = false;
  bool abandoned_ = false;
  bool closing_ = false;
  std::thread worker_;
};

}  // namespace npusim
