// Which handles of a kind are valid, so that a stale or foreign one is an error and not a crash.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace npusim {

/// Objects by the handle (their address) the C API gave out. Whoever looked an object up keeps it
/// alive while using it. Thread-safe.
template <typename Object>
class HandleTable {
 public:
  void* Insert(std::shared_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    void* const handle = object.get();
    objects_.emplace(handle, std::move(object));
    return handle;
  }
  /// Null when the handle is not valid.
  std::shared_ptr<Object> Find(const void* handle) const {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }
  /// Invalidates the handle and returns its object, or null.
  std::shared_ptr<Object> Remove(const void* handle) {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return nullptr;
    std::shared_ptr<Object> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }
  std::vector<std::shared_ptr<Object>> All() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Object>> all;
    for (const auto& [handle, object] : objects_) all.push_back(object);
    return all;
  }
  template <typename Predicate>
  size_t CountIf(Predicate&& predicate) const {
    const std::lock_guard lock(mutex_);
    size_t count = 0;
    for (const auto& [handle, object] : objects_) count += predicate(*object) ? 1 : 0;
    return count;
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<Object>> objects_;
};

}  // namespace npusim
