// Executors in the caller's hands: repeated runs, new addresses, destruction.
#include "aclnn/acl_meta.h"
#include "op_under_test/opbase/api/live_handle.h"
#include "op_under_test/opbase/executor_registry.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/opbase/tensor.h"

namespace {

using npusim::ExecutorRegistry;
using npusim::HandleKind;

aclnnStatus SetAddress(aclOpExecutor* executor, aclTensor* tensor, void* address,
                       const char* function) {
  if (executor == nullptr || tensor == nullptr) {
    return npusim::FailNullArgument(npusim::kInnerNullptr, function);
  }
  if (!ExecutorRegistry::Instance().Find(executor)) {
    return npusim::FailDeadExecutor(executor, function);
  }
  if (!npusim::CheckHandle(tensor, HandleKind::kTensor, function)) return npusim::kParamInvalid;
  tensor->storage->address = address;
  return OK;
}

aclnnStatus SetListAddress(aclOpExecutor* executor, size_t index, aclTensorList* tensors,
                           void* address, const char* function) {
  if (executor == nullptr || tensors == nullptr) {
    return npusim::FailNullArgument(npusim::kInnerNullptr, function);
  }
  if (!npusim::CheckHandle(tensors, HandleKind::kTensorList, function)) {
    return npusim::kParamInvalid;
  }
  if (index >= tensors->elements.size()) {
    return npusim::Fail(npusim::kParamInvalid,
                        std::string(function) + ": index " + std::to_string(index) +
                            " is outside a list of " + std::to_string(tensors->elements.size()) +
                            " tensors.");
  }
  // The list holds its elements as const, the way it was given them; their addresses are not.
  return SetAddress(executor, const_cast<aclTensor*>(tensors->elements[index]), address, function);
}

}  // namespace

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  constexpr char kFunction[] = "aclSetAclOpExecutorRepeatable";
  if (executor == nullptr) return npusim::FailNullArgument(npusim::kInnerNullptr, kFunction);
  const auto plan = ExecutorRegistry::Instance().Find(executor);
  if (!plan) return npusim::FailDeadExecutor(executor, kFunction);
  if (plan->came_from_cache()) {
    return npusim::Fail(npusim::kInner, std::string(kFunction) + ": the executor of " +
                                            plan->api_name() + " came from the op cache.");
  }
  if (!plan->CanRepeat()) {
    return npusim::Fail(npusim::kInner, std::string(kFunction) + ": the executor of " +
                                            plan->api_name() +
                                            " holds an operation that cannot be repeated.");
  }
  if (!ExecutorRegistry::Instance().MakeRepeatable(executor)) {
    return npusim::FailDeadExecutor(executor, kFunction);
  }
  return OK;
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  constexpr char kFunction[] = "aclDestroyAclOpExecutor";
  if (executor == nullptr) return npusim::FailNullArgument(npusim::kInnerNullptr, kFunction);
  if (!ExecutorRegistry::Instance().Destroy(executor)) {
    return npusim::FailDeadExecutor(executor, kFunction);
  }
  return OK;
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t, aclTensor* tensor,
                                  void* addr) {
  return SetAddress(executor, tensor, addr, "aclSetInputTensorAddr");
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t, aclTensor* tensor,
                                   void* addr) {
  return SetAddress(executor, tensor, addr, "aclSetOutputTensorAddr");
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t, aclTensor* tensor, void* addr) {
  return SetAddress(executor, tensor, addr, "aclSetTensorAddr");
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
  return SetListAddress(executor, relativeIndex, tensors, addr, "aclSetDynamicInputTensorAddr");
}

aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
  return SetListAddress(executor, relativeIndex, tensors, addr, "aclSetDynamicOutputTensorAddr");
}

aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t, const size_t relativeIndex,
                                    aclTensorList* tensors, void* addr) {
  return SetListAddress(executor, relativeIndex, tensors, addr, "aclSetDynamicTensorAddr");
}

aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
  return aclSetInputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
  return aclSetOutputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
  return aclSetTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
  return aclSetDynamicInputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
  return aclSetDynamicOutputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors,
                                    void* addr) {
  return aclSetDynamicTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}
