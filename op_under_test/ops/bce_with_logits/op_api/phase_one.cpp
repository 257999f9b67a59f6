#include "op_under_test/ops/bce_with_logits/op_api/phase_one.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "op_under_test/opbase/executor_registry.h"
#include "op_under_test/opbase/op_cache.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/ops/bce_with_logits/op_api/loss_graph.h"
#include "op_under_test/ops/bce_with_logits/op_api/parameter_checks.h"
#include "op_under_test/runtime/config.h"

namespace npusim::bce_with_logits {
namespace {

constexpr char kApiName[] = "aclnnBinaryCrossEntropyWithLogits";

void HandOut(std::unique_ptr<OpExecutor> plan, uint64_t* workspace_bytes,
             aclOpExecutor** executor) {
  *workspace_bytes = plan->workspace_bytes();
  *executor = ExecutorRegistry::Instance().Add(std::move(plan));
}

}  // namespace

aclnnStatus PlanLoss(const Arguments& arguments, uint64_t* workspace_bytes,
                     aclOpExecutor** executor) {
  if (workspace_bytes == nullptr || executor == nullptr) {
    return Fail(kParamNullptr, "executor or workspaceSize is nullptr");
  }
  const SocSpec& soc = *ActiveConfig().soc;
  if (!soc.supports_operator_library) {
    return Fail(kInnerNullptr, "product not supported: " + std::string(kApiName) +
                                   " has no kernel for " + std::string(soc.name) + ".");
  }
  std::optional<OpCall> call = DescribeOpCall(
      kApiName,
      {arguments.self, arguments.target, arguments.weight, arguments.pos_weight, arguments.out},
      {arguments.reduction});
  if (call) {
    if (std::unique_ptr<OpExecutor> known = OpCache::Instance().Find(*call)) {
      HandOut(std::move(known), workspace_bytes, executor);
      return kSuccess;
    }
  }
  aclnnStatus status = CheckParameters(arguments);
  if (status != kSuccess) return status;
  auto plan = std::make_unique<OpExecutor>(kApiName);
  status = BuildLossGraph(arguments, *plan);
  if (status != kSuccess) return status;
  plan->Finish(std::move(call));
  HandOut(std::move(plan), workspace_bytes, executor);
  return kSuccess;
}

}  // namespace npusim::bce_with_logits
