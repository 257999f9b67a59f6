// What is still to run, by the kind of device it needs.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/run/plan.h"

namespace touchstone::run {

/// Chip and contract: what a worker process is opened for.
using DeviceKind = std::pair<std::string, std::string>;

/// Cases for one worker. An exclusive task needs a fresh worker, which ends with it.
struct Task {
  DeviceKind kind;
  std::vector<size_t> cases;
  bool exclusive = false;
};

/// Cases in their order, handed out in batches. Not thread-safe.
class WorkQueue {
 public:
  WorkQueue(const std::vector<PlannedCase>& cases, const std::vector<size_t>& selected, int jobs);

  bool empty() const;
  /// The next work for a worker that is already open for `kind`; nothing when there is none for it
  /// or an exclusive task waits for its place.
  std::optional<Task> TakeFor(const DeviceKind& kind);
  /// The next work of any kind.
  std::optional<Task> Take();
  /// Puts cases back, before all others of their kind.
  void PutBack(const DeviceKind& kind, const std::vector<size_t>& cases);
  void AddExclusive(Task task) { exclusive_.push_back(std::move(task)); }
  /// Removes and returns all cases of `kind`.
  std::vector<size_t> Drop(const DeviceKind& kind);

 private:
  struct Line {
    DeviceKind kind;
    std::deque<size_t> cases;
  };
  Line& LineOf(const DeviceKind& kind);
  Task TakeBatch(Line& line);

  int jobs_;
  std::vector<Line> lines_;  ///< in the order of the kinds' first cases
  std::deque<Task> exclusive_;
};

}  // namespace touchstone::run
