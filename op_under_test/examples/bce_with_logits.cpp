// A complete call of aclnnBinaryCrossEntropyWithLogits on the plain ACL C API: initialise, put five
// tensors on the device, plan (phase 1), run (phase 2), wait, copy back, print, release.
//
// Nothing here is particular to the simulator; build it against a toolkit's headers and libraries
// and it runs on a device:
//   c++ -std=c++17 bce_with_logits.cpp -I $CANN/include -L $CANN/lib64 -lascendcl -lnnopbase
//   -lopapi
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"

namespace {

// Ends the program with the reason when a call failed.
void Check(int status, const char* call) {
  if (status == 0) return;
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s failed with %d\n%s", call, status, message ? message : "");
  std::exit(1);
}

// A dense float tensor and the device memory it lies in.
struct DeviceTensor {
  void* data = nullptr;
  size_t bytes = 0;
  aclTensor* tensor = nullptr;
};

DeviceTensor ToDevice(const std::vector<float>& values, const std::vector<int64_t>& shape) {
  DeviceTensor result;
  result.bytes = values.size() * sizeof(float);
  Check(aclrtMalloc(&result.data, result.bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  Check(aclrtMemcpy(result.data, result.bytes, values.data(), result.bytes,
                    ACL_MEMCPY_HOST_TO_DEVICE),
        "aclrtMemcpy");
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size() - 1; i > 0; --i) strides[i - 1] = strides[i] * shape[i];
  result.tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0,
                                  ACL_FORMAT_ND, shape.data(), shape.size(), result.data);
  Check(result.tensor == nullptr, "aclCreateTensor");
  return result;
}

void Release(const DeviceTensor& tensor) {
  Check(aclDestroyTensor(tensor.tensor), "aclDestroyTensor");
  Check(aclrtFree(tensor.data), "aclrtFree");
}

}  // namespace

int main() {
  const int32_t device = 0;
  aclrtStream stream = nullptr;
  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(device), "aclrtSetDevice");
  Check(aclrtCreateStream(&stream), "aclrtCreateStream");

  const std::vector<int64_t> shape = {4, 2};
  const DeviceTensor self = ToDevice({0.1f, 0.1f, 0.2f, 0.2f, 0.3f, 0.3f, 0.4f, 0.4f}, shape);
  const DeviceTensor target = ToDevice({0.2f, 0.2f, 0.1f, 0.1f, 0.2f, 0.2f, 0.1f, 0.1f}, shape);
  const DeviceTensor weight = ToDevice(std::vector<float>(8, 0.5f), shape);
  const DeviceTensor pos_weight = ToDevice(std::vector<float>(8, 0.5f), shape);
  const DeviceTensor out = ToDevice(std::vector<float>(8, 0.0f), shape);

  const int64_t reduction = 0;  // 0 none, 1 mean, 2 sum
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(self.tensor, target.tensor, weight.tensor,
                                                          pos_weight.tensor, reduction, out.tensor,
                                                          &workspace_bytes, &executor),
        "aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize");
  void* workspace = nullptr;
  if (workspace_bytes > 0) {
    Check(aclrtMalloc(&workspace, workspace_bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  }
  Check(aclnnBinaryCrossEntropyWithLogits(workspace, workspace_bytes, executor, stream),
        "aclnnBinaryCrossEntropyWithLogits");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

  std::vector<float> loss(8);
  Check(aclrtMemcpy(loss.data(), loss.size() * sizeof(float), out.data, out.bytes,
                    ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy");
  for (size_t i = 0; i < loss.size(); ++i) std::printf("result[%zu] is: %f\n", i, loss[i]);

  for (const DeviceTensor& tensor : {self, target, weight, pos_weight, out}) Release(tensor);
  if (workspace != nullptr) Check(aclrtFree(workspace), "aclrtFree");
  Check(aclrtDestroyStream(stream), "aclrtDestroyStream");
  Check(aclrtResetDevice(device), "aclrtResetDevice");
  Check(aclFinalize(), "aclFinalize");
  return 0;
}
