// libnnopbase.so of the fake device.
#include <algorithm>

#include "framework/device/testing/fake_behaviours.h"
#include "framework/device/testing/fake_handles.h"

extern "C" {

aclTensor* aclCreateTensor(const int64_t* dims, uint64_t rank, aclDataType dtype,
                           const int64_t* strides, int64_t offset, aclFormat, const int64_t*,
                           uint64_t, void* data) {
  auto* tensor = new aclTensor;
  tensor->shape.assign(dims, dims + rank);
  tensor->strides.assign(strides, strides + rank);
  tensor->offset = offset;
  tensor->dtype = dtype;
  tensor->data = data;
  return tensor;
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  delete tensor;
  return 0;
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** dims, uint64_t* rank) {
  *rank = tensor->shape.size();
  *dims = new int64_t[*rank];
  std::copy(tensor->shape.begin(), tensor->shape.end(), *dims);
  return 0;
}

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  executor->is_repeatable = true;
  return 0;
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor*, const size_t, aclTensor* tensor, void* address) {
  tensor->data = address;
  return 0;
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor*, const size_t, aclTensor* tensor, void* address) {
  if (tensor->shape[0] != touchstone::device::testing::kKeepAddresses) tensor->data = address;
  return 0;
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  delete executor;
  return 0;
}

}  // extern "C"
