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
  bool heavy = false;         ///< the worker ends with it, to give its memory back
  uint64_t memory_bytes = 0;  ///< set aside for its worker until that ends
};

/// Cases in their order, handed out in batches within a memory budget: each of the workers may take
/// an equal share of it at any time; a case that needs more than that is heavy and waits until all
/// light ones have been handed out and the budget has room for it. Not thread-safe.
class WorkQueue {
 public:
  /// No selected case may need more than the budget.
  WorkQueue(const std::vector<PlannedCase>& cases, const std::vector<size_t>& selected, int jobs,
            uint64_t memory_budget_bytes);

  bool empty() const;
  /// The next work for a worker that is already open for `kind`; nothing when there is none for it
  /// or an exclusive task waits for its place.
  std::optional<Task> TakeFor(const DeviceKind& kind);
  /// The next work of any kind that fits into `free_bytes` of the budget. With all of it free
  /// there is always one, unless the queue is empty.
  std::optional<Task> Take(uint64_t free_bytes);
  /// Puts cases back, before all others of their kind.
  void PutBack(const DeviceKind& kind, const std::vector<size_t>& cases);
  /// The cases in their order on a worker of their own, before everything else.
  void AddExclusive(const DeviceKind& kind, std::vector<size_t> cases);
  /// Removes and returns all cases of `kind`.
  std::vector<size_t> Drop(const DeviceKind& kind);

 private:
  struct Line {
    DeviceKind kind;
    std::deque<size_t> light;
    std::deque<size_t> heavy;
  };
  std::deque<size_t>& PlaceOf(Line& line, size_t index) const;
  Line& LineOf(const DeviceKind& kind);
  Task TakeBatch(Line& line);

  const std::vector<PlannedCase>& cases_;
  int jobs_;
  uint64_t share_bytes_;     ///< of the budget, for each worker
  std::vector<Line> lines_;  ///< in the order of the kinds' first cases
  std::deque<Task> exclusive_;
};

}  // namespace touchstone::run
