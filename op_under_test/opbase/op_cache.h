// The op cache: plans of calls that ran, kept for later calls that are equal but for addresses.
//
// Rules of the library: on by default, at most ACLNN_CACHE_LIMIT plans; content is compared, not
// only hashed; a plan becomes usable once phase 2 ran it; phase 1 of an equal call checks nothing
// again; the executor it hands out cannot be made repeatable. Open in the public sources and chosen
// here: the plan used longest ago makes room, and plans with operations off the vector cores, empty
// ones and those of repeatable executors are not kept.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "op_under_test/npu/internal.h"
#include "op_under_test/opbase/op_call.h"
#include "op_under_test/opbase/op_executor.h"

namespace npusim {

/// Thread-safe. Emptied when the runtime is finalised, for the next configuration may plan
/// differently.
class NPUSIM_INTERNAL OpCache {
 public:
  static OpCache& Instance();

  /// A plan of the call, on the call's memory; null when none is kept.
  std::unique_ptr<OpExecutor> Find(const OpCall& call);
  /// Keeps a plan that ran, if it is one to keep.
  void Add(const std::shared_ptr<const OpExecutor>& executor);
  void Clear();
  size_t size() const;

 private:
  using Uses = std::list<const std::string*>;
  struct Entry {
    std::shared_ptr<const OpExecutor> executor;
    Uses::iterator use;
  };

  mutable std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  Uses uses_;  ///< keys of the entries, the latest use first
};

}  // namespace npusim
