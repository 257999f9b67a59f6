// The executors that are alive, behind handles that are never used twice.
//
// A handle is a token, not an address: no memory stands behind it, so a second use or a use after
// destruction is recognised for sure, even when many executors have come and gone since.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim {

/// Thread-safe.
class NPUSIM_INTERNAL ExecutorRegistry {
 public:
  static ExecutorRegistry& Instance();

  aclOpExecutor* Add(std::unique_ptr<OpExecutor> executor);
  /// The executor for one phase 2, after which the handle dies unless it was made repeatable.
  struct Usage {
    std::shared_ptr<const OpExecutor> executor;  ///< null if the handle is not alive
    bool repeatable = false;
  };
  Usage Use(aclOpExecutor* handle);
  /// The executor, which stays alive; null if it is not.
  std::shared_ptr<const OpExecutor> Find(aclOpExecutor* handle) const;
  /// False if the handle is not alive.
  bool MakeRepeatable(aclOpExecutor* handle);
  bool Destroy(aclOpExecutor* handle);
  /// True if the handle was handed out once, alive or not.
  bool WasIssued(const aclOpExecutor* handle) const;

 private:
  struct Entry {
    std::shared_ptr<const OpExecutor> executor;
    bool repeatable = false;
  };

  mutable std::mutex mutex_;
  uint64_t issued_count_ = 0;
  std::unordered_map<const aclOpExecutor*, Entry> live_;
};

/// Reports that `function` was given a handle that is not alive (error text and strict report) and
/// returns the status.
NPUSIM_INTERNAL aclnnStatus FailDeadExecutor(const aclOpExecutor* handle, const char* function);

}  // namespace npusim
