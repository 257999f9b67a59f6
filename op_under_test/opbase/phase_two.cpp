#include "op_under_test/opbase/phase_two.h"

#include <string>
#include <utility>

#include "op_under_test/opbase/executor_registry.h"
#include "op_under_test/opbase/op_cache.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/runtime/stream.h"
#include "op_under_test/runtime/strict_report.h"

namespace npusim {

aclnnStatus RunExecutor(void* workspace, uint64_t workspace_bytes, aclOpExecutor* executor,
                        aclrtStream stream, const char* function) {
  if (executor == nullptr) return Fail(kParamNullptr, "executor is nullptr.");
  const auto [plan, is_repeatable] = ExecutorRegistry::Instance().Use(executor);
  if (!plan) return FailDeadExecutor(executor, function);
  if (workspace_bytes > 0 && workspace == nullptr) {
    return Fail(kParamNullptr, "workspace is nullptr.");
  }
  if (plan->HasDestroyedTensor()) {
    const std::string text =
        std::string(function) + ": a tensor that phase 1 was given was destroyed before phase 2.";
    StrictReport(StrictKind::kUseAfterFree, text);
    return Fail(kParamInvalid, text);
  }
  if (workspace_bytes < plan->workspace_bytes()) {
    const std::string text = std::string(function) + ": the workspace has " +
                             std::to_string(workspace_bytes) + " bytes, phase 1 asked for " +
                             std::to_string(plan->workspace_bytes()) + ".";
    StrictReport(StrictKind::kWorkspaceTooSmall, text);
    return Fail(kParamInvalid, text);
  }
  auto launches = plan->MakeLaunches(reinterpret_cast<DeviceAddress>(workspace));
  if (launches.empty()) return kSuccess;
  const aclError error = EnqueueKernels(stream, std::move(launches));
  if (error != ACL_SUCCESS) {
    return Fail(kRuntimeError, std::string(function) +
                                   ": the kernels could not be launched, error " +
                                   std::to_string(error) + ".");
  }
  if (!is_repeatable) OpCache::Instance().Add(plan);
  return kSuccess;
}

}  // namespace npusim
