#include "op_under_test/runtime/stream.h"

#include <utility>

namespace npusim {

Stream::~Stream() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  work_.notify_all();
  if (worker_.joinable()) worker_.join();
}

void Stream::Enqueue(StreamTask task, TaskKind kind) {
  {
    const std::lock_guard lock(mutex_);
    entries_.push_back({std::move(task), kind});
    ++queued_;
    if (!worker_.joinable()) worker_ = std::thread(&Stream::Run, this);
  }
  work_.notify_one();
}

TaskOutcome Stream::Synchronize(Timeout timeout) {
  std::unique_lock lock(mutex_);
  const auto reached = [this, target = queued_] { return finished_ >= target; };
  if (!timeout) {
    done_.wait(lock, reached);
  } else if (!done_.wait_for(lock, *timeout, reached)) {
    return {ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "the stream did not finish in time"};
  }
  if (stop_on_failure_) return failure_;
  return std::exchange(failure_, {});
}

void Stream::WaitForQueued() {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this, target = queued_] { return finished_ >= target; });
}

bool Stream::IsIdle() const {
  const std::lock_guard lock(mutex_);
  return finished_ == queued_;
}

void Stream::Abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
}

void Stream::SetStopOnFailure(bool stop) {
  const std::lock_guard lock(mutex_);
  stop_on_failure_ = stop;
}

void Stream::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return closing_ || !entries_.empty(); });
    if (entries_.empty()) return;
    Entry entry = std::move(entries_.front());
    entries_.pop_front();
    const bool stopped = stop_on_failure_ && failure_.code != 0;
    TaskOutcome outcome;
    if (entry.kind == TaskKind::kSignal || !(stopped || abandoned_)) {
      lock.unlock();
      outcome = entry.task();
      entry.task = nullptr;  // what it holds on to is released outside the lock
      lock.lock();
    }
    if (outcome.code != 0 && failure_.code == 0) failure_ = std::move(outcome);
    ++finished_;
    done_.notify_all();
  }
}

}  // namespace npusim
