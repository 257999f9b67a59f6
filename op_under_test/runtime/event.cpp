#include "op_under_test/runtime/event.h"

#include <algorithm>

namespace npusim {

uint64_t Event::BeginRecord() {
  const std::lock_guard lock(mutex_);
  return ++recorded_;
}

void Event::CompleteRecord(uint64_t record) {
  {
    const std::lock_guard lock(mutex_);
    finished_ = std::max(finished_, record);
    time_ = std::chrono::steady_clock::now();
  }
  completed_.notify_all();
}

void Event::Reset() {
  const std::lock_guard lock(mutex_);
  reset_at_ = finished_;
}

uint64_t Event::latest_record() const {
  const std::lock_guard lock(mutex_);
  return recorded_;
}

bool Event::IsComplete() const {
  const std::lock_guard lock(mutex_);
  return finished_ == recorded_ && finished_ > reset_at_;
}

bool Event::Wait(uint64_t record, Timeout timeout) const {
  std::unique_lock lock(mutex_);
  const auto reached = [&] { return finished_ >= record; };
  if (timeout) return completed_.wait_for(lock, *timeout, reached);
  completed_.wait(lock, reached);
  return true;
}

std::optional<std::chrono::steady_clock::time_point> Event::CompletionTime() const {
  const std::lock_guard lock(mutex_);
  if (!keeps_time_ || finished_ != recorded_ || finished_ <= reset_at_) return std::nullopt;
  return time_;
}

}  // namespace npusim
