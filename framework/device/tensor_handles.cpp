#include "framework/device/tensor_handles.h"

#include "framework/device/acl_codes.h"

namespace touchstone::device {

aclTensor* TensorHandles::Create(const std::string& name, const tensor::TensorLayout& layout,
                                 void* data) {
  aclTensor* handle =
      api_.aclCreateTensor(layout.shape.data(), layout.shape.size(), AclDataTypeOf(layout.dtype),
                           layout.strides.data(), layout.offset, AclFormatOf(layout.format),
                           layout.storage_shape.data(), layout.storage_shape.size(), data);
  if (handle != nullptr) handles_[name] = handle;
  return handle;
}

aclTensor* TensorHandles::Find(const std::string& name) const {
  const auto found = handles_.find(name);
  return found == handles_.end() ? nullptr : found->second;
}

void TensorHandles::Destroy(const std::string& name) {
  const auto found = handles_.find(name);
  if (found == handles_.end()) return;
  (void)api_.aclDestroyTensor(found->second);
  handles_.erase(found);
}

void TensorHandles::DestroyAll() {
  for (const auto& [name, handle] : handles_) (void)api_.aclDestroyTensor(handle);
  handles_.clear();
}

}  // namespace touchstone::device
