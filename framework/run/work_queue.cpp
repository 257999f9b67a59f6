#include "framework/run/work_queue.h"

#include <algorithm>

namespace touchstone::run {
namespace {

/// Large enough to hide the cost of a message, small enough that little has to be queued again
/// after a crash and that the last batches end together.
constexpr size_t kLargestBatch = 16;

}  // namespace

WorkQueue::WorkQueue(const std::vector<PlannedCase>& cases, const std::vector<size_t>& selected,
                     int jobs)
    : jobs_(jobs) {
  for (const size_t index : selected) {
    LineOf({cases[index].soc, cases[index].contract}).cases.push_back(index);
  }
}

WorkQueue::Line& WorkQueue::LineOf(const DeviceKind& kind) {
  for (Line& line : lines_) {
    if (line.kind == kind) return line;
  }
  lines_.push_back({kind, {}});
  return lines_.back();
}

bool WorkQueue::empty() const {
  return exclusive_.empty() && std::all_of(lines_.begin(), lines_.end(),
                                           [](const Line& line) { return line.cases.empty(); });
}

Task WorkQueue::TakeBatch(Line& line) {
  const size_t share = line.cases.size() / (2 * static_cast<size_t>(jobs_));
  const size_t size = std::clamp<size_t>(share, 1, std::min(kLargestBatch, line.cases.size()));
  Task task{line.kind, {}, false};
  task.cases.assign(line.cases.begin(), line.cases.begin() + static_cast<std::ptrdiff_t>(size));
  line.cases.erase(line.cases.begin(), line.cases.begin() + static_cast<std::ptrdiff_t>(size));
  return task;
}

std::optional<Task> WorkQueue::TakeFor(const DeviceKind& kind) {
  if (!exclusive_.empty()) return std::nullopt;
  for (Line& line : lines_) {
    if (line.kind == kind && !line.cases.empty()) return TakeBatch(line);
  }
  return std::nullopt;
}

std::optional<Task> WorkQueue::Take() {
  if (!exclusive_.empty()) {
    Task task = std::move(exclusive_.front());
    exclusive_.pop_front();
    return task;
  }
  for (Line& line : lines_) {
    if (!line.cases.empty()) return TakeBatch(line);
  }
  return std::nullopt;
}

void WorkQueue::PutBack(const DeviceKind& kind, const std::vector<size_t>& cases) {
  Line& line = LineOf(kind);
  line.cases.insert(line.cases.begin(), cases.begin(), cases.end());
}

std::vector<size_t> WorkQueue::Drop(const DeviceKind& kind) {
  std::vector<size_t> dropped;
  for (Line& line : lines_) {
    if (line.kind != kind) continue;
    dropped.assign(line.cases.begin(), line.cases.end());
    line.cases.clear();
  }
  std::erase_if(exclusive_, [&](const Task& task) {
    if (task.kind != kind) return false;
    dropped.insert(dropped.end(), task.cases.begin(), task.cases.end());
    return true;
  });
  return dropped;
}

}  // namespace touchstone::run
