// Creation and destruction of the objects behind meta handles.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "op_under_test/opbase/handle_registry.h"
#include "op_under_test/opbase/status.h"

namespace npusim {

/// Reports "<function>: a required pointer is nullptr." and returns `status`.
inline aclnnStatus FailNullArgument(aclnnStatus status, const char* function) {
  return Fail(status, std::string(function) + ": a required pointer is nullptr.");
}

/// A new handle whose object `initialise` fills; nullptr when memory does not suffice (a count
/// beyond all measure included).
template <typename T, typename Initialise>
T* CreateHandle(HandleKind kind, Initialise&& initialise) {
  try {
    auto object = std::make_unique<T>();
    initialise(*object);
    HandleRegistry::Instance().Add(object.get(), kind);
    return object.release();
  } catch (const std::exception&) {
    Fail(kInner, "The handle's memory could not be allocated.");
    return nullptr;
  }
}

/// 0, for nullptr too; 161002 for a handle that is not alive.
template <typename T>
aclnnStatus DestroyHandle(const T* handle, HandleKind kind, const char* function) {
  if (handle == nullptr) return kSuccess;
  if (!HandleRegistry::Instance().Remove(handle, kind)) {
    ReportDeadHandle(function);
    return kParamInvalid;
  }
  delete handle;
  return kSuccess;
}

}  // namespace npusim
