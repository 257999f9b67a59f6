#include "op_under_test/opbase/op_call.h"

#include <algorithm>

#include "op_under_test/opbase/handle_registry.h"
#include "op_under_test/runtime/system_parameters.h"

namespace npusim {
namespace {

void Append(std::string& key, int64_t value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void Append(std::string& key, const Dims& dims) {
  Append(key, static_cast<int64_t>(dims.size()));
  for (const int64_t extent : dims) Append(key, extent);
}

}  // namespace

std::optional<OpCall> DescribeOpCall(std::string_view api_name,
                                     std::initializer_list<const aclTensor*> tensors,
                                     std::initializer_list<int64_t> attributes) {
  OpCall call;
  Append(call.key, static_cast<int64_t>(api_name.size()));
  call.key += api_name;
  Append(call.key, SystemParameter(ACL_OPT_DETERMINISTIC).value_or(0));
  for (const aclTensor* const tensor : tensors) {
    if (tensor == nullptr) {
      Append(call.key, int64_t{-1});
      call.storages.push_back(nullptr);
      continue;
    }
    if (!HandleRegistry::Instance().IsAlive(tensor, HandleKind::kTensor)) return std::nullopt;
    Append(call.key, std::ranges::find(tensors, tensor) - tensors.begin());
    const TensorDesc& desc = tensor->desc;
    Append(call.key, desc.view_dims);
    Append(call.key, desc.strides);
    Append(call.key, desc.storage_dims);
    Append(call.key, desc.dtype);
    Append(call.key, desc.offset_elements);
    Append(call.key, desc.format);
    call.storages.push_back(tensor->storage);
  }
  for (const int64_t attribute : attributes) Append(call.key, attribute);
  return call;
}

}  // namespace npusim
