#include "framework/run/work_queue.h"

#include <algorithm>

namespace touchstone::run {
namespace {

/// Large enough to hide the cost of a message, small enough that little has to be queued again
/// after a crash and that the last batches end together.
constexpr size_t kLargestBatch = 16;

}  // namespace

WorkQueue::WorkQueue(const std::vector<PlannedCase>& cases, const std::vector<size_t>& selected,
                     int jobs, uint64_t memory_budget_bytes)
    : cases_(cases), jobs_(jobs), share_bytes_(memory_budget_bytes / static_cast<uint64_t>(jobs)) {
  for (const size_t index : selected) {
    PlaceOf(LineOf({cases[index].soc, cases[index].contract}), index).push_back(index);
  }
}

WorkQueue::Line& WorkQueue::LineOf(const DeviceKind& kind) {
  for (Line& line : lines_) {
    if (line.kind == kind) return line;
  }
  lines_.push_back({kind, {}, {}});
  return lines_.back();
}

std::deque<size_t>& WorkQueue::PlaceOf(Line& line, size_t index) const {
  return cases_[index].memory_bytes > share_bytes_ ? line.heavy : line.light;
}

bool WorkQueue::empty() const {
  return exclusive_.empty() && std::all_of(lines_.begin(), lines_.end(), [](const Line& line) {
           return line.light.empty() && line.heavy.empty();
         });
}

Task WorkQueue::TakeBatch(Line& line) {
  const size_t share = line.light.size() / (2 * static_cast<size_t>(jobs_));
  const size_t size = std::clamp<size_t>(share, 1, std::min(kLargestBatch, line.light.size()));
  Task task{line.kind, {}, false, false, share_bytes_};
  task.cases.assign(line.light.begin(), line.light.begin() + static_cast<std::ptrdiff_t>(size));
  line.light.erase(line.light.begin(), line.light.begin() + static_cast<std::ptrdiff_t>(size));
  return task;
}

std::optional<Task> WorkQueue::TakeFor(const DeviceKind& kind) {
  if (!exclusive_.empty()) return std::nullopt;
  for (Line& line : lines_) {
    if (line.kind == kind && !line.light.empty()) return TakeBatch(line);
  }
  return std::nullopt;
}

std::optional<Task> WorkQueue::Take(uint64_t free_bytes) {
  if (!exclusive_.empty()) {
    if (exclusive_.front().memory_bytes > free_bytes) return std::nullopt;
    Task task = std::move(exclusive_.front());
    exclusive_.pop_front();
    return task;
  }
  for (Line& line : lines_) {
    if (line.light.empty()) continue;
    if (share_bytes_ > free_bytes) return std::nullopt;
    return TakeBatch(line);
  }
  for (Line& line : lines_) {
    for (auto next = line.heavy.begin(); next != line.heavy.end(); ++next) {
      const uint64_t bytes = cases_[*next].memory_bytes;
      if (bytes > free_bytes) continue;
      Task task{line.kind, {*next}, false, true, bytes};
      line.heavy.erase(next);
      return task;
    }
  }
  return std::nullopt;
}

void WorkQueue::PutBack(const DeviceKind& kind, const std::vector<size_t>& cases) {
  Line& line = LineOf(kind);
  for (auto index = cases.rbegin(); index != cases.rend(); ++index) {
    PlaceOf(line, *index).push_front(*index);
  }
}

void WorkQueue::AddExclusive(const DeviceKind& kind, std::vector<size_t> cases) {
  Task task{kind, std::move(cases), true, false, share_bytes_};
  for (const size_t index : task.cases) {
    task.memory_bytes = std::max(task.memory_bytes, cases_[index].memory_bytes);
  }
  exclusive_.push_back(std::move(task));
}

std::vector<size_t> WorkQueue::Drop(const DeviceKind& kind) {
  std::vector<size_t> dropped;
  for (Line& line : lines_) {
    if (line.kind != kind) continue;
    dropped.assign(line.light.begin(), line.light.end());
    dropped.insert(dropped.end(), line.heavy.begin(), line.heavy.end());
    line.light.clear();
    line.heavy.clear();
  }
  std::erase_if(exclusive_, [&](const Task& task) {
    if (task.kind != kind) return false;
    dropped.insert(dropped.end(), task.cases.begin(), task.cases.end());
    return true;
  });
  return dropped;
}

}  // namespace touchstone::run
