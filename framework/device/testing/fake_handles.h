// The handles of the fake device, shared by its operator base and its operator library.
#pragma once

#include <cstdint>
#include <vector>

#include "aclnn/acl_meta.h"

struct aclTensor {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  int64_t offset = 0;
  aclDataType dtype = ACL_FLOAT;
  void* data = nullptr;
};

struct aclOpExecutor {
  const aclTensor* inputs[4] = {nullptr, nullptr, nullptr, nullptr};
  int64_t reduction = 0;
  aclTensor* out = nullptr;
  bool is_repeatable = false;
  int runs = 0;
};
