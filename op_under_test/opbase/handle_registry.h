// The meta handles (tensors, scalars, arrays, lists) that are alive.
//
// The library's own documentation leaves a handle used after its destruction undefined; here it is
// recognised, so that a program's mistake ends in a status code and a strict report.
#pragma once

#include <mutex>
#include <unordered_map>

#include "op_under_test/npu/internal.h"

namespace npusim {

enum class HandleKind {
  kTensor,
  kScalar,
  kIntArray,
  kFloatArray,
  kBoolArray,
  kTensorList,
  kScalarList
};

/// Thread-safe.
class NPUSIM_INTERNAL HandleRegistry {
 public:
  static HandleRegistry& Instance();

  void Add(const void* handle, HandleKind kind);
  /// Forgets the handle; false if it was not alive or is of another kind.
  bool Remove(const void* handle, HandleKind kind);
  bool IsAlive(const void* handle, HandleKind kind) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const void*, HandleKind> live_;
};

/// True if `handle` is alive; otherwise reports the misuse by `function` (error text and strict
/// report) and returns false. nullptr counts as not alive.
NPUSIM_INTERNAL bool CheckHandle(const void* handle, HandleKind kind, const char* function);
NPUSIM_INTERNAL void ReportDeadHandle(const char* function);

}  // namespace npusim
