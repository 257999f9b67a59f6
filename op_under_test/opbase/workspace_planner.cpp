#include "op_under_test/opbase/workspace_planner.h"

#include <algorithm>
#include <cstddef>

namespace npusim {
namespace {

constexpr int64_t kSlotPaddingBytes = 32;
constexpr int64_t kSlotAlignmentBytes = 512;

struct Bucket {
  int64_t bytes;
  std::vector<WorkspaceRequest> tenants;
};

bool IsFree(const Bucket& bucket, const WorkspaceRequest& request) {
  return std::all_of(bucket.tenants.begin(), bucket.tenants.end(), [&](const auto& tenant) {
    return tenant.last_node < request.first_node || request.last_node < tenant.first_node;
  });
}

}  // namespace

int64_t WorkspaceSlotBytes(int64_t payload_bytes) {
  return (payload_bytes + kSlotPaddingBytes + kSlotAlignmentBytes - 1) / kSlotAlignmentBytes *
         kSlotAlignmentBytes;
}

WorkspacePlan PlanWorkspace(const std::vector<WorkspaceRequest>& requests) {
  std::vector<Bucket> buckets;
  std::vector<size_t> bucket_of_request;
  for (const auto& request : requests) {
    auto bucket = std::find_if(buckets.begin(), buckets.end(),
                               [&](const Bucket& b) { return IsFree(b, request); });
    if (bucket == buckets.end()) bucket = buckets.insert(buckets.end(), Bucket{0, {}});
    bucket->bytes = std::max(bucket->bytes, WorkspaceSlotBytes(request.payload_bytes));
    bucket->tenants.push_back(request);
    bucket_of_request.push_back(static_cast<size_t>(bucket - buckets.begin()));
  }
  WorkspacePlan plan;
  std::vector<int64_t> bucket_offsets_bytes;
  for (const auto& bucket : buckets) {
    bucket_offsets_bytes.push_back(plan.total_bytes);
    plan.total_bytes += bucket.bytes;
  }
  for (size_t index : bucket_of_request) plan.offsets_bytes.push_back(bucket_offsets_bytes[index]);
  return plan;
}

}  // namespace npusim
