#include "op_under_test/opbase/handle_registry.h"

#include <string>

#include "op_under_test/opbase/status.h"
#include "op_under_test/runtime/strict_report.h"

namespace npusim {

HandleRegistry& HandleRegistry::Instance() {
  static HandleRegistry registry;
  return registry;
}

void HandleRegistry::Add(const void* handle, HandleKind kind) {
  const std::lock_guard lock(mutex_);
  live_[handle] = kind;
}

bool HandleRegistry::Remove(const void* handle, HandleKind kind) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(handle);
  if (found == live_.end() || found->second != kind) return false;
  live_.erase(found);
  return true;
}

bool HandleRegistry::IsAlive(const void* handle, HandleKind kind) const {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(handle);
  return found != live_.end() && found->second == kind;
}

bool CheckHandle(const void* handle, HandleKind kind, const char* function) {
  if (HandleRegistry::Instance().IsAlive(handle, kind)) return true;
  ReportDeadHandle(function);
  return false;
}

void ReportDeadHandle(const char* function) {
  const std::string text =
      std::string(function) + ": the handle was destroyed before, or is not one of this library";
  Fail(kParamInvalid, text);
  StrictReport(StrictKind::kUseAfterFree, text);
}

}  // namespace npusim
