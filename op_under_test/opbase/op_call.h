// One call of an operator's phase 1: what decides its plan, and the memory it is planned for.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/tensor.h"

namespace npusim {

struct OpCall {
  /// Everything that decides the plan; equal keys, equal plans. Addresses are no part of it.
  std::string key;
  /// Of every tensor argument, in order; null for a null pointer.
  std::vector<std::shared_ptr<TensorStorage>> storages;
};

/// The key holds the operator's name, the options that change kernels, view shape, strides, storage
/// shape, type, offset and format of every tensor, which arguments are one handle, and the
/// attributes. Nothing if a handle is not alive.
NPUSIM_INTERNAL std::optional<OpCall> DescribeOpCall(
    std::string_view api_name, std::initializer_list<const aclTensor*> tensors,
    std::initializer_list<int64_t> attributes);

}  // namespace npusim
