#include "op_under_test/ops/bce_with_logits/op_api/phase_one.h"

#include <memory>
#include <string>

#include "op_under_test/opbase/executor_registry.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/ops/bce_with_logits/op_api/loss_graph.h"
#include "op_under_test/ops/bce_with_logits/op_api/parameter_checks.h"
#include "op_under_test/runtime/config.h"

namespace npusim::bce_with_logits {

aclnnStatus PlanLoss(const Arguments& arguments, uint64_t* workspace_bytes,
                     aclOpExecutor** executor) {
  if (workspace_bytes == nullptr || executor == nullptr) {
    return Fail(kParamNullptr, "executor or workspaceSize is nullptr");
  }
  const SocSpec& soc = *ActiveConfig().soc;
  if (!soc.supports_operator_library) {
    return Fail(kInnerNullptr,
                "product not supported: aclnnBinaryCrossEntropyWithLogits has no "
                "kernel for " +
                    std::string(soc.name) + ".");
  }
  aclnnStatus status = CheckParameters(arguments);
  if (status != kSuccess) return status;
  auto plan = std::make_unique<OpExecutor>("aclnnBinaryCrossEntropyWithLogits");
  status = BuildLossGraph(arguments, *plan);
  if (status != kSuccess) return status;
  plan->Finish();
  *workspace_bytes = plan->workspace_bytes();
  *executor = ExecutorRegistry::Instance().Add(std::move(plan));
  return kSuccess;
}

}  // namespace npusim::bce_with_logits
