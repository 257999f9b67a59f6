#include "op_under_test/opbase/executor_registry.h"

#include <string>

#include "op_under_test/opbase/status.h"
#include "op_under_test/runtime/strict_report.h"

namespace npusim {
namespace {

// Tokens look like addresses of 16-byte objects in a page that is never mapped below the device's.
constexpr uint64_t kFirstToken = 0x10000;
constexpr uint64_t kTokenStep = 16;

}  // namespace

ExecutorRegistry& ExecutorRegistry::Instance() {
  static ExecutorRegistry registry;
  return registry;
}

aclOpExecutor* ExecutorRegistry::Add(std::unique_ptr<OpExecutor> executor) {
  const std::lock_guard lock(mutex_);
  auto* handle = reinterpret_cast<aclOpExecutor*>(kFirstToken + kTokenStep * issued_count_++);
  live_[handle] = Entry{std::move(executor), false};
  return handle;
}

ExecutorRegistry::Usage ExecutorRegistry::Use(aclOpExecutor* handle) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(handle);
  if (found == live_.end()) return {};
  Usage usage{found->second.executor, found->second.repeatable};
  if (!usage.repeatable) live_.erase(found);
  return usage;
}

std::shared_ptr<const OpExecutor> ExecutorRegistry::Find(aclOpExecutor* handle) const {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(handle);
  return found == live_.end() ? nullptr : found->second.executor;
}

bool ExecutorRegistry::MakeRepeatable(aclOpExecutor* handle) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(handle);
  if (found == live_.end()) return false;
  found->second.repeatable = true;
  return true;
}

bool ExecutorRegistry::Destroy(aclOpExecutor* handle) {
  const std::lock_guard lock(mutex_);
  return live_.erase(handle) > 0;
}

bool ExecutorRegistry::WasIssued(const aclOpExecutor* handle) const {
  const std::lock_guard lock(mutex_);
  const auto token = reinterpret_cast<uint64_t>(handle);
  return token >= kFirstToken && token < kFirstToken + kTokenStep * issued_count_ &&
         (token - kFirstToken) % kTokenStep == 0;
}

aclnnStatus FailDeadExecutor(const aclOpExecutor* handle, const char* function) {
  std::string text = function;
  text += ExecutorRegistry::Instance().WasIssued(handle)
              ? ": the executor was used or destroyed before."
              : ": the executor was not made by this library.";
  StrictReport(StrictKind::kExecutorReuse, text);
  return Fail(kParamInvalid, text);
}

}  // namespace npusim
