// The aclTensor handles of one call. Private to framework/device.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/device/acl_api.h"
#include "framework/device/call.h"

namespace touchstone::device {

/// Handles by argument name, destroyed at the end.
class TensorHandles {
 public:
  explicit TensorHandles(const AclApi& api) : api_(api) {}
  ~TensorHandles() { DestroyAll(); }
  TensorHandles(const TensorHandles&) = delete;
  TensorHandles& operator=(const TensorHandles&) = delete;

  /// A handle for the tensor's layout at `data`; nullptr when the library makes none.
  aclTensor* Create(const std::string& name, const tensor::TensorLayout& layout, void* data);
  /// nullptr for a tensor that is not passed, or whose handle was destroyed.
  aclTensor* Find(const std::string& name) const;
  void Destroy(const std::string& name);
  void DestroyAll();

 private:
  const AclApi& api_;
  std::map<std::string, aclTensor*> handles_;
};

}  // namespace touchstone::device
