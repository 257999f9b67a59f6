#include "op_under_test/opbase/op_cache.h"

#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/lifecycle.h"

namespace npusim {

OpCache& OpCache::Instance() {
  static OpCache* const cache = [] {
    auto* const made = new OpCache;  // outlives the runtime's last finalisation
    CallAtFinalize([made] { made->Clear(); });
    return made;
  }();
  return *cache;
}

std::unique_ptr<OpExecutor> OpCache::Find(const OpCall& call) {
  std::shared_ptr<const OpExecutor> plan;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(call.key);
    if (found == entries_.end()) return nullptr;
    uses_.splice(uses_.begin(), uses_, found->second.use);
    plan = found->second.executor;
  }
  return plan->OnOtherMemory(call);
}

void OpCache::Add(const std::shared_ptr<const OpExecutor>& executor) {
  const size_t limit = ActiveConfig().op_cache_limit;
  const std::optional<OpCall>& call = executor->call();
  if (limit == 0 || !call || executor->came_from_cache() || executor->nodes().empty() ||
      !executor->CanRepeat()) {
    return;
  }
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = entries_.try_emplace(call->key);
  if (!is_new) return;
  uses_.push_front(&entry->first);
  entry->second = {executor, uses_.begin()};
  while (entries_.size() > limit) {
    const auto oldest = entries_.find(*uses_.back());
    uses_.pop_back();
    entries_.erase(oldest);
  }
}

void OpCache::Clear() {
  const std::lock_guard lock(mutex_);
  uses_.clear();
  entries_.clear();
}

size_t OpCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace npusim
