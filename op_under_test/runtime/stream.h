// Streams: queues whose tasks one worker thread executes in order, while the host goes on.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "acl/acl_rt.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/kernel.h"

namespace npusim {

class Context;

/// Queues launches, in order, on a stream of the current context (null: its default stream) and
/// returns without waiting. 107002 without a context, 107003 for another context's stream, 107017
/// for a handle that is no stream. Faults of the kernels surface at the next synchronisation.
NPUSIM_INTERNAL aclError EnqueueKernels(aclrtStream stream, std::vector<KernelLaunch> launches);

/// What a queued task returns: 0, or the code the next synchronisation shall report.
using StreamTask = std::function<aclError()>;

/// Longest wait of the worker and of waiting hosts; nothing means without end.
using Timeout = std::optional<std::chrono::milliseconds>;

/// Thread-safe. The worker starts with the first task and ends with the stream.
class Stream {
 public:
  explicit Stream(Context& context) : context_(context) {}
  ~Stream();  ///< waits for queued tasks
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  Context& context() const { return context_; }

  void Enqueue(StreamTask task);
  /// Waits until all tasks queued so far have ended. Returns the first error since the last
  /// synchronisation, or 507046 when the time is over.
  aclError Synchronize(Timeout timeout);
  bool IsIdle() const;
  /// Drops tasks that have not started.
  void Abandon();
  /// With `stop`, tasks after a failed one are dropped and the error stays.
  void SetStopOnFailure(bool stop);

 private:
  void Run();

  Context& context_;
  mutable std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable done_;
  std::deque<StreamTask> tasks_;
  uint64_t queued_ = 0;    ///< tasks ever queued
  uint64_t finished_ = 0;  ///< tasks ever ended or dropped
  aclError error_ = 0;
  bool stop_on_failure_ = false;
  bool closing_ = false;
  std::thread worker_;
};

}  // namespace npusim
