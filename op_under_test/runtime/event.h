// Events: marks in a stream that hosts and other streams can wait for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "op_under_test/npu/internal.h"
#include "op_under_test/runtime/stream.h"

namespace npusim {

/// Thread-safe. Each record is numbered; waiting means waiting for the record that was the latest
/// when the wait was called.
class NPUSIM_INTERNAL Event {
 public:
  explicit Event(bool keeps_time) : keeps_time_(keeps_time) {}

  /// A record is queued; returns its number.
  uint64_t BeginRecord();
  /// The stream has come to it.
  void CompleteRecord(uint64_t record);
  /// Forgets all records made so far.
  void Reset();

  uint64_t latest_record() const;
  /// Whether something was recorded and its latest record is complete.
  bool IsComplete() const;
  /// False when the time is over first. True at once when nothing is recorded.
  bool Wait(uint64_t record, Timeout timeout) const;
  /// When the latest record completed; nothing when it has not or the event keeps no time.
  std::optional<std::chrono::steady_clock::time_point> CompletionTime() const;

 private:
  const bool keeps_time_;
  mutable std::mutex mutex_;
  mutable std::condition_variable completed_;
  uint64_t recorded_ = 0;
  uint64_t finished_ = 0;
  uint64_t reset_at_ = 0;  ///< records up to this number are forgotten
  std::chrono::steady_clock::time_point time_;
};

}  // namespace npusim
