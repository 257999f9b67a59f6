// Where intermediate tensors lie in the workspace.
//
// Rule of the library's allocator: a tensor of n bytes takes roundup(n + 32, 512); tensors share a
// bucket when their lifetimes do not overlap (so an operation's inputs and outputs never do); the
// workspace is the sum over the buckets of their largest tensor.
#pragma once

#include <cstdint>
#include <vector>

namespace npusim {

/// One intermediate tensor, alive from the node that writes it to the last node that reads it.
struct WorkspaceRequest {
  int64_t payload_bytes;
  int first_node;
  int last_node;
};

struct WorkspacePlan {
  std::vector<int64_t> offsets_bytes;  ///< one per request, from the workspace's start
  int64_t total_bytes = 0;
};

/// roundup(payload_bytes + 32, 512).
int64_t WorkspaceSlotBytes(int64_t payload_bytes);

/// Places the requests in order, each into the first bucket that is free over its lifetime.
WorkspacePlan PlanWorkspace(const std::vector<WorkspaceRequest>& requests);

}  // namespace npusim
